/// How predictions share the cores.
///
/// A prediction on its own uses all of them. Several at once get a share each: threads that wait for each other in turns would waste
/// the cores in waiting.
package enum Parallelism {
    private static let lock = Lock()
    nonisolated(unsafe) private static var running = 0
    @TaskLocal private static var callerLimit: Int?

    package static var processorCount: Int { OneDNN.processorCount }

    /// Calls `body`, whose predictions use `threads` threads each: for a caller that runs as many at once as the cores can take.
    package static func withThreads<Result>(_ threads: Int, _ body: () throws -> Result) rethrows -> Result {
        try $callerLimit.withValue(threads, operation: body)
    }

    /// Runs `body` with the number of threads that it may use: `limit`, that of its caller, or its share of the cores.
    static func share<Result>(limit: Int?, _ body: (_ threads: Int) throws -> Result) rethrows -> Result {
        let others = lock.withLock {
            running += 1
            return running - 1
        }
        defer { lock.withLock { running -= 1 } }
        return try body(max(1, limit ?? callerLimit ?? OneDNN.processorCount / (others + 1)))
    }
}
