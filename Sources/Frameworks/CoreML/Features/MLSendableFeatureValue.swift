import CoreMLRuntime
import Foundation

/// A feature value that can be passed from one task to another. All types are supported except images and states.
public struct MLSendableFeatureValue: Equatable, Sendable, CustomDebugStringConvertible {
    private enum Content: Equatable, Sendable {
        case undefined(MLFeatureType)
        case integer(Int)
        case float16(Float16)
        case float(Float)
        case double(Double)
        case string(String)
        case strings([String])
        case integers([Int64])
        case stringDictionary([String: Double])
        case integerDictionary([Int: Double])
        case doubles(MLShapedArray<Double>)
        case floats(MLShapedArray<Float>)
        case halves(MLShapedArray<Float16>)
        case int32s(MLShapedArray<Int32>)
        case int8s(MLShapedArray<Int8>)
    }

    private let content: Content

    private init(content: Content) {
        self.content = content
    }

    /// A missing value of the given type.
    public init(undefined type: MLFeatureType) { self.init(content: .undefined(type)) }
    /// A whole number.
    public init(_ value: Int) { self.init(content: .integer(value)) }
    /// A whole number.
    public init(_ value: Int32) { self.init(content: .integer(Int(value))) }
    /// A number.
    public init(_ value: Float16) { self.init(content: .float16(value)) }
    /// A number.
    public init(_ value: Float) { self.init(content: .float(value)) }
    /// A number.
    public init(_ value: Double) { self.init(content: .double(value)) }
    /// A string.
    public init(_ value: String) { self.init(content: .string(value)) }
    /// A list of strings.
    public init(_ value: [String]) { self.init(content: .strings(value)) }
    /// A dictionary of numbers with strings as keys.
    public init(_ value: [String: Double]) { self.init(content: .stringDictionary(value)) }
    /// A dictionary of whole numbers with strings as keys.
    public init(_ value: [String: Int]) { self.init(content: .stringDictionary(value.mapValues(Double.init))) }
    /// A dictionary of numbers with whole numbers as keys.
    public init(_ value: [Int: Double]) { self.init(content: .integerDictionary(value)) }
    /// A dictionary of whole numbers with whole numbers as keys.
    public init(_ value: [Int: Int]) { self.init(content: .integerDictionary(value.mapValues(Double.init))) }

    /// An array.
    public init<Scalar>(_ value: MLShapedArray<Scalar>) where Scalar: MLShapedArrayScalar {
        let content: Content =
            switch value {
            case let value as MLShapedArray<Double>: .doubles(value)
            case let value as MLShapedArray<Float16>: .halves(value)
            case let value as MLShapedArray<Int32>: .int32s(value)
            case let value as MLShapedArray<Int8>: .int8s(value)
            default: .floats(MLShapedArray<Float>(converting: value))
            }
        self.init(content: content)
    }

    /// Makes a feature value that can be passed between tasks. Returns `nil` for an image or a state.
    public init?(_ value: MLFeatureValue) {
        switch value.content {
        case .undefined(let type): self.init(undefined: type)
        case .int64(let number): self.init(Int(number))
        case .double(let number): self.init(number)
        case .string(let string): self.init(string)
        case .image: return nil
        case .multiArray(let array):
            switch array.dataType {
            case .double: self.init(MLShapedArray<Double>(array))
            case .float32: self.init(MLShapedArray<Float>(array))
            case .float16: self.init(MLShapedArray<Float16>(array))
            case .int32: self.init(MLShapedArray<Int32>(array))
            case .int8: self.init(MLShapedArray<Int8>(array))
            }
        case .sequence(let sequence):
            self.init(content: sequence.type == .string ? .strings(sequence.stringValues) : .integers(sequence.integers))
        case .dictionary, .probabilities: self.init(dictionary: value.dictionaryValue)
        }
    }

    private init(dictionary: [AnyHashable: NSNumber]) {
        if let strings = dictionary as? [String: NSNumber] {
            self.init(strings.mapValues(\.doubleValue))
            return
        }
        var integers: [Int: Double] = [:]
        for (key, value) in dictionary {
            if let key = MLFeatureValue.int64(key) { integers[Int(key)] = value.doubleValue }
        }
        self.init(integers)
    }

    /// The type of the value.
    public var type: MLFeatureType {
        switch content {
        case .undefined(let type): type
        case .integer: .int64
        case .float16, .float, .double: .double
        case .string: .string
        case .strings, .integers: .sequence
        case .stringDictionary, .integerDictionary: .dictionary
        case .doubles, .floats, .halves, .int32s, .int8s: .multiArray
        }
    }

    /// Whether the value is missing. A missing value still has a type.
    public var isUndefined: Bool {
        if case .undefined = content { true } else { false }
    }

    /// Whether the value is a number or a string.
    public var isScalar: Bool { !isUndefined && [.int64, .double, .string].contains(type) }
    /// Whether the value is an array, with any type of elements.
    public var isShapedArray: Bool { !isUndefined && type == .multiArray }

    /// The whole number; `nil` for other types.
    public var integerValue: Int? {
        if case .integer(let value) = content { value } else { nil }
    }

    /// The number of a `Float16`; `nil` for other types.
    public var float16Value: Float16? {
        if case .float16(let value) = content { value } else { nil }
    }

    /// The number of a `Float` or `Float16`; `nil` for other types.
    public var floatValue: Float? {
        switch content {
        case .float(let value): value
        case .float16(let value): Float(value)
        default: nil
        }
    }

    /// The number of a `Double`, `Float` or `Float16`; `nil` for other types.
    public var doubleValue: Double? {
        switch content {
        case .double(let value): value
        case .float(let value): Double(value)
        case .float16(let value): Double(value)
        default: nil
        }
    }

    /// The string; `nil` for other types.
    public var stringValue: String? {
        if case .string(let value) = content { value } else { nil }
    }

    /// The list of strings; `nil` for other types.
    public var stringArrayValue: [String]? {
        if case .strings(let value) = content { value } else { nil }
    }

    /// The dictionary with strings as keys; `nil` for other types.
    public var stringDictionaryValue: [String: Double]? {
        if case .stringDictionary(let value) = content { value } else { nil }
    }

    /// The dictionary with whole numbers as keys; `nil` for other types.
    public var integerDictionaryValue: [Int: Double]? {
        if case .integerDictionary(let value) = content { value } else { nil }
    }

    /// The array; `nil` if its scalar type is not `Scalar`, or if the value is not an array.
    public func shapedArrayValue<Scalar>(of type: Scalar.Type) -> MLShapedArray<Scalar>? where Scalar: MLShapedArrayScalar {
        switch content {
        case .doubles(let value): value as? MLShapedArray<Scalar>
        case .floats(let value): value as? MLShapedArray<Scalar>
        case .halves(let value): value as? MLShapedArray<Scalar>
        case .int32s(let value): value as? MLShapedArray<Scalar>
        case .int8s(let value): value as? MLShapedArray<Scalar>
        default: nil
        }
    }

    public var debugDescription: String { "\(MLFeatureValue(self))" }

    var featureContent: MLFeatureValue.Content {
        switch content {
        case .undefined(let type): .undefined(type)
        case .integer(let value): .int64(Int64(value))
        case .float16(let value): .double(Double(value))
        case .float(let value): .double(Double(value))
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .strings(let value): .sequence(MLSequence(strings: value))
        case .integers(let value): .sequence(MLSequence(integers: value))
        case .stringDictionary(let value): .dictionary(value.mapValues { NSNumber(value: $0) })
        case .integerDictionary(let value):
            .dictionary(Dictionary(uniqueKeysWithValues: value.map { (AnyHashable(Int64($0)), NSNumber(value: $1)) }))
        case .doubles(let value): .multiArray(MLMultiArray(value))
        case .floats(let value): .multiArray(MLMultiArray(value))
        case .halves(let value): .multiArray(MLMultiArray(value))
        case .int32s(let value): .multiArray(MLMultiArray(value))
        case .int8s(let value): .multiArray(MLMultiArray(value))
        }
    }
}

extension MLFeatureValue {
    /// Converts a value that was passed from one task to another.
    public convenience init(_ value: MLSendableFeatureValue) {
        self.init(content: value.featureContent)
    }
}
