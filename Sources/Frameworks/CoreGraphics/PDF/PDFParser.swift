import Foundation

/// The reason why a PDF file is not read.
struct PDFError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Parses the values of a PDF file (ISO 32000-1, 7.2 and 7.3). Bytes outside the file are never read.
struct PDFParser {
    /// The maximum depth of arrays and dictionaries inside each other.
    private static let deepest = 100
    /// The maximum number of values in a value. A value takes more memory than its bytes.
    private static let mostValues = 4_000_000

    private let bytes: UnsafeRawBufferPointer
    /// Keeps the bytes alive.
    private let buffer: ByteBuffer
    /// The position of the next byte.
    var position: Int
    /// The number of values that have been parsed in the current one.
    private var count = 0

    init(_ buffer: ByteBuffer, at position: Int = 0) {
        self.buffer = buffer
        bytes = buffer.bytes
        self.position = min(max(position, 0), buffer.count)
    }

    private func byte(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    // MARK: Characters

    private static func isSpace(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private static func value(ofHexadecimal byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Skips spaces and comments.
    mutating func skipSpaces() {
        while let next = byte() {
            if next == UInt8(ascii: "%") {
                while let next = byte(), next != 10, next != 13 { position += 1 }
            } else if Self.isSpace(next) {
                position += 1
            } else {
                return
            }
        }
    }

    /// Reads the following bytes that are neither spaces nor delimiters.
    private mutating func word() -> [UInt8] {
        let start = position
        while let next = byte(), !Self.isSpace(next), !Self.isDelimiter(next) { position += 1 }
        return Array(bytes[start..<position])
    }

    /// Skips a keyword and the spaces before it. Returns `false`, and does not move, if something else follows.
    mutating func skip(_ keyword: String) -> Bool {
        let before = position
        skipSpaces()
        if word() == Array(keyword.utf8) { return true }
        position = before
        return false
    }

    // MARK: Values

    /// Parses the next value. A reference to an indirect object is a value.
    mutating func object() throws -> PDFObject {
        count = 0
        return try object(depth: 0)
    }

    private mutating func object(depth: Int) throws -> PDFObject {
        count += 1
        guard depth < Self.deepest, count <= Self.mostValues else { throw PDFError("a value has too many values in it") }
        skipSpaces()
        guard let next = byte() else { throw PDFError("the file ends too early") }
        switch next {
        case UInt8(ascii: "/"):
            position += 1
            return .name(name())
        case UInt8(ascii: "("): return .string(try literalString())
        case UInt8(ascii: "["):
            position += 1
            var values: [PDFObject] = []
            while !skipDelimiter("]") { values.append(try object(depth: depth + 1)) }
            return .array(values)
        case UInt8(ascii: "<"):
            guard byte(1) == next else { return .string(try hexadecimalString()) }
            position += 2
            var entries: [String: PDFObject] = [:]
            while !skipDelimiter(">>") {
                guard case .name(let key) = try object(depth: depth + 1) else { throw PDFError("the key of a dictionary is not a name") }
                entries[key] = try object(depth: depth + 1)
            }
            return .dictionary(entries)
        default: return try numberOrKeyword()
        }
    }

    private mutating func skipDelimiter(_ text: String) -> Bool {
        skipSpaces()
        guard text.utf8.enumerated().allSatisfy({ byte($0.offset) == $0.element }) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func name() -> String {
        var scalars = String.UnicodeScalarView()
        let word = word()
        var index = 0
        while index < word.count {
            if word[index] == UInt8(ascii: "#"), index + 2 < word.count, let high = Self.value(ofHexadecimal: word[index + 1]),
                let low = Self.value(ofHexadecimal: word[index + 2])
            {
                scalars.append(Unicode.Scalar(high << 4 | low))
                index += 3
            } else {
                scalars.append(Unicode.Scalar(word[index]))
                index += 1
            }
        }
        return String(scalars)
    }

    private mutating func literalString() throws -> [UInt8] {
        position += 1
        var result: [UInt8] = []
        var open = 1
        while let next = byte() {
            position += 1
            switch next {
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"):
                open -= 1
                if open == 0 { return result }
            case UInt8(ascii: "\\"):
                if let escaped = escapedByte() { result.append(escaped) }
                continue
            default: break
            }
            result.append(next)
        }
        throw PDFError("a string has no end")
    }

    private static let escapes = Dictionary(uniqueKeysWithValues: zip("nrtbf".utf8, [10, 13, 9, 8, 12] as [UInt8]))

    /// Reads the part of an escape sequence after the backslash; `nil` if it stands for nothing.
    private mutating func escapedByte() -> UInt8? {
        guard let next = byte() else { return nil }
        if Self.isOctal(next) { return octalByte() }
        position += 1
        guard next != 10 else { return nil }
        guard next != 13 else {
            if byte() == 10 { position += 1 }
            return nil
        }
        return Self.escapes[next] ?? next
    }

    private static func isOctal(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "7") }

    /// Reads at most three octal digits.
    private mutating func octalByte() -> UInt8 {
        let digits = bytes[position..<min(position + 3, bytes.count)].prefix(while: Self.isOctal)
        position += digits.count
        return UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 & 7) })
    }

    private mutating func hexadecimalString() throws -> [UInt8] {
        position += 1
        var digits: [UInt8] = []
        while let next = byte() {
            position += 1
            if next == UInt8(ascii: ">") {
                if digits.count % 2 == 1 { digits.append(0) }
                return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            }
            if let digit = Self.value(ofHexadecimal: next) {
                digits.append(digit)
            } else if !Self.isSpace(next) {
                break
            }
        }
        throw PDFError("a hexadecimal string is malformed")
    }

    private mutating func numberOrKeyword() throws -> PDFObject {
        let word = String(decoding: word(), as: UTF8.self)
        if let integer = Int(word) {
            return integer >= 0 && skipReference() ? .reference(integer) : .integer(integer)
        }
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        default:
            guard let value = Double(word), value.isFinite, word.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else {
                throw PDFError("'\(word.prefix(20))' is not a value")
            }
            return .real(value)
        }
    }

    /// Skips the generation and the letter R of a reference.
    private mutating func skipReference() -> Bool {
        let before = position
        skipSpaces()
        let generation = word()
        if !generation.isEmpty, generation.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), skip("R") { return true }
        position = before
        return false
    }

    // MARK: Indirect objects

    /// Parses an indirect object.
    ///
    /// - Parameters:
    ///   - number: the number that the object must have; `nil` for any number.
    ///   - length: finds the value of a stream's length, which may be in another object.
    mutating func indirectObject(_ number: Int?, length: (PDFObject) throws -> Int?) throws -> (number: Int, value: PDFObject) {
        guard case .integer(let own) = try object(), case .integer = try object(), skip("obj"), number == nil || own == number else {
            throw PDFError("there is no object \(number.map(String.init) ?? "") at its position")
        }
        let value = try object()
        guard case .dictionary(let entries) = value, skip("stream") else { return (own, value) }
        // The keyword ends with a line feed, which a carriage return may precede.
        if byte() == 13 { position += 1 }
        if byte() == 10 { position += 1 }
        guard let count = try entries["Length"].flatMap(length), count >= 0, count <= bytes.count - position else {
            throw PDFError("the stream of object \(own) has no valid length")
        }
        let start = position
        position += count
        guard skip("endstream") else { throw PDFError("the stream of object \(own) has another length") }
        return (own, .stream(PDFStream(entries, buffer.data[start..<(start + count)])))
    }
}
