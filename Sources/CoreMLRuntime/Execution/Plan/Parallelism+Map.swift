import Foundation

extension Parallelism {
    /// How many of `count` pieces of work run at once: one for each processor that the process may use.
    package static func workers(for count: Int) -> Int { max(1, min(count, processorCount)) }

    /// Runs `work` for each of the numbers below `count`, several at once, and hands the results over in order.
    ///
    /// An error of `work` is the result of its number and does not stop the others. None of them runs any longer when this returns.
    ///
    /// - Parameters:
    ///   - workers: how many run at once; `nil` for one for each processor. One alone runs on the caller's thread.
    ///   - consume: takes a number and its result, on the caller's thread. What it throws ends the work: nothing more is begun.
    /// - Throws: what `consume` threw.
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
            // As large as a main thread's, which decoders and networks of any depth are sure to fit in.
            thread.stackSize = 8 << 20
            thread.start()
        }
        for index in 0..<count { try consume(index, queue.take(at: index)) }
    }

    /// The results of `work` for the numbers below `count`, in order; see ``forEach(_:workers:_:consume:)``.
    ///
    /// - Parameter report: called with how many results there are, on the caller's thread; what it throws ends the work.
    /// - Throws: what `report` threw.
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

/// Hands out numbers in order, and holds the results, which arrive in any order, until they are taken.
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

    /// Hands out no more, and waits for the results of what is handed out.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        while returned < handedOut { condition.wait() }
    }
}
