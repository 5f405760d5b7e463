import Locks

/// The subscription to several publishers, one after the other. If a publisher ends, the remaining demand is requested from the next
/// publisher.
final class Chain: Subscription, @unchecked Sendable {
    private struct State {
        var current: (any Subscription)?
        var demand = Subscribers.Demand.none
        var isCancelled = false
    }

    private let state = Locked(State())

    func link(_ subscription: any Subscription) {
        let (demand, isCancelled) = state.withLock { state -> (Subscribers.Demand, Bool) in
            if !state.isCancelled { state.current = subscription }
            return (state.demand, state.isCancelled)
        }
        if isCancelled { return subscription.cancel() }
        if demand > 0 { subscription.request(demand) }
    }

    /// Subtracts a received value from the demand.
    func spend() { state.withLock { $0.demand -= 1 } }

    /// Adds the demand that the subscriber returned for a value.
    func add(_ demand: Subscribers.Demand) { state.withLock { $0.demand += demand } }

    func request(_ demand: Subscribers.Demand) {
        let current = state.withLock { state -> (any Subscription)? in
            state.demand += demand
            return state.current
        }
        current?.request(demand)
    }

    func cancel() {
        let current = state.withLock { state -> (any Subscription)? in
            state.isCancelled = true
            defer { state.current = nil }
            return state.current
        }
        current?.cancel()
    }
}

/// The subscriptions of an operator that subscribes to several publishers.
final class Sources: @unchecked Sendable {
    private struct State {
        var subscriptions: [Int: any Subscription] = [:]
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Stores a subscription under a key, and returns `true`. If this object has been cancelled, cancels the subscription and returns
    /// `false`.
    @discardableResult func add(_ subscription: any Subscription, _ key: Int) -> Bool {
        let isWanted = state.withLock { state -> Bool in
            if !state.isCancelled { state.subscriptions[key] = subscription }
            return !state.isCancelled
        }
        if !isWanted { subscription.cancel() }
        return isWanted
    }

    func request(_ demand: Subscribers.Demand, _ key: Int) { state.withLock { $0.subscriptions[key] }?.request(demand) }

    func remove(_ key: Int) { _ = state.withLock { $0.subscriptions.removeValue(forKey: key) } }

    /// Cancels the subscription with a key.
    func cancel(_ key: Int) { state.withLock { $0.subscriptions.removeValue(forKey: key) }?.cancel() }

    func cancel() {
        let all = state.withLock { state -> [any Subscription] in
            state.isCancelled = true
            defer { state.subscriptions = [:] }
            return state.subscriptions.sorted { $0.key < $1.key }.map(\.value)
        }
        for subscription in all { subscription.cancel() }
    }
}
