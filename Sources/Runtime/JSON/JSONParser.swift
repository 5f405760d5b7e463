import Foundation

/// A recursive-descent parser of RFC 8259.
struct JSONParser {
    private static let maximumDepth = 200

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private let spanLength: Int
    private let valueLimit: Int
    private var valueCount = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, spanLength: Int, valueLimit: Int) {
        self.bytes = bytes
        self.spanLength = spanLength
        self.valueLimit = valueLimit
    }

    mutating func document() throws -> JSON {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw malformed("text after the value") }
        return value
    }

    private mutating func value() throws -> JSON {
        valueCount += 1
        guard valueCount <= valueLimit else { throw malformed("more than \(valueLimit) values") }
        skipSpace()
        guard position < bytes.count else { throw malformed("the end") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try nested { try $0.object() }
        case UInt8(ascii: "["): return try nested { try $0.array() }
        case UInt8(ascii: "\""): return try span() ?? .string(string())
        default:
            for (word, value) in Self.words where accept(word) { return value }
            return try number()
        }
    }

    private static let words: [(StaticString, JSON)] = [
        ("true", true), ("false", false), ("null", .null), ("NaN", .number(.nan)), ("Infinity", .number(.infinity)),
        ("-Infinity", .number(-.infinity)),
    ]

    private mutating func nested(_ body: (inout JSONParser) throws -> JSON) throws -> JSON {
        guard depth < Self.maximumDepth else { throw malformed("values nested more than \(Self.maximumDepth) deep") }
        depth += 1
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws -> JSON {
        var members: [(String, JSON)] = []
        skipSpace()
        if accept("}") { return .object(members) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw malformed("no member's name") }
            let name = try string()
            skipSpace()
            guard accept(":") else { throw malformed("no colon") }
            members.append((name, try value()))
            skipSpace()
        } while accept(",")
        guard accept("}") else { throw malformed("no closing brace") }
        return .object(members)
    }

    private mutating func array() throws -> JSON {
        var elements: [JSON] = []
        skipSpace()
        if accept("]") { return .array(elements) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while accept(",")
        guard accept("]") else { throw malformed("no closing bracket") }
        return .array(elements)
    }

    private mutating func number() throws -> JSON {
        let start = position
        while position < bytes.count, "+-.0123456789Ee".utf8.contains(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let integer = Int(text) { return .integer(integer) }
        guard let number = Double(text) else {
            position = start
            throw malformed("no value")
        }
        return .number(number)
    }

    /// Reads a long string without escapes as a span. For other strings, returns `nil` and reads nothing.
    private mutating func span() -> JSON? {
        guard spanLength < bytes.count - position else { return nil }
        let start = position + 1
        let length = bytes.count - start
        guard let base = bytes.baseAddress, let quote = memchr(base + start, Int32(UInt8(ascii: "\"")), length) else { return nil }
        let end = UnsafeRawPointer(quote) - UnsafeRawPointer(base)
        guard end - start >= spanLength, memchr(base + start, Int32(UInt8(ascii: "\\")), end - start) == nil else { return nil }
        position = end + 1
        return .span(start..<end)
    }

    private mutating func string() throws -> String {
        position += 1
        // Strings here may be megabytes of Base64, so they are searched and copied as a whole.
        let end = position + length(before: UInt8(ascii: "\""))
        guard length(before: UInt8(ascii: "\\"), until: end) < end - position else {
            let text = try text(bytes[position..<end])
            guard end < bytes.count else { throw malformed("a string without an end") }
            position = end + 1
            return text
        }
        return try escapedString()
    }

    private mutating func escapedString() throws -> String {
        var content: [UInt8] = []
        while position < bytes.count {
            let end = bytes[position...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } ?? bytes.count
            content += bytes[position..<end]
            position = end
            if accept("\"") { return try content.withUnsafeBufferPointer { try text($0[...]) } }
            if accept("\\") { try escape(into: &content) }
        }
        throw malformed("a string without an end")
    }

    /// The number of bytes before the next `byte`, or before the end.
    private func length(before byte: UInt8, until end: Int? = nil) -> Int {
        let count = (end ?? bytes.count) - position
        guard let start = bytes.baseAddress, count > 0, let found = memchr(start + position, Int32(byte), count) else {
            return max(count, 0)
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start + position)
    }

    private func text(_ content: Slice<UnsafeBufferPointer<UInt8>>) throws -> String {
        guard let string = String(validating: UnsafeBufferPointer(rebasing: content), as: UTF8.self) else {
            throw malformed("text that is not UTF-8")
        }
        return string
    }

    private mutating func escape(into text: inout [UInt8]) throws {
        guard position < bytes.count else { throw malformed("a string without an end") }
        let character = bytes[position]
        position += 1
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(character)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += try String(unicodeEscape()).utf8
        default: throw malformed("an unknown escape")
        }
    }

    /// Reads the character of `\uXXXX`, or of two such escapes that form a surrogate pair.
    private mutating func unicodeEscape() throws -> Character {
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]), accept("\\u") { units.append(try codeUnit()) }
        guard let text = String(validating: units, as: UTF16.self), let character = text.first else { throw malformed("half a character") }
        return character
    }

    private mutating func codeUnit() throws -> UInt16 {
        guard bytes.count - position >= 4, let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw malformed("an unknown escape") }
        position += 4
        return unit
    }

    private mutating func accept(_ word: StaticString) -> Bool {
        let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if matches { position += word.utf8CodeUnitCount }
        return matches
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    private func malformed(_ what: String) -> JSONError {
        JSONError(description: "not JSON: \(what) at byte \(position)")
    }
}
