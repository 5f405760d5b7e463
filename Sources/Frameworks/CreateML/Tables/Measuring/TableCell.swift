import CoreML
import Foundation

/// Converts the values of a table to the inputs of a model.
enum TableCell {
    /// The value as a feature for a model's input; `nil` if its type does not suit the input.
    static func feature(_ value: MLDataValue, _ input: MLFeatureDescription) throws -> MLFeatureValue? {
        guard value.isValid else { return missing(input) }
        switch input.type {
        case .double: return value.number.map { MLFeatureValue(double: $0) }
        case .int64: return value.number.flatMap { Int64(exactly: $0) }.map { MLFeatureValue(int64: $0) }
        case .string: return MLFeatureValue(string: value.description)
        case .dictionary: return try value.dictionaryValue.flatMap { try dictionary($0, input) }
        case .multiArray: return try array(value)
        default: return nil
        }
    }

    /// A description of the values that an input takes.
    static func text(_ input: MLFeatureDescription) -> String {
        switch input.type {
        case .double: "a number"
        case .int64: "a whole number"
        case .string: "a text"
        case .dictionary: "a dictionary of numbers"
        default: "a list of numbers"
        }
    }

    private static func missing(_ input: MLFeatureDescription) -> MLFeatureValue? {
        switch input.type {
        case .double: MLFeatureValue(double: .nan)
        case .string: MLFeatureValue(string: "")
        case .dictionary: try? MLFeatureValue(dictionary: [:])
        default: input.isOptional ? MLFeatureValue(undefined: input.type) : nil
        }
    }

    private static func dictionary(_ value: MLDataValue.DictionaryType, _ input: MLFeatureDescription) throws -> MLFeatureValue? {
        let hasNumbers = input.dictionaryConstraint?.keyType == .int64
        var members: [AnyHashable: NSNumber] = [:]
        for (key, member) in value {
            guard let number = member.number else { return nil }
            if hasNumbers {
                guard let key = Int64(key.description) else { return nil }
                members[key] = NSNumber(value: number)
            } else {
                members[key.description] = NSNumber(value: number)
            }
        }
        return try MLFeatureValue(dictionary: members)
    }

    private static func array(_ value: MLDataValue) throws -> MLFeatureValue? {
        guard let numbers = value.converted(to: .sequence).sequenceValue?.map(\.number) else {
            return try value.number.map { MLFeatureValue(multiArray: try MLMultiArray([$0])) }
        }
        let known = numbers.compactMap(\.self)
        return known.count == numbers.count ? MLFeatureValue(multiArray: try MLMultiArray(known)) : nil
    }
}
