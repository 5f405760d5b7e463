import Glibc

/// A mutex that can be a stored property of a class. It is not recursive.
///
/// It is a POSIX mutex. On Linux, the kernel hands a `Synchronization.Mutex` from thread to thread. The thread sanitizer does not see this,
/// and reports a race wherever two threads wait for each other.
package final class Lock: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }

    /// Takes the lock if it is free.
    ///
    /// - Returns: whether it was taken.
    package func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

    package func unlock() { pthread_mutex_unlock(mutex) }

    @inlinable package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}
