import CoreML
import Foundation
import JSON

// Dictionaries and sequences, which the command line reads from files too.
extension ServedValue {
    package static func dictionary(_ pairs: [(JSON?, JSON)]) throws -> MLFeatureValue {
        var dictionary: [AnyHashable: NSNumber] = [:]
        for (key, value) in pairs {
            guard let number = value.double else { throw JSONError(description: "a dictionary's value is not a number") }
            switch key {
            case .string(let string)?: dictionary[string] = NSNumber(value: number)
            case .integer(let integer)?: dictionary[Int64(integer)] = NSNumber(value: number)
            default: throw JSONError(description: "a dictionary's key is neither a string nor a whole number")
            }
        }
        return try MLFeatureValue(dictionary: dictionary)
    }

    package static func sequence(_ elements: [JSON]) throws -> MLFeatureValue {
        let strings = elements.compactMap(\.string)
        if !elements.isEmpty, strings.count == elements.count { return MLFeatureValue(sequence: MLSequence(strings: strings)) }
        let integers = elements.compactMap(\.integer)
        guard integers.count == elements.count else { throw JSONError(description: "a sequence is not of strings or of whole numbers") }
        return MLFeatureValue(sequence: MLSequence(int64s: integers.map { NSNumber(value: Int64($0)) }))
    }
}

/// The name of a feature's type in JSON.
package enum FeatureTypeName {
    package static func name(_ type: MLFeatureType) -> String {
        switch type {
        case .int64: "int64"
        case .double: "double"
        case .string: "string"
        case .image: "image"
        case .multiArray: "multiArray"
        case .dictionary: "dictionary"
        case .sequence: "sequence"
        case .state: "state"
        default: "invalid"
        }
    }

    package static func name(_ type: MLMultiArrayDataType) -> String {
        switch type {
        case .double: "float64"
        case .float32: "float32"
        case .float16: "float16"
        case .int32: "int32"
        case .int8: "int8"
        }
    }
}
