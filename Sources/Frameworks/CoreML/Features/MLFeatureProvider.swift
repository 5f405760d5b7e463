import CoreVideo
import Foundation

/// A set of named feature values: the inputs or the outputs of a model.
public protocol MLFeatureProvider {
    /// The names of the features that have a value.
    var featureNames: Set<String> { get }
    /// The value of a feature, `nil` if there is none.
    func featureValue(for featureName: String) -> MLFeatureValue?
}

/// A list of feature providers.
public protocol MLBatchProvider {
    /// The number of predictions.
    var count: Int { get }
    /// The features of one prediction.
    ///
    /// - Precondition: the index is at least 0 and less than ``count``.
    func features(at index: Int) -> any MLFeatureProvider
}

/// Feature values from a dictionary.
open class MLDictionaryFeatureProvider: NSObject, MLFeatureProvider {
    private let values: [String: MLFeatureValue]

    /// The values by their names.
    public var dictionary: [String: MLFeatureValue] { values }

    /// Makes a provider from named values. A value can be an `MLFeatureValue`, number, string, multi-array, shaped array, pixel buffer,
    /// dictionary of numbers or sequence.
    ///
    /// - Throws: `MLModelError.featureType` that names the key of a value of another type.
    public init(dictionary: [String: Any]) throws {
        var values = [String: MLFeatureValue](minimumCapacity: dictionary.count)
        for (name, value) in dictionary {
            guard let wrapped = try MLFeatureValue.wrap(value) else {
                throw MLModelError(.featureType, "The value for '\(name)', a \(Swift.type(of: value)), cannot be a feature value.")
            }
            values[name] = wrapped
        }
        self.values = values
    }

    package init(values: [String: MLFeatureValue]) {
        self.values = values
    }

    public var featureNames: Set<String> { Set(dictionary.keys) }

    public func featureValue(for featureName: String) -> MLFeatureValue? { dictionary[featureName] }

    /// The value of that name; `nil` if there is none.
    public subscript(featureName: String) -> MLFeatureValue? { featureValue(for: featureName) }
}

/// A type whose values can be converted to feature values.
protocol FeatureConvertible {
    var featureValue: MLFeatureValue { get }
}

extension MLShapedArray: FeatureConvertible {
    var featureValue: MLFeatureValue { MLFeatureValue(shapedArray: self) }
}

extension MLShapedArraySlice: FeatureConvertible {
    var featureValue: MLFeatureValue { MLFeatureValue(multiArray: MLMultiArray(self)) }
}

extension MLFeatureValue {
    /// Converts a Swift value to a feature value; `nil` if Core ML has no type for it.
    static func wrap(_ value: Any) throws -> MLFeatureValue? {
        switch value {
        case let value as MLFeatureValue: return value
        case let value as MLMultiArray: return MLFeatureValue(multiArray: value)
        case let value as CVPixelBuffer: return MLFeatureValue(pixelBuffer: value)
        case let value as MLSequence: return MLFeatureValue(sequence: value)
        case let value as String: return MLFeatureValue(string: value)
        case let value as Double: return MLFeatureValue(double: value)
        case let value as Float: return MLFeatureValue(double: Double(value))
        case let value as Float16: return MLFeatureValue(double: Double(value))
        case let value as CGFloat: return MLFeatureValue(double: Double(value))
        case let value as Bool: return MLFeatureValue(int64: value ? 1 : 0)
        case let value as NSNumber: return number(value)
        case let value as any BinaryInteger: return Int64(exactly: value).map { MLFeatureValue(int64: $0) }
        case let value as any FeatureConvertible: return value.featureValue
        case let value as [AnyHashable: NSNumber]: return try MLFeatureValue(dictionary: value)
        case let value as [AnyHashable: Any]: return try numbers(value).map { try MLFeatureValue(dictionary: $0) }
        case let value as [String]: return MLFeatureValue(sequence: MLSequence(strings: value))
        default: return nil
        }
    }

    private static func number(_ value: NSNumber) -> MLFeatureValue {
        switch UInt8(bitPattern: value.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): MLFeatureValue(double: value.doubleValue)
        default: MLFeatureValue(int64: value.int64Value)
        }
    }

    private static func numbers(_ dictionary: [AnyHashable: Any]) -> [AnyHashable: NSNumber]? {
        var numbers = [AnyHashable: NSNumber](minimumCapacity: dictionary.count)
        for (key, value) in dictionary {
            switch value {
            case let value as NSNumber: numbers[key] = value
            case let value as Double: numbers[key] = NSNumber(value: value)
            case let value as Float: numbers[key] = NSNumber(value: value)
            case let value as Int: numbers[key] = NSNumber(value: value)
            case let value as Int64: numbers[key] = NSNumber(value: value)
            default: return nil
            }
        }
        return numbers
    }
}
