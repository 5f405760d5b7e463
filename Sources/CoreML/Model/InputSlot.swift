import CoreMLRuntime
import CoreVideo
import Foundation

/// One input of a model, with all that can be known before a prediction.
struct InputSlot: Sendable {
    let description: MLFeatureDescription
    private let scalarType: ScalarType?
    private let acceptsLeadingAxes: Bool
    private let preprocessing: ImagePreprocessing?
    private let fallback: PredictorValue?

    init(index: Int, description: MLFeatureDescription, predictor: any ModelPredictor) {
        self.description = description
        scalarType = predictor.scalarType(ofInput: index)
        acceptsLeadingAxes = predictor.acceptsLeadingAxes(ofInput: index)
        preprocessing = predictor.imagePreprocessing(ofInput: index)
        fallback = InputSlot.fallback(description, scalarType)
    }

    /// A feature that is no input of a network.
    init(description: MLFeatureDescription) {
        self.description = description
        scalarType = nil
        acceptsLeadingAxes = false
        preprocessing = nil
        fallback = nil
    }

    /// The value for a prediction, checked and converted; nil where an optional input is left out.
    ///
    /// - Throws: `MLModelError.featureType` that names the feature and the reason.
    func value(from provider: any MLFeatureProvider) throws -> PredictorValue? {
        guard let value = provider.featureValue(for: description.name), !value.isUndefined else {
            guard description.isOptional else {
                throw MLModelError(.featureType, "Feature \(description.name) is required but not specified.")
            }
            return fallback
        }
        try description.validate(value, acceptsLeadingAxes: acceptsLeadingAxes)
        return try convert(value)
    }

    private func convert(_ value: MLFeatureValue) throws -> PredictorValue {
        switch value.content {
        case .undefined: throw MLModelError(.featureType, "Feature \(description.name) is required but not specified.")
        case .int64(let number): description.type == .double ? .double(Double(number)) : .int64(number)
        case .double(let number): .double(number)
        case .string(let string): .string(string)
        case .image(let buffer): .image(PixelBufferImage(buffer))
        case .multiArray(let array): .tensor(try array.tensor(as: scalarType))
        case .probabilities(let probabilities): .probabilities(probabilities)
        case .sequence(let sequence): sequence.type == .string ? .strings(sequence.stringValues) : .int64s(sequence.integers)
        case .dictionary(let dictionary): try convert(dictionary)
        }
    }

    private func convert(_ dictionary: [AnyHashable: NSNumber]) throws -> PredictorValue {
        if description.dictionaryConstraint?.keyType == .int64 {
            var converted = [Int64: Double](minimumCapacity: dictionary.count)
            for (key, value) in dictionary {
                if let key = MLFeatureValue.int64(key) { converted[key] = value.doubleValue }
            }
            return .int64Dictionary(converted)
        }
        var converted = [String: Double](minimumCapacity: dictionary.count)
        for (key, value) in dictionary {
            if let key = key.base as? String { converted[key] = value.doubleValue }
        }
        return .stringDictionary(converted)
    }

    /// The model's own value for an input that is left out.
    private static func fallback(_ description: MLFeatureDescription, _ scalarType: ScalarType?) -> PredictorValue? {
        guard description.isOptional, let constraint = description.multiArrayConstraint, let value = constraint.defaultValue,
            let array = try? MLMultiArray(extents: constraint.extents, dataType: constraint.dataType)
        else { return nil }
        for index in 0..<array.count {
            array[index] = NSNumber(value: value)
        }
        return (try? array.tensor(as: scalarType)).map { .tensor($0) }
    }
}
