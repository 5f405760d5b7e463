import CoreMLRuntime

extension MLModel {
    /// Calls `predict`, which ends early if the calling task is cancelled in the meantime.
    ///
    /// A prediction runs on the calling thread without suspension. A flag tells it that the task was cancelled.
    ///
    /// - Throws: the errors of `predict`; `MLModelError.predictionCancelled` for a task that is already cancelled.
    static func cancellable<Result>(_ predict: () throws -> Result) async throws -> Result {
        let cancellation = PredictionCancellation()
        return try await withTaskCancellationHandler {
            if Task.isCancelled { throw MLModelError.cancelledPrediction }
            return try cancellation.run(predict)
        } onCancel: {
            cancellation.cancel()
        }
    }
}

extension MLModelError {
    static var cancelledPrediction: MLModelError { MLModelError(.predictionCancelled, "The prediction was cancelled.") }
}
