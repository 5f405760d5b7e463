import CoreML

/// The archived form of a feature value.
enum ArchivedFeatureValue: Codable {
    case undefined(Int)
    case integer(Int)
    case half(Float)
    case float(Float)
    case double(Double)
    case string(String)
    case strings([String])
    case integers([Int])
    case stringDictionary([String: Double])
    case integerDictionary([Int: Double])
    case doubles(MLShapedArray<Double>)
    case floats(MLShapedArray<Float>)
    case halves(MLShapedArray<Float16>)
    case int32s(MLShapedArray<Int32>)
    case int8s(MLShapedArray<Int8>)

    init(_ value: MLSendableFeatureValue) {
        switch value.type {
        case _ where value.isUndefined: self = .undefined(value.type.rawValue)
        case .int64: self = .integer(value.integerValue ?? 0)
        case .double: self = Self.number(value)
        case .string: self = .string(value.stringValue ?? "")
        case .sequence: self = Self.sequence(value)
        case .dictionary:
            self = value.integerDictionaryValue.map { .integerDictionary($0) } ?? .stringDictionary(value.stringDictionaryValue ?? [:])
        case .multiArray: self = Self.array(value)
        default: self = .undefined(value.type.rawValue)
        }
    }

    private static func number(_ value: MLSendableFeatureValue) -> ArchivedFeatureValue {
        if let half = value.float16Value { return .half(Float(half)) }
        if let float = value.floatValue { return .float(float) }
        return .double(value.doubleValue ?? 0)
    }

    private static func sequence(_ value: MLSendableFeatureValue) -> ArchivedFeatureValue {
        if let strings = value.stringArrayValue { return .strings(strings) }
        let numbers = MLFeatureValue(value).sequenceValue?.int64Values ?? []
        return .integers(numbers.map(\.intValue))
    }

    private static func array(_ value: MLSendableFeatureValue) -> ArchivedFeatureValue {
        if let doubles = value.shapedArrayValue(of: Double.self) { return .doubles(doubles) }
        if let floats = value.shapedArrayValue(of: Float.self) { return .floats(floats) }
        if let halves = value.shapedArrayValue(of: Float16.self) { return .halves(halves) }
        if let int32s = value.shapedArrayValue(of: Int32.self) { return .int32s(int32s) }
        if let int8s = value.shapedArrayValue(of: Int8.self) { return .int8s(int8s) }
        return .undefined(value.type.rawValue)
    }

    var featureValue: MLSendableFeatureValue {
        switch self {
        case .undefined(let type): return MLSendableFeatureValue(undefined: MLFeatureType(rawValue: type) ?? .invalid)
        case .integer(let value): return MLSendableFeatureValue(value)
        case .half(let value): return MLSendableFeatureValue(Float16(value))
        case .float(let value): return MLSendableFeatureValue(value)
        case .double(let value): return MLSendableFeatureValue(value)
        case .string(let value): return MLSendableFeatureValue(value)
        case .strings(let values): return MLSendableFeatureValue(values)
        case .integers(let values):
            let sequence = MLSequence(int64s: values.map { NSNumber(value: $0) })
            return MLSendableFeatureValue(MLFeatureValue(sequence: sequence)) ?? MLSendableFeatureValue(undefined: .sequence)
        case .stringDictionary(let values): return MLSendableFeatureValue(values)
        case .integerDictionary(let values): return MLSendableFeatureValue(values)
        case .doubles(let array): return MLSendableFeatureValue(array)
        case .floats(let array): return MLSendableFeatureValue(array)
        case .halves(let array): return MLSendableFeatureValue(array)
        case .int32s(let array): return MLSendableFeatureValue(array)
        case .int8s(let array): return MLSendableFeatureValue(array)
        }
    }
}
