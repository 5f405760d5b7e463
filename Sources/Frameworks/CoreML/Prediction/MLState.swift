import CoreMLRuntime
import Foundation

/// The buffers that a model reads and writes from one prediction to the next.
///
/// Predictions with one state run one after the other, whichever threads they are called on.
public final class MLState: NSObject, @unchecked Sendable {
    private let buffers: [String: StateBuffer]
    /// The element types in the model's description. A buffer may hold its elements in a wider type.
    private let types: [String: MLMultiArrayDataType]
    private let lock = NSRecursiveLock()
    /// Whether a buffer is in use by the body of `withMultiArray`.
    private var isLent = false

    init(_ buffers: [String: StateBuffer], types: [String: MLMultiArrayDataType]) {
        self.buffers = buffers
        self.types = types
    }

    /// Calls `body` with the buffer of a state. `body` may read and write it until it returns. Meanwhile, predictions with this state on
    /// other threads wait. A prediction with this state within `body` throws an error.
    ///
    /// - Precondition: the model has a state of that name.
    public func withMultiArray<R>(for stateName: String, _ body: (MLMultiArray) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        let wasLent = isLent
        isLent = true
        defer { isLent = wasLent }
        // A program may have stored one of its constants as the buffer. The buffer then needs its own copy.
        buffers[stateName]?.makeOwn()
        guard let buffer = buffers[stateName], let type = types[stateName] ?? MLMultiArrayDataType(buffer.tensor.scalar),
            let array = try? MLMultiArray(buffer.tensor, as: type)
        else {
            preconditionFailure("The model has no state '\(stateName)'.")
        }
        // If the types differ, the array is a copy, so its contents are converted back into the buffer.
        defer {
            if type.scalarType != buffer.tensor.scalar, let written = try? array.tensor(as: buffer.tensor.scalar) {
                buffer.own(written)
            }
        }
        return try body(array)
    }

    /// - Throws: `MLModelError.generic` if it is called in the body of `withMultiArray`; the errors of the predictor. After an error the buffers are
    ///   unchanged.
    func predict(_ predictor: any ModelPredictor, _ values: [PredictorValue?]) throws -> [PredictorValue?] {
        lock.lock()
        defer { lock.unlock() }
        guard !isLent else {
            throw MLModelError(.generic, "A prediction cannot use a state whose buffer is lent to withMultiArray(for:_:) at the time.")
        }
        // A prediction may fail or be cancelled after it has changed some of the buffers.
        return try buffers.restoringOnFailure { try predictor.predict(values, states: buffers) }
    }
}

extension MLModel {
    /// Makes a new state with zeros in all its buffers. If the model has no states, the new state has no buffers.
    public func makeState() -> MLState {
        MLState(predictor.makeStates(), types: modelDescription.stateDescriptionsByName.compactMapValues { $0.stateConstraint?.dataType })
    }

    /// Predicts, reading and writing a state.
    ///
    /// - Throws: `MLModelError.featureType` that names an input that is missing or does not fit.
    public func prediction(from inputFeatures: any MLFeatureProvider, using state: MLState) throws -> any MLFeatureProvider {
        try predict(inputFeatures, options: nil, state: state)
    }

    /// Predicts, reading and writing a state.
    ///
    /// - Throws: `MLModelError.featureType` that names an input that is missing or does not fit.
    public func prediction(
        from inputFeatures: any MLFeatureProvider, using state: MLState, options: MLPredictionOptions
    ) throws -> any MLFeatureProvider {
        try predict(inputFeatures, options: options, state: state)
    }

    /// Predicts away from the caller's actor, reading and writing a state.
    ///
    /// - Throws: `MLModelError.featureType` with the input's name if an input is missing or does not fit. `MLModelError.predictionCancelled`
    ///   if the task is cancelled before a network or program has run to its end. The state is then as it was before.
    public func prediction(
        from input: any MLFeatureProvider, using state: MLState, options: MLPredictionOptions = MLPredictionOptions()
    ) async throws -> any MLFeatureProvider {
        try await MLModel.cancellable { try predict(input, options: options, state: state) }
    }
}

extension MLModel {
    /// A new state; `nil` for a model without states.
    package func makeStateIfNeeded() -> MLState? { modelDescription.stateDescriptionsByName.isEmpty ? nil : makeState() }

    /// Predicts, with a state if there is one.
    package func prediction(from inputs: any MLFeatureProvider, usingAny state: MLState?) throws -> any MLFeatureProvider {
        guard let state else { return try prediction(from: inputs) }
        return try prediction(from: inputs, using: state)
    }
}
