import Foundation

extension MLDataValue {
    /// Converts a value that `JSONSerialization` read.
    init(json: Any) {
        switch json {
        case let text as String: self = .string(text)
        case let number as NSNumber: self = MLDataValue(number)
        case let elements as [Any]: self = .sequence(SequenceType(elements.map { MLDataValue(json: $0) }))
        case let object as [String: Any]:
            self = .dictionary(
                DictionaryType(Dictionary(object.map { (.string($0.key), MLDataValue(json: $0.value)) }) { first, _ in first }))
        default: self = .invalid
        }
    }

    private init(_ number: NSNumber) {
        let type = UInt8(bitPattern: number.objCType.pointee)
        if type == UInt8(ascii: "d") || type == UInt8(ascii: "f") {
            self = .double(number.doubleValue)
        } else if let value = Int(exactly: number) {
            self = .int(value)
        } else {
            self = .double(number.doubleValue)
        }
    }

    /// The value as JSON. Missing values, infinity and NaN are null, and keys are text.
    package var json: String {
        switch self {
        case .int(let value): value.description
        case .double(let value): value.isFinite ? value.description : "null"
        case .string(let text): Self.quoted(text)
        case .sequence(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .dictionary(let contents):
            "{" + contents.sorted.map { "\(Self.quoted($0.key.description)):\($0.value.json)" }.joined(separator: ",") + "}"
        case .multiArray(let array): Self.nested(array.values[...], array.shape[...])
        case .invalid: "null"
        }
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20: result += String(format: "\\u%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func nested(_ values: ArraySlice<Double>, _ shape: ArraySlice<Int>) -> String {
        guard let extent = shape.first else { return values.first.map { MLDataValue.double($0).json } ?? "null" }
        guard extent > 0 else { return "[]" }
        let size = values.count / extent
        let parts = (0..<extent).map { index in
            nested(values[(values.startIndex + index * size)..<(values.startIndex + (index + 1) * size)], shape.dropFirst())
        }
        return "[" + parts.joined(separator: ",") + "]"
    }
}
