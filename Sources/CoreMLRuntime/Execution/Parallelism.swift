/// How predictions share the cores.
///
/// A prediction on its own uses all of them. Several at once get a share each: threads that wait for each other in turns would waste
/// the cores in waiting.
enum Parallelism {
    private static let lock = Lock()
    nonisolated(unsafe) private static var running = 0

    /// Runs `body` with the number of threads that it may use: `limit`, or its share of the cores.
    static func share<Result>(limit: Int?, _ body: (_ threads: Int) throws -> Result) rethrows -> Result {
        let others = lock.withLock {
            running += 1
            return running - 1
        }
        defer { lock.withLock { running -= 1 } }
        return try body(max(1, limit ?? OneDNN.processorCount / (others + 1)))
    }
}
