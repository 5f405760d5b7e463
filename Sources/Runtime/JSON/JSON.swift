/// A JSON value that keeps the order of an object's members and writes numbers in their shortest exact form.
package enum JSON: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    /// A single-precision number, written with no more digits than it has.
    case float(Float)
    case string(String)
    /// A long string without escapes, as the range of its bytes in the parsed text.
    case span(Range<Int>)
    case array([JSON])
    case object([(String, JSON)])

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements) }

    /// The value as one line of JSON.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        // A span has no meaning without the text that it is part of.
        case .null, .span: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        // JSON has no infinity and no NaN.
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .float(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): JSON.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += ", " }
                JSON.write(member.0, to: &text)
                text += ": "
                member.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        guard needsEscapes(string) else {
            text += string
            text += "\""
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Whether a string needs escapes. Most strings need none, and some are megabytes of Base64. The loop has no early exit, so that it is
    /// vectorised.
    private static func needsEscapes(_ string: String) -> Bool {
        let found = string.utf8.withContiguousStorageIfAvailable { bytes in
            var found: UInt8 = 0
            for byte in bytes {
                found |= byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
            }
            return found != 0
        }
        return found ?? true
    }
}
