import Locks

/// Divides the cores among predictions.
///
/// A single prediction uses all cores. Predictions that run at the same time each get an equal share. If each of these used all cores, the
/// threads would lose time waiting for each other.
package enum Parallelism {
    private static let cores = SharedCores(count: Processor.coreCount)
    @TaskLocal private static var callerLimit: Int?

    package static var processorCount: Int { Processor.coreCount }

    /// The number of threads that the current thread's work may use: the caller's limit, or all cores.
    package static var processorsOfCaller: Int { callerLimit ?? processorCount }

    /// Calls `body`, and limits each of its predictions to `threads` threads. It is for a caller that itself runs several predictions at the same
    /// time.
    package static func withThreads<Result>(_ threads: Int, _ body: () throws -> Result) rethrows -> Result {
        try $callerLimit.withValue(threads, operation: body)
    }

    /// Runs `body` with the number of threads that it may use. This is `limit` if given, or else the caller's limit if there is one.
    /// Without a limit, it is the number of cores divided by the number of calls that run at the same time. Kernels that `body` calls
    /// outside of plans use the same number.
    static func share<Result>(limit: Int?, _ body: (_ threads: Int) throws -> Result) rethrows -> Result {
        try cores.share(limit: limit ?? callerLimit) { threads in
            Threads.setLimit(threads)
            return try body(threads)
        }
    }
}

/// Cores that are divided evenly among all their current users.
final class SharedCores: @unchecked Sendable {
    private let count: Int
    private let lock = Lock()
    private var users = 0

    init(count: Int) {
        self.count = count
    }

    /// Runs `body` with the number of threads that it may use, at least one. This is `limit` if it is given. Without a limit, it is the
    /// number of cores divided by the number of calls that run when this one begins.
    func share<Result>(limit: Int? = nil, _ body: (_ threads: Int) throws -> Result) rethrows -> Result {
        let users = lock.withLock {
            self.users += 1
            return self.users
        }
        defer { lock.withLock { self.users -= 1 } }
        return try body(max(1, limit ?? count / users))
    }
}
