import Foundation

/// Runs jobs in the order in which they were added, some at once, each on a thread that nothing else of the process shares.
///
/// A queue of Dispatch has as many threads as there are cores. Where others block them, its jobs wait for seconds, and the pages with them.
final class WorkerThreads: @unchecked Sendable {
    private let name: String
    private let maximumCount: Int
    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []
    private var threadCount = 0

    /// - Parameters:
    ///   - name: of the threads.
    ///   - count: the number of jobs that run at once.
    init(_ name: String, count: Int) {
        (self.name, maximumCount) = (name, max(count, 1))
    }

    /// The number of jobs that run or wait.
    var count: Int { condition.withLock { jobs.count + threadCount } }

    /// Runs a job as soon as fewer than the largest number run.
    func add(_ job: @escaping @Sendable () -> Void) {
        let isMore = condition.withLock {
            jobs.append(job)
            defer { threadCount = min(threadCount + 1, maximumCount) }
            return threadCount < maximumCount
        }
        guard isMore else { return }
        let thread = Thread { [self] in
            while let next = next() { next() }
        }
        thread.name = name
        // Decoders and deep networks need the stack of a main thread.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Waits until no job runs or waits.
    func waitUntilIdle() {
        condition.withLock { while threadCount > 0 { condition.wait() } }
    }

    /// The job that has waited longest; `nil` for the end of a thread.
    private func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            if !jobs.isEmpty { return jobs.removeFirst() }
            threadCount -= 1
            condition.broadcast()
            return nil
        }
    }
}
