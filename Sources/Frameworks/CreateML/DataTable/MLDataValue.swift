import CoreML
import Foundation

/// A cell of a table.
public enum MLDataValue: CustomStringConvertible, CustomDebugStringConvertible, Hashable, Sendable {
    /// An integer.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A text.
    case string(String)
    /// A sequence of values.
    case sequence(SequenceType)
    /// A dictionary. Its keys and values are cell values.
    case dictionary(DictionaryType)
    /// An array of numbers with any number of dimensions.
    case multiArray(MultiArrayType)
    /// A missing value.
    case invalid

    /// The types of cell values.
    public enum ValueType: String, CustomStringConvertible, CustomDebugStringConvertible, Equatable, Hashable, Sendable {
        /// Integers.
        case int
        /// Floating-point numbers.
        case double
        /// Texts.
        case string
        /// Sequences of values.
        case sequence
        /// Dictionaries whose keys and values are cell values.
        case dictionary
        /// Arrays of numbers with any number of dimensions.
        case multiArray
        /// No type, because the value is missing.
        case invalid

        public var description: String { rawValue }
        public var debugDescription: String { rawValue }
    }

    /// The type of the value.
    public var type: ValueType {
        switch self {
        case .int: .int
        case .double: .double
        case .string: .string
        case .sequence: .sequence
        case .dictionary: .dictionary
        case .multiArray: .multiArray
        case .invalid: .invalid
        }
    }

    /// Whether the value is not missing.
    public var isValid: Bool { self != .invalid }

    /// The integer of an `int`; `nil` for other types.
    public var intValue: Int? {
        guard case .int(let value) = self else { return nil }
        return value
    }

    /// The number of a `double`; `nil` for other types.
    public var doubleValue: Double? {
        guard case .double(let value) = self else { return nil }
        return value
    }

    /// The text of a `string`; `nil` for other types.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The sequence of a `sequence`; `nil` for other types.
    public var sequenceValue: SequenceType? {
        guard case .sequence(let value) = self else { return nil }
        return value
    }

    /// The dictionary of a `dictionary`; `nil` for other types.
    public var dictionaryValue: DictionaryType? {
        guard case .dictionary(let value) = self else { return nil }
        return value
    }

    /// The array of a `multiArray`; `nil` for other types.
    public var multiArrayValue: MultiArrayType? {
        guard case .multiArray(let value) = self else { return nil }
        return value
    }

    /// The number of an `int` or a `double`; `nil` for other types.
    var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    public var description: String {
        switch self {
        case .int(let value): value.description
        case .double(let value): value.description
        case .string(let value): value
        case .sequence(let value): value.description
        case .dictionary(let value): value.description
        case .multiArray(let value): value.description
        case .invalid: "<missing>"
        }
    }

    public var debugDescription: String { "\(type)(\(description))" }

    /// The value converted to another type, or a missing value if it cannot be converted. A `Double` becomes an `Int` without its fraction. Text is
    /// parsed as a number, and any value can become text. Sequences of numbers become multi-arrays, and multi-arrays become sequences.
    func converted(to type: ValueType) -> MLDataValue {
        if self.type == type { return self }
        switch (type, self) {
        case (.double, .int(let value)): return .double(Double(value))
        case (.int, .double(let value)): return Int(exactly: value.rounded(.towardZero)).map { .int($0) } ?? .invalid
        case (.int, .string(let text)): return Int(text).map { .int($0) } ?? .invalid
        case (.double, .string(let text)): return Double(text).map { .double($0) } ?? .invalid
        case (.string, .invalid): return .invalid
        case (.string, _): return .string(description)
        case (.sequence, .multiArray(let array)): return .sequence(SequenceType(array.values))
        case (.multiArray, .sequence(let values)): return MultiArrayType(values).map { .multiArray($0) } ?? .invalid
        default: return .invalid
        }
    }
}

/// A type whose values can be cells of a table.
public protocol MLDataValueConvertible {
    /// The type of the cells that hold values of this type.
    static var dataValueType: MLDataValue.ValueType { get }
    /// The value of a cell; `nil` if the cell is missing or of another type.
    init?(from dataValue: MLDataValue)
    /// Makes the value that replaces a missing value: zero, or an empty text or collection.
    init()
    /// The value as a cell.
    var dataValue: MLDataValue { get }
}
