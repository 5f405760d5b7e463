import Dispatch
import Locks

/// A cache of the values for the most recently used keys, with one value for each number of threads. The number of keys is limited, so that a model
/// with flexible shapes does not use ever more memory. The numbers of threads need no limit, because only few different ones occur.
///
/// `Key` is required to be `Equatable` only in the methods that look up values. If the class itself had the requirement, Swift's runtime would take
/// long to find the conformance when it first makes the class.
final class PlanCache<Key: Sendable, Prepared: Sendable>: @unchecked Sendable {
    private struct Entry {
        let key: Key
        var values: [Int: Prepared]
    }

    /// A value that one thread is making while others may wait for it.
    private final class Making: @unchecked Sendable {
        let key: Key
        let threads: Int
        private let done = DispatchGroup()
        private var result: Result<Prepared, any Error>?

        init(_ key: Key, _ threads: Int) {
            self.key = key
            self.threads = threads
            done.enter()
        }

        func end(with result: Result<Prepared, any Error>) {
            self.result = result
            done.leave()
        }

        func wait() throws -> Prepared {
            done.wait()
            guard let result else { throw RuntimeError.failed("a plan was not made") }
            return try result.get()
        }
    }

    private enum Place {
        case made(Prepared)
        case underway(Making)
        case new(Making)
    }

    private let lock = Lock()
    /// The entries, the most recently used last.
    private var entries: [Entry] = []
    private var underway: [Making] = []
    private let capacity: Int

    init(capacity: Int = 8) {
        self.capacity = capacity
    }

    /// All values that are in the cache.
    var all: [Prepared] { lock.withLock { entries.flatMap { Array($0.values.values) } } }
}

extension PlanCache where Key: Equatable {
    /// The value for `key` and `threads`. If the value is new, `make` makes it. If another thread is making the value, waits for that
    /// thread. An error of that thread is thrown here, too. Errors are not cached. `make` must not ask for the same value.
    func value(for key: Key, threads: Int, make: () throws -> Prepared) throws -> Prepared {
        switch lock.withLock({ place(of: key, threads) }) {
        case .made(let value): return value
        case .underway(let making): return try making.wait()
        case .new(let making):
            let result = Result<Prepared, any Error> { try make() }
            lock.withLock { keep(result, of: making) }
            making.end(with: result)
            return try result.get()
        }
    }

    private func place(of key: Key, _ threads: Int) -> Place {
        if let index = entries.lastIndex(where: { $0.key == key }) {
            if index < entries.count - 1 { entries.append(entries.remove(at: index)) }
            if let value = entries[entries.count - 1].values[threads] { return .made(value) }
        }
        if let making = underway.first(where: { $0.threads == threads && $0.key == key }) { return .underway(making) }
        let making = Making(key, threads)
        underway.append(making)
        return .new(making)
    }

    private func keep(_ result: Result<Prepared, any Error>, of making: Making) {
        underway.removeAll { $0 === making }
        guard case .success(let value) = result else { return }
        if let index = entries.lastIndex(where: { $0.key == making.key }) {
            entries[index].values[making.threads] = value
        } else {
            if entries.count >= capacity { entries.removeFirst() }
            entries.append(Entry(key: making.key, values: [making.threads: value]))
        }
    }
}
