import Foundation

/// Values by key, each made once however many threads ask for it.
///
/// Who asks while another thread makes the value waits for it. A value that could not be made is forgotten, and whoever waited for it tries
/// on his own account: the failure may have been the other's cancellation.
package final class OnceTable: @unchecked Sendable {
    private enum Slot {
        case beingMade
        case made(any Sendable)
    }

    // A condition, as threads wait here; it guards `slots`.
    private let condition = NSCondition()
    private var slots: [AnyHashable: Slot] = [:]

    package init() {}

    /// The value of a key.
    ///
    /// - Parameters:
    ///   - check: called every few milliseconds while another thread makes the value; what it throws ends the waiting.
    ///   - make: must not ask for the same key.
    /// - Throws: what `make` or `check` throws.
    package func value<Key: Hashable & Sendable, Value: Sendable>(
        _ key: Key, check: () throws -> Void = {}, make: () throws -> Value
    ) throws -> Value {
        if let value: Value = try found(key, check) { return value }
        do {
            let value = try make()
            put(.made(value), at: key)
            return value
        } catch {
            put(nil, at: key)
            throw error
        }
    }

    /// The value where there is one already; otherwise nothing, and the caller is the one who makes it.
    private func found<Key: Hashable & Sendable, Value: Sendable>(_ key: Key, _ check: () throws -> Void) throws -> Value? {
        condition.lock()
        defer { condition.unlock() }
        while let slot = slots[key] {
            switch slot {
            case .made(let value):
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

    private func put<Key: Hashable & Sendable>(_ slot: Slot?, at key: Key) {
        condition.lock()
        slots[key] = slot
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
