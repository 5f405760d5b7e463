import CoreMLRuntime
import Foundation

/// The buffers that a model reads and writes from one prediction to the next.
///
/// Predictions with one state run one after the other, whichever threads they are called on.
public final class MLState: NSObject, @unchecked Sendable {
    private let buffers: [String: StateBuffer]
    /// The element types that the model describes; a buffer may hold its elements in a wider one.
    private let types: [String: MLMultiArrayDataType]
    private let lock = NSRecursiveLock()
    /// Whether a buffer is lent to `withMultiArray`'s body.
    private var isLent = false

    init(_ buffers: [String: StateBuffer], types: [String: MLMultiArrayDataType]) {
        self.buffers = buffers
        self.types = types
    }

    /// Calls `body` with the buffer of a state, which it may read and write until it returns. Predictions with this state on other threads
    /// wait for that; one that `body` itself asks for is an error.
    ///
    /// - Precondition: the model has a state of that name.
    public func withMultiArray<R>(for stateName: String, _ body: (MLMultiArray) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        let wasLent = isLent
        isLent = true
        defer { isLent = wasLent }
        // What a program has left there may be one of its constants.
        buffers[stateName]?.makeOwn()
        guard let buffer = buffers[stateName], let type = types[stateName] ?? MLMultiArrayDataType(buffer.tensor.scalar),
            let array = try? MLMultiArray(buffer.tensor, as: type)
        else {
            preconditionFailure("The model has no state '\(stateName)'.")
        }
        // An array of another type is a copy, of which the buffer takes what was written to it.
        defer {
            if type.scalarType != buffer.tensor.scalar, let written = try? array.tensor(as: buffer.tensor.scalar) {
                buffer.own(written)
            }
        }
        return try body(array)
    }

    /// - Throws: `MLModelError.generic` within `withMultiArray`, and what the predictor throws; the buffers are then as they were before.
    func predict(_ predictor: any ModelPredictor, _ values: [PredictorValue?]) throws -> [PredictorValue?] {
        lock.lock()
        defer { lock.unlock() }
        guard !isLent else {
            throw MLModelError(.generic, "A prediction cannot use a state whose buffer is lent to withMultiArray(for:_:) at the time.")
        }
        // A prediction may fail or be cancelled after it has changed some.
        return try buffers.restoringOnFailure { try predictor.predict(values, states: buffers) }
    }
}

extension MLModel {
    /// A new state, all zero; one without buffers for a model that has no states.
    public func makeState() -> MLState {
        MLState(predictor.makeStates(), types: modelDescription.stateDescriptionsByName.compactMapValues { $0.stateConstraint?.dataType })
    }

    /// Predicts, reading and writing a state.
    ///
    /// - Throws: `MLModelError.featureType` naming an input that is missing or does not fit.
    public func prediction(from inputFeatures: any MLFeatureProvider, using state: MLState) throws -> any MLFeatureProvider {
        try predict(inputFeatures, options: nil, state: state)
    }

    /// Predicts, reading and writing a state.
    ///
    /// - Throws: `MLModelError.featureType` naming an input that is missing or does not fit.
    public func prediction(
        from inputFeatures: any MLFeatureProvider, using state: MLState, options: MLPredictionOptions
    ) throws -> any MLFeatureProvider {
        try predict(inputFeatures, options: options, state: state)
    }

    /// Predicts away from the caller's actor, reading and writing a state.
    ///
    /// - Throws: `MLModelError.featureType` naming an input that is missing or does not fit; `MLModelError.predictionCancelled` where the
    ///   task is cancelled before a network or program has run to its end. The state is then as it was before.
    public func prediction(
        from input: any MLFeatureProvider, using state: MLState, options: MLPredictionOptions = MLPredictionOptions()
    ) async throws -> any MLFeatureProvider {
        try await MLModel.cancellable { try predict(input, options: options, state: state) }
    }
}
