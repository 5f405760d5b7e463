import Foundation

/// Runs jobs on threads of its own. Jobs start in the order in which they were added, and several run at the same time.
///
/// Dispatch has as many threads as there are cores. If other work blocks these threads, jobs in a queue of Dispatch wait for seconds, and pages get
/// no answers.
final class WorkerThreads: @unchecked Sendable {
    private let name: String
    private let maximumCount: Int
    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []
    private var threadCount = 0

    /// - Parameters:
    ///   - name: the name of the threads.
    ///   - count: the maximum number of jobs that run at the same time.
    init(_ name: String, count: Int) {
        (self.name, maximumCount) = (name, max(count, 1))
    }

    /// The number of jobs that are running or waiting.
    var count: Int { condition.withLock { jobs.count + threadCount } }

    /// Runs a job as soon as a thread is free.
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

    /// Waits until no job is running or waiting.
    func waitUntilIdle() {
        condition.withLock { while threadCount > 0 { condition.wait() } }
    }

    /// The job that has waited longest; `nil` if the thread is to end.
    private func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            if !jobs.isEmpty { return jobs.removeFirst() }
            threadCount -= 1
            condition.broadcast()
            return nil
        }
    }
}
