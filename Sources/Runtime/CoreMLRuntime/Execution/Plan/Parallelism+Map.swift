import Foundation

extension Parallelism {
    /// The number of jobs, out of `count`, that run at the same time. At most one job runs for each processor that the process may use.
    package static func workers(for count: Int) -> Int { max(1, min(count, processorCount)) }

    /// Runs `work` for each index below `count` on several threads, and passes the results to `consume` in order of the indices.
    ///
    /// An error of `work` becomes the result of its index and does not stop the others. When this returns, all calls of `work` have ended.
    ///
    /// - Parameters:
    ///   - workers: the number of threads; `nil` for the number of processors. With one, the work runs on the caller's thread.
    ///   - consume: takes an index and its result, on the caller's thread. After an error of `consume`, no further work begins.
    /// - Throws: the errors of `consume`.
    package static func forEach<Value: Sendable>(
        _ count: Int, workers: Int? = nil, _ work: @escaping @Sendable (Int) throws -> Value,
        consume: (Int, Result<Value, any Error>) throws -> Void
    ) rethrows {
        let workers = workers ?? Self.workers(for: count)
        guard workers > 1, count > 1 else {
            for index in 0..<count { try consume(index, Result { try work(index) }) }
            return
        }
        let queue = WorkQueue<Result<Value, any Error>>(count: count)
        defer { queue.close() }
        for _ in 0..<min(workers, count) {
            let thread = Thread {
                while let index = queue.next() { queue.put(Result { try work(index) }, at: index) }
            }
            // The stack size of a main thread, which is enough for decoders and for networks of any depth.
            thread.stackSize = 8 << 20
            thread.start()
        }
        for index in 0..<count { try consume(index, queue.take(at: index)) }
    }

    /// The results of `work` for the indices below `count`, in order, computed as by ``forEach(_:workers:_:consume:)``.
    ///
    /// - Parameter report: called on the caller's thread with the number of results so far. An error that it throws ends the work.
    /// - Throws: the errors of `report`.
    package static func map<Value: Sendable>(
        _ count: Int, report: (Int) throws -> Void = { _ in }, _ work: @escaping @Sendable (Int) throws -> Value
    ) rethrows -> [Result<Value, any Error>] {
        var results: [Result<Value, any Error>] = []
        results.reserveCapacity(count)
        try forEach(count, work) { _, result in
            results.append(result)
            try report(results.count)
        }
        return results
    }
}

/// Hands out indices in order. Results arrive in any order and are held until they are taken.
private final class WorkQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var slots: [Element?]
    private var handedOut = 0
    private var returned = 0
    private var isClosed = false

    init(count: Int) {
        slots = Array(repeating: nil, count: count)
    }

    func next() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed, handedOut < slots.count else { return nil }
        handedOut += 1
        return handedOut - 1
    }

    func put(_ element: Element, at index: Int) {
        condition.lock()
        slots[index] = element
        returned += 1
        condition.signal()
        condition.unlock()
    }

    func take(at index: Int) -> Element {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let element = slots[index] {
                slots[index] = nil
                return element
            }
            condition.wait()
        }
    }

    /// Hands out no more indices, and waits for the results of those already handed out.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        while returned < handedOut { condition.wait() }
    }
}
