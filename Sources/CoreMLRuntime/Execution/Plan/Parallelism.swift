import Locks

/// How predictions share the cores.
///
/// A prediction on its own uses all of them. Several at once get a share each: threads that wait for each other in turns would waste
/// the cores in waiting.
package enum Parallelism {
    private static let cores = SharedCores(count: OneDNN.processorCount)
    @TaskLocal private static var callerLimit: Int?

    package static var processorCount: Int { OneDNN.processorCount }

    /// How many threads whatever the calling thread does may use: its caller's limit, or all cores.
    package static var processorsOfCaller: Int { callerLimit ?? processorCount }

    /// Calls `body`, whose predictions use `threads` threads each: for a caller that runs as many at once as the cores can take.
    package static func withThreads<Result>(_ threads: Int, _ body: () throws -> Result) rethrows -> Result {
        try $callerLimit.withValue(threads, operation: body)
    }

    /// Runs `body` with the number of threads that it may use: `limit`, that of its caller, or its share of the cores. Kernels that `body`
    /// calls outside of plans use as many.
    static func share<Result>(limit: Int?, _ body: (_ threads: Int) throws -> Result) rethrows -> Result {
        try cores.share(limit: limit ?? callerLimit) { threads in
            OneDNN.setThreads(threads)
            return try body(threads)
        }
    }
}

/// Cores that are divided evenly among all who use them at the time.
final class SharedCores: @unchecked Sendable {
    private let count: Int
    private let lock = Lock()
    private var users = 0

    init(count: Int) {
        self.count = count
    }

    /// Runs `body` with the number of threads that it may use, at least one: `limit`, or what is its share when it begins.
    func share<Result>(limit: Int? = nil, _ body: (_ threads: Int) throws -> Result) rethrows -> Result {
        let users = lock.withLock {
            self.users += 1
            return self.users
        }
        defer { lock.withLock { self.users -= 1 } }
        return try body(max(1, limit ?? count / users))
    }
}
