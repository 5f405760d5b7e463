import Combine
import Foundation
import Locks

// Publishers of the properties of players and items, which take the place of key-value observing.

/// A publisher of an object's property. It sends the current value to each subscriber if `options` contains `initial`, and after each event the
/// value if it has changed. It retains the object.
private func values<Root: AnyObject, Value>(
    of root: Root, _ keyPath: KeyPath<Root, Value>, _ options: NSKeyValueObservingOptions, after events: PassthroughSubject<Void, Never>
) -> AnyPublisher<Value, Never> {
    Deferred { () -> AnyPublisher<Value, Never> in
        let first = root[keyPath: keyPath]
        let latest = Locked(first)
        let later = events.compactMap { () -> Value? in
            let value = root[keyPath: keyPath]
            return latest.withLock { former in
                defer { former = value }
                return areEqual(former, value) ? nil : value
            }
        }
        return options.contains(.initial) ? Just(first).merge(with: later) : later.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
}

/// Whether two values are known to be equal. `false` for values of types that cannot be compared.
private func areEqual<Value>(_ a: Value, _ b: Value) -> Bool {
    func isEqual<T: Equatable>(_ a: T) -> Bool { a == b as? T }
    return (a as? any Equatable).map { isEqual($0) } ?? false
}

extension AVPlayerItem {
    /// A publisher of a property's value. It sends the current value, and then the values of the changes that playing causes: those of `status`
    /// and `error`, when an item cannot be decoded further.
    ///
    /// - Parameter options: without `initial`, the current value is not sent.
    public func publisher<Value>(
        for keyPath: KeyPath<AVPlayerItem, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
    ) -> AnyPublisher<Value, Never> {
        values(of: self, keyPath, options, after: events)
    }
}

extension AVPlayer {
    /// A publisher of a property's value. It sends the current value, and then the values of all changes of `rate`, `timeControlStatus`,
    /// `currentItem`, `status` and `error`.
    ///
    /// - Parameter options: without `initial`, the current value is not sent.
    public func publisher<Value>(
        for keyPath: KeyPath<AVPlayer, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
    ) -> AnyPublisher<Value, Never> {
        values(of: self, keyPath, options, after: events)
    }
}
