import CoreMLRuntime
import Foundation

extension MLModel {
    /// Predicts from tensors, away from the caller's actor.
    ///
    /// - Parameter inputs: a tensor for every multi-array input; a number may be a tensor of one element.
    /// - Returns: the outputs that are multi-arrays, images or numbers. Images are channels x height x width. Other outputs have no tensor.
    /// - Throws: `MLModelError.featureType` with the input's name if an input is missing or does not fit. `MLModelError.predictionCancelled`
    ///   if the task is cancelled before a network or program has run to its end.
    public func prediction(from inputs: [String: MLTensor]) async throws -> [String: MLTensor] {
        try await MLModel.cancellable { try prediction(from: inputs, state: nil) }
    }

    /// Predicts from tensors, away from the caller's actor, reading and writing a state.
    ///
    /// - Parameter inputs: a tensor for every multi-array input; a number may be a tensor of one element.
    /// - Returns: the outputs that are multi-arrays, images or numbers. Images are channels x height x width. Other outputs have no tensor.
    /// - Throws: `MLModelError.featureType` with the input's name if an input is missing or does not fit. `MLModelError.predictionCancelled`
    ///   if the task is cancelled before a network or program has run to its end. The state is then as it was before.
    public func prediction(from inputs: [String: MLTensor], using state: MLState) async throws -> [String: MLTensor] {
        try await MLModel.cancellable { try prediction(from: inputs, state: state) }
    }

    private func prediction(from inputs: [String: MLTensor], state: MLState?) throws -> [String: MLTensor] {
        let provider = try TensorFeatureProvider(inputs, for: modelDescription)
        let result = try predict(provider, options: nil, state: state)
        var tensors: [String: MLTensor] = [:]
        for (description, value) in zip(modelDescription.outputs, result.raw) {
            tensors[description.name] = value.flatMap { MLTensor($0, for: description) }
        }
        return tensors
    }
}

extension MLTensor {
    /// An output as a tensor of the described type; `nil` for an output that is not an array, an image or a number.
    fileprivate init?(_ value: PredictorValue, for description: MLFeatureDescription) {
        switch value {
        case .tensor(let tensor):
            self = MLTensor(tensor).converted(to: description.multiArrayConstraint?.dataType.tensorScalar ?? .float32)
        case .double(let number): self.init(Float(number))
        case .int64(let number): self.init(Int32(clamping: number))
        default: return nil
        }
    }
}

extension MLMultiArrayDataType {
    /// The tensor type for elements of a multi-array. Tensors do not support doubles.
    fileprivate var tensorScalar: ScalarType { self == .double ? .float32 : scalarType }
}

/// Tensors as the features that a model takes.
private struct TensorFeatureProvider: MLFeatureProvider {
    private let values: [String: MLFeatureValue]

    init(_ tensors: [String: MLTensor], for description: MLModelDescription) throws {
        values = try Dictionary(
            uniqueKeysWithValues: tensors.map { name, tensor in
                (name, try TensorFeatureProvider.value(tensor, for: description.inputDescriptionsByName[name]))
            })
    }

    var featureNames: Set<String> { Set(values.keys) }

    func featureValue(for featureName: String) -> MLFeatureValue? { values[featureName] }

    private static func value(_ tensor: MLTensor, for description: MLFeatureDescription?) throws -> MLFeatureValue {
        if let first = tensor.storage.count == 1 ? tensor.storage.doubles.first : nil {
            if description?.type == .double { return MLFeatureValue(double: first) }
            if description?.type == .int64 { return MLFeatureValue(int64: Int64(saturating: first)) }
        }
        let type = description?.multiArrayConstraint?.dataType ?? MLMultiArrayDataType(tensor.storage.scalar) ?? .float32
        return MLFeatureValue(multiArray: try MLMultiArray(tensor.storage, as: type))
    }
}
