/// How predictions share the cores.
///
/// A prediction on its own uses all of them. Several at once get a share each: threads that wait for each other in turns would waste
/// the cores in waiting.
package enum Parallelism {
    /// The threads of each prediction made here: 1 in the workers of a batch, which keep the cores busy by their number.
    @TaskLocal package static var threadLimit: Int?

    private static let lock = Lock()
    nonisolated(unsafe) private static var running = 0

    /// The threads of a prediction that has the machine to itself.
    package static var threads: Int { max(1, threadLimit ?? OneDNN.processorCount) }

    /// Runs `body` with the number of threads that it may use.
    package static func share<Result>(_ body: (_ threads: Int) throws -> Result) rethrows -> Result {
        let others = lock.withLock {
            running += 1
            return running - 1
        }
        defer { lock.withLock { running -= 1 } }
        return try body(max(1, threadLimit ?? OneDNN.processorCount / (others + 1)))
    }
}
