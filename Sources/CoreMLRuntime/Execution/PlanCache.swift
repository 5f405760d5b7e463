/// What was made for the most recently used keys. Bounded, so that a model of flexible shapes does not grow without end.
final class PlanCache<Key: Equatable & Sendable, Prepared: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    /// The most recently used last.
    private var entries: [(key: Key, value: Prepared)] = []
    private let capacity: Int

    init(capacity: Int = 8) {
        self.capacity = capacity
    }

    /// The value for `key`, made by `make` where it is new. Two threads may make the same value at once; the first one is kept.
    func value(for key: Key, make: () throws -> Prepared) rethrows -> Prepared {
        if let found = lock.withLock({ find(key) }) { return found }
        let made = try make()
        return lock.withLock {
            if let found = find(key) { return found }
            if entries.count >= capacity { entries.removeFirst() }
            entries.append((key, made))
            return made
        }
    }

    private func find(_ key: Key) -> Prepared? {
        guard let index = entries.lastIndex(where: { $0.key == key }) else { return nil }
        if index < entries.count - 1 { entries.append(entries.remove(at: index)) }
        return entries.last?.value
    }
}
