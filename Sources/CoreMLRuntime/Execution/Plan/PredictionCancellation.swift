import Synchronization

/// Whether whoever asked for predictions still wants them.
///
/// Any thread may call `cancel()`. A plan looks before each of its steps, the interpreter before each operation and round of a loop, a
/// pipeline before each of its models, a tree ensemble every so many trees: a step that has begun goes on to its end. They throw
/// `CancellationError`, which `MLModel` reports as `predictionCancelled`, and leave everything ready for the next prediction: states are as
/// they were before; tensors that the caller lent for outputs may be written in part.
package final class PredictionCancellation: Sendable {
    private let flag = Atomic(false)

    /// That of the predictions which are asked for here; `nil` where they cannot be cancelled.
    ///
    /// It belongs to the task or thread: work that is handed to another thread has to take it along.
    @TaskLocal package static var current: PredictionCancellation?

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Makes the predictions end that run, and those that begin later.
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
