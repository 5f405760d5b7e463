import Synchronization

/// Whether the caller still wants the results of its predictions.
///
/// Any thread may call `cancel()`. The cancellation is checked before each step of a plan, each operation and loop round of the interpreter, and each
/// model of a pipeline. In a tree ensemble it is checked after a fixed number of trees. A step that has begun runs to its end. The prediction then
/// throws `CancellationError`, which `MLModel` reports as `predictionCancelled`. The next prediction can start immediately. States are unchanged.
/// Tensors that the caller lent for outputs may be partly written.
package final class PredictionCancellation: Sendable {
    private let flag = Atomic(false)

    /// The cancellation of the predictions of the current task or thread; `nil` if they cannot be cancelled.
    ///
    /// Work that moves to another thread must pass the cancellation on.
    @TaskLocal package static var current: PredictionCancellation?

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Ends the running predictions, and those that begin later.
    package func cancel() { flag.store(true, ordering: .relaxed) }

    /// Calls `body`, whose predictions end early after `cancel()`.
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try PredictionCancellation.$current.withValue(self, operation: body)
    }

    /// - Throws: `CancellationError` after `cancel()`.
    @inline(__always) package func check() throws {
        if isCancelled { throw CancellationError() }
    }
}
