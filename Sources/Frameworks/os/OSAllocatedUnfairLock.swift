import Locks

/// A lock together with the value that it protects. The lock is not recursive.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage: @unchecked Sendable {
        let lock = Lock()
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    private let storage: Storage

    /// A lock with a value that is not `Sendable`. The value may be shared between threads only through the lock.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// A lock with a value.
    public init(initialState: State) where State: Sendable {
        storage = Storage(initialState)
    }

    /// Calls `body` with the value while the current thread has the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    /// Calls `body` with the value while the current thread has the lock.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }

    /// Calls `body` with the value if no other thread has the lock. If another thread has the lock, returns `nil`.
    public func withLockIfAvailable<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result? {
        guard storage.lock.tryLock() else { return nil }
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a value.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Calls `body` while the current thread has the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls `body` while the current thread has the lock.
    public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
        try withLockUnchecked { _ in try body() }
    }

    /// Waits until no other thread has the lock, and acquires it.
    public func lock() { storage.lock.lock() }

    /// Acquires the lock if no other thread has it. Returns whether it was acquired.
    public func lockIfAvailable() -> Bool { storage.lock.tryLock() }

    /// Releases the lock.
    public func unlock() { storage.lock.unlock() }
}
