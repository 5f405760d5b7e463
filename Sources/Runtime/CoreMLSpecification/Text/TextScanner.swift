/// Splits the text of a program into tokens.
///
/// The memory of the text must outlive the scanner.
struct TextScanner {
    enum Token: Equatable {
        case name(String)
        /// A number as it is written: decimal or hexadecimal, `inf`, `nan`, with a sign or without.
        case number(String)
        case string(String)
        case punctuation(Unicode.Scalar)
        case arrow
        case end

    }

    /// The maximum number of characters of a number. A number beyond this length is an error.
    private static let maximumNumberLength = 128

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private(set) var line = 1
    /// The next token.
    private(set) var token = Token.end

    init(_ bytes: UnsafeRawBufferPointer) throws {
        self.bytes = bytes
        try advance()
    }

    func malformed(_ what: String) -> SpecificationError {
        SpecificationError("is not a valid program: line \(line): \(what)")
    }

    /// Moves to the next token.
    mutating func advance() throws {
        skipSpace()
        guard position < bytes.count else {
            token = .end
            return
        }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\""):
            token = .string(try string())
        case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
            position += 2
            token = .arrow
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
            token = .number(try number())
        case _ where Self.startsName(byte):
            token = .name(try name())
        default:
            position += 1
            token = .punctuation(Unicode.Scalar(byte))
        }
    }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            default:
                return
            }
        }
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "@"), 0x80...:
            true
        default: false
        }
    }

    private static func continuesName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "$"): true
        default: startsName(byte)
        }
    }

    private mutating func name() throws -> String {
        let start = position
        while position < bytes.count, Self.continuesName(bytes[position]) { position += 1 }
        return try text(from: start)
    }

    /// Reads the characters of a number. The form of the number is checked when its value is used.
    private mutating func number() throws -> String {
        let start = position
        if bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") { position += 1 }
        let isHexadecimal = peek(0) == UInt8(ascii: "0") && (peek(1) == UInt8(ascii: "x") || peek(1) == UInt8(ascii: "X"))
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "."):
                position += 1
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                let before = bytes[position - 1] | 0x20
                guard before == UInt8(ascii: isHexadecimal ? "p" : "e") else { return try text(from: start) }
                position += 1
            default:
                return try text(from: start)
            }
            guard position - start <= Self.maximumNumberLength else { throw malformed("a number that is too long") }
        }
        return try text(from: start)
    }

    private func text(from start: Int) throws -> String {
        try text(of: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
    }

    private func text(of bytes: some Sequence<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw malformed("text that is not UTF-8") }
        return text
    }

    /// Reads a string in quotation marks, with the escapes of C.
    private mutating func string() throws -> String {
        position += 1
        var content: [UInt8] = []
        while let byte = peek(0) {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(of: content)
            case UInt8(ascii: "\\"): content.append(try escape())
            case UInt8(ascii: "\n"):
                line += 1
                content.append(byte)
            default: content.append(byte)
            }
        }
        throw malformed("a string without an end")
    }

    private mutating func escape() throws -> UInt8 {
        guard let byte = peek(0) else { throw malformed("a string without an end") }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return UInt8(ascii: "\n")
        case UInt8(ascii: "t"): return UInt8(ascii: "\t")
        case UInt8(ascii: "r"): return UInt8(ascii: "\r")
        case UInt8(ascii: "x"):
            var value: UInt8 = 0
            for _ in 0..<2 {
                guard let digit = peek(0).flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                    throw malformed("an unknown escape in a string")
                }
                position += 1
                value = value << 4 | UInt8(digit)
            }
            return value
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            // Up to three octal digits.
            var value = Int(byte - UInt8(ascii: "0"))
            for _ in 0..<2 {
                guard let next = peek(0), (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(next) else { break }
                position += 1
                value = value << 3 | Int(next - UInt8(ascii: "0"))
            }
            return UInt8(truncatingIfNeeded: value)
        default: return byte
        }
    }
}
