extension Int: MLDataValueConvertible {
    public static var dataValueType: MLDataValue.ValueType { .int }
    public init?(from dataValue: MLDataValue) {
        guard let value = dataValue.intValue else { return nil }
        self = value
    }
    public var dataValue: MLDataValue { .int(self) }
}

extension Int64: MLDataValueConvertible {
    public static var dataValueType: MLDataValue.ValueType { .int }
    public init?(from dataValue: MLDataValue) {
        guard let value = dataValue.intValue else { return nil }
        self = Int64(value)
    }
    public var dataValue: MLDataValue { .int(Int(self)) }
}

/// Booleans as cells: `true` is the integer 1, and `false` is 0. When a cell is read, every integer except 0 is `true`.
extension Bool: MLDataValueConvertible {
    public static var dataValueType: MLDataValue.ValueType { .int }
    public init?(from dataValue: MLDataValue) {
        guard let value = dataValue.intValue else { return nil }
        self = value != 0
    }
    public var dataValue: MLDataValue { .int(self ? 1 : 0) }
}

extension Double: MLDataValueConvertible {
    public static var dataValueType: MLDataValue.ValueType { .double }
    /// The number in a cell, which may also be an integer; `nil` for cells of other types.
    public init?(from dataValue: MLDataValue) {
        guard let value = dataValue.number else { return nil }
        self = value
    }
    public var dataValue: MLDataValue { .double(self) }
}

extension String: MLDataValueConvertible {
    public static var dataValueType: MLDataValue.ValueType { .string }
    public init?(from dataValue: MLDataValue) {
        guard let value = dataValue.stringValue else { return nil }
        self = value
    }
    public var dataValue: MLDataValue { .string(self) }
}

extension Array: MLDataValueConvertible where Element: MLDataValueConvertible {
    public static var dataValueType: MLDataValue.ValueType { .sequence }
    /// The elements of a sequence; `nil` if the cell has another type, or an element is missing or not an `Element`.
    public init?(from dataValue: MLDataValue) {
        guard case .sequence(let sequence) = dataValue else { return nil }
        var elements: [Element] = []
        for value in sequence {
            guard let element = Element(from: value) else { return nil }
            elements.append(element)
        }
        self = elements
    }
    public var dataValue: MLDataValue { .sequence(.init(self)) }
}

extension Dictionary: MLDataValueConvertible where Key: MLDataValueConvertible, Value: MLDataValueConvertible {
    public static var dataValueType: MLDataValue.ValueType { .dictionary }
    public init?(from dataValue: MLDataValue) {
        guard case .dictionary(let dictionary) = dataValue else { return nil }
        self.init(from: dictionary)
    }
    /// A Swift dictionary of the keys and values; `nil` if a key or a value is missing or of another type than `Key` or `Value`.
    public init?(from dictionaryType: MLDataValue.DictionaryType) {
        var result: [Key: Value] = [:]
        for (key, value) in dictionaryType {
            guard let key = Key(from: key), let value = Value(from: value) else { return nil }
            result[key] = value
        }
        self = result
    }
    public var dataValue: MLDataValue {
        .dictionary(.init(Dictionary<MLDataValue, MLDataValue>(map { ($0.dataValue, $1.dataValue) }) { first, _ in first }))
    }
}
