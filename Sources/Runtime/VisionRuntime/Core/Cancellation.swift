import CoreMLRuntime

/// The cancellation of an analysis. It tells whether the analysis has been asked to stop.
package final class Cancellation: Sendable {
    private let predictions = PredictionCancellation()

    package init() {}

    package func cancel() {
        predictions.cancel()
    }

    package var isCancelled: Bool { predictions.isCancelled }

    /// - Throws: `VisionFailure` of kind `requestCancelled` after `cancel()`.
    package func check() throws {
        guard isCancelled else { return }
        throw VisionFailure(.requestCancelled, "the request has been cancelled")
    }

    /// Calls `body`. After `cancel()`, predictions that `body` runs stop before their next layer.
    ///
    /// - Throws: `VisionFailure` of kind `requestCancelled` after `cancel()`. Without a cancellation, the error of `body`.
    package func run<Result>(_ body: () throws -> Result) throws -> Result {
        try check()
        do {
            return try predictions.run(body)
        } catch {
            try check()
            throw error
        }
    }
}
