import CoreMLRuntime

extension MLModel {
    /// Calls `predict`, which ends early where the calling task is cancelled meanwhile.
    ///
    /// A prediction runs to its end on the thread that asks for it, so that the task's cancellation reaches it through a flag.
    ///
    /// - Throws: what `predict` throws; `MLModelError.predictionCancelled` for a task that is cancelled already.
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
