import CoreMLRuntime
import Dispatch

extension Performance {
    /// Runs blocking work on a thread outside of Swift's cooperative pool, with the calling task's processor limit and models.
    ///
    /// - Parameters:
    ///   - cancellation: cancels the jobs that `body` runs. A cancellation of the calling task triggers it, too.
    ///   - body: runs to the end even after a cancellation.
    package static func outsideOfTasks<Output: Sendable>(
        _ cancellation: Cancellation, _ body: @escaping @Sendable () -> Output
    ) async -> Output {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start { continuation.resume(returning: body()) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Starts blocking work on a thread outside of Swift's cooperative pool, with the caller's processor limit and models.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        let processors = Parallelism.processorsOfCaller
        let models = ModelStore.current
        queue.async {
            ModelStore.$current.withValue(models) { Parallelism.withThreads(processors, body) }
        }
    }

    private static let queue = DispatchQueue(label: "osprey.vision.performances", attributes: .concurrent)
}
