import Foundation
import Locks

/// The states of a task.
public enum MLTaskState: Int, Sendable {
    /// Not started.
    case suspended = 1
    /// Running.
    case running = 2
    /// About to stop after a cancellation.
    case cancelling = 3
    /// Ended without an error.
    case completed = 4
    /// Ended by an error, or cancelled.
    case failed = 5
}

/// Work that runs in the background.
open class MLTask: NSObject, @unchecked Sendable {
    /// A unique name of the task.
    public let taskIdentifier: String
    private let lock = Lock()
    private var storedState = MLTaskState.suspended
    private var storedError: (any Error)?

    package init(identifier: String) {
        taskIdentifier = identifier
    }

    /// The state of the task.
    public var state: MLTaskState { lock.withLock { storedState } }

    /// The reason why the task failed; `nil` if it has not failed.
    public var error: (any Error)? { lock.withLock { storedError } }

    /// Starts the task. Does nothing if the task was already started.
    open func resume() {
        guard move(from: [.suspended], to: .running) else { return }
        start()
    }

    /// Asks the task to stop. The task then fails with an error about the cancellation.
    open func cancel() {
        if move(from: [.suspended], to: .cancelling) {
            start()
        } else {
            _ = move(from: [.running], to: .cancelling)
        }
    }

    /// Begins the work away from the caller's thread.
    func start() {}

    /// Changes the state to `state` if the current state is in `states`.
    ///
    /// - Returns: whether the state has changed.
    private func move(from states: [MLTaskState], to state: MLTaskState) -> Bool {
        lock.withLock {
            guard states.contains(storedState) else { return false }
            storedState = state
            return true
        }
    }

    /// Ends the task.
    func finish(_ error: (any Error)?) {
        lock.withLock {
            storedError = error
            storedState = error == nil ? .completed : .failed
        }
    }
}
