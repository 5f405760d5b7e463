import Synchronization

/// Whether one performance of a request has been cancelled.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    func cancel() {
        flag.store(true, ordering: .relaxed)
    }

    /// - Throws: `requestCancelled` after `cancel()`.
    func check() throws {
        guard flag.load(ordering: .relaxed) else { return }
        throw VNErrorCode.requestCancelled.error("the request has been cancelled")
    }
}
