import Synchronization

/// Whether whoever asked for a prediction still wants it.
///
/// A plan looks before each of its steps, the interpreter before each operation and round of a loop. After `cancel()` they throw
/// `CancellationError` and leave everything ready for the next prediction; tensors that the caller lent for outputs may be written in part.
package final class PredictionCancellation: Sendable {
    private let flag = Atomic(false)

    /// That of the prediction which runs; nil for one that cannot be cancelled.
    @TaskLocal static var current: PredictionCancellation?

    package init() {}

    package func cancel() { flag.store(true, ordering: .relaxed) }

    /// Calls `body`, whose predictions end early after `cancel()`.
    package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try PredictionCancellation.$current.withValue(self, operation: body)
    }

    /// - Throws: `CancellationError` after `cancel()`.
    @inline(__always) func check() throws {
        if flag.load(ordering: .relaxed) { throw CancellationError() }
    }
}
