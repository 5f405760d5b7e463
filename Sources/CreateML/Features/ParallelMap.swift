import Foundation

/// The same work for many numbers, on all cores.
enum ParallelMap {
    /// The result for each of the numbers below `count`, in order.
    ///
    /// - Parameter report: called with the number of results, by one thread at a time; what it throws ends the work.
    /// - Throws: what `report` threw.
    static func run<Value: Sendable>(
        _ count: Int, report: @escaping @Sendable (Int) throws -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Value
    ) throws -> [Result<Value, any Error>] {
        let work = Work<Value>(count, report)
        let workers = max(1, min(ProcessInfo.processInfo.activeProcessorCount, count))
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            while let index = work.next() { work.put(Result { try body(index) }, at: index) }
        }
        if let error = work.error { throw error }
        return work.results.compactMap(\.self)
    }

    /// Hands out numbers to several threads and takes their results.
    private final class Work<Value>: @unchecked Sendable {
        private let lock = NSLock()
        private let report: @Sendable (Int) throws -> Void
        private(set) var results: [Result<Value, any Error>?]
        private(set) var error: (any Error)?
        private var handedOut = 0
        private var done = 0

        init(_ count: Int, _ report: @escaping @Sendable (Int) throws -> Void) {
            results = Array(repeating: nil, count: count)
            self.report = report
        }

        func next() -> Int? {
            lock.withLock {
                guard error == nil, handedOut < results.count else { return nil }
                handedOut += 1
                return handedOut - 1
            }
        }

        func put(_ result: Result<Value, any Error>, at index: Int) {
            lock.withLock {
                results[index] = result
                done += 1
                guard error == nil else { return }
                do { try report(done) } catch { self.error = error }
            }
        }
    }
}
