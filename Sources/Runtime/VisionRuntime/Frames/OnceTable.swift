import Foundation

/// A table that makes each value once, however many threads ask for it.
///
/// A thread waits if another thread is making the value. If a value could not be made, each waiting thread tries again. The failure may
/// have been a cancellation of the other thread.
///
/// A full table forgets the least recently used value.
package final class OnceTable: @unchecked Sendable {
    private enum Slot {
        case beingMade
        /// A value, and the state of the table's clock at its last use. The clock counts the calls that stored or found a value.
        case made(any Sendable, time: Int)

        var time: Int? {
            if case .made(_, let time) = self { time } else { nil }
        }
    }

    // A condition rather than a lock, because threads wait for values. It guards the properties below.
    private let condition = NSCondition()
    private var slots: [AnyHashable: Slot] = [:]
    private var clock = 0

    private let capacity: Int

    /// - Parameter capacity: the number of values that are kept.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value for a key.
    ///
    /// - Parameters:
    ///   - check: called every few milliseconds while another thread makes the value. An error that it throws ends the waiting.
    ///   - make: must not ask for the same key.
    /// - Throws: what `make` or `check` throws.
    package func value<Key: Hashable & Sendable, Value: Sendable>(
        _ key: Key, check: () throws -> Void = {}, make: () throws -> Value
    ) throws -> Value {
        if let value: Value = try found(key, check) { return value }
        do {
            let value = try make()
            put(value, at: key)
            return value
        } catch {
            put(nil, at: key)
            throw error
        }
    }

    /// The value, if it has been made. If not, `nil`, and the caller has to make the value.
    private func found<Key: Hashable & Sendable, Value: Sendable>(_ key: Key, _ check: () throws -> Void) throws -> Value? {
        condition.lock()
        defer { condition.unlock() }
        while let slot = slots[key] {
            switch slot {
            case .made(let value, _):
                clock += 1
                slots[key] = .made(value, time: clock)
                guard let value = value as? Value else {
                    throw VisionFailure(.internalError, "a key of \(Key.self) stands for \(type(of: value)), not for \(Value.self)")
                }
                return value
            case .beingMade:
                _ = condition.wait(until: Date(timeIntervalSinceNow: 0.004))
                try check()
            }
        }
        slots[key] = .beingMade
        return nil
    }

    /// Stores a value that was made, and wakes the threads that wait for it. `nil` means that making the value has failed.
    private func put<Key: Hashable & Sendable>(_ value: (any Sendable)?, at key: Key) {
        condition.lock()
        clock += 1
        slots[key] = value.map { .made($0, time: clock) }
        if slots.count > capacity {
            let times = slots.compactMapValues(\.time)
            if let oldest = times.min(by: { $0.value < $1.value }) { slots[oldest.key] = nil }
        }
        condition.broadcast()
        condition.unlock()
    }

    /// The number of values that have been made.
    package var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return slots.count
    }
}
