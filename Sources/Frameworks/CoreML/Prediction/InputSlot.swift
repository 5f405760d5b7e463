import CoreMLRuntime
import CoreVideo
import Foundation
import Locks

/// An input of a model, with the information that is known before a prediction.
struct InputSlot: Sendable {
    let description: MLFeatureDescription
    private let scalarType: ScalarType?
    private let acceptsLeadingAxes: Bool
    private let preprocessing: ImagePreprocessing?
    private let fallback: DefaultArray?

    /// - Parameter memoryLimit: the limit for the default value of an input that a prediction does not pass.
    init(index: Int, description: MLFeatureDescription, predictor: any ModelPredictor, memoryLimit: MemoryLimit) {
        self.description = description
        scalarType = predictor.scalarType(ofInput: index)
        acceptsLeadingAxes = predictor.acceptsLeadingAxes(ofInput: index)
        preprocessing = predictor.imagePreprocessing(ofInput: index)
        fallback = DefaultArray(description, as: scalarType, limit: memoryLimit)
    }

    /// A slot for a feature that is not an input of a network.
    init(description: MLFeatureDescription) {
        self.description = description
        scalarType = nil
        acceptsLeadingAxes = false
        preprocessing = nil
        fallback = nil
    }

    /// Checks and converts the value for a prediction. If an optional input is not passed, returns the default value, or `nil` without a default.
    ///
    /// - Throws: `MLModelError.featureType` that names the feature and the reason; `.generic` if the default value takes too much memory.
    func value(from provider: any MLFeatureProvider) throws -> PredictorValue? {
        guard let value = provider.featureValue(for: description.name), !value.isUndefined else {
            guard description.isOptional else {
                throw MLModelError(.featureType, "Feature \(description.name) is required but not specified.")
            }
            return try fallback.map { PredictorValue.tensor(try $0.tensor()) }
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
}

/// The model's default for an array that a prediction does not pass. It is made at the first request.
private final class DefaultArray: @unchecked Sendable {
    private let name: String
    private let type: TensorType
    private let value: Double
    private let limit: MemoryLimit
    private let lock = Lock()
    private var made: Tensor?

    /// The default array of an input; `nil` if the input is not an array, is not optional or has no default.
    init?(_ description: MLFeatureDescription, as scalarType: ScalarType?, limit: MemoryLimit) {
        guard description.isOptional, let constraint = description.multiArrayConstraint, let value = constraint.defaultValue else {
            return nil
        }
        name = description.name
        let own = constraint.dataType.scalarType
        type = TensorType(scalarType ?? own, constraint.extents)
        // The default number, rounded to the described element type.
        let number = Tensor(uninitialized: TensorType(.float64, []))
        number.fill(with: value)
        self.value = number.converted(to: own).doubles.first ?? value
        self.limit = limit
    }

    func tensor() throws -> Tensor {
        try lock.withLock {
            if let made { return made }
            do {
                try type.validate("the default of input '\(name)'")
                try limit.check(type.byteCount, "the default of input '\(name)'")
            } catch {
                throw MLModelError(predicting: error, using: "the model")
            }
            let tensor = Tensor(uninitialized: type)
            tensor.fill(with: value)
            made = tensor
            return tensor
        }
    }
}
