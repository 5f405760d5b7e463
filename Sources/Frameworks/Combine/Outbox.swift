import Locks

/// A queue between a publisher and a subscriber. It contains values that have not been requested yet, and the completion. Only one thread
/// at a time delivers them.
final class Outbox<Output, Failure: Error>: Subscription, @unchecked Sendable {
    private struct State {
        var queue: [Output] = []
        var demand = Subscribers.Demand.none
        var completion: Subscribers.Completion<Failure>?
        /// Whether a thread is delivering values. Also true until the subscriber has received its subscription, which must come before all values.
        var isDelivering = true
        var isDone = false
    }

    private let state = Locked(State())
    private let downstream: Inbox<Output, Failure>
    /// Makes the next value when one is requested and the queue is empty. `isLast` tells whether it is the last one. Returns `nil` at the
    /// end.
    private let next: (() -> (value: Output, isLast: Bool)?)?
    private let cancelled = Locked<(() -> Void)?>(nil)
    private let delivered: (() -> Void)?
    private let requested: ((Subscribers.Demand) -> Void)?

    init(
        _ downstream: Inbox<Output, Failure>, next: (() -> (value: Output, isLast: Bool)?)? = nil, delivered: (() -> Void)? = nil,
        requested: ((Subscribers.Demand) -> Void)? = nil
    ) {
        self.downstream = downstream
        self.next = next
        self.delivered = delivered
        self.requested = requested
    }

    /// Passes this object to the subscriber as its subscription. If the subscriber cancels, `cancel` is called.
    func start(_ cancel: (() -> Void)? = nil) {
        cancelled.withLock { $0 = cancel }
        downstream.receive(subscription: self)
        state.withLock { $0.isDelivering = false }
        deliver()
    }

    /// The demand that the values in the queue do not satisfy.
    var wanted: Subscribers.Demand { state.withLock { $0.demand - $0.queue.count } }

    func push(_ value: Output) {
        state.withLock { if $0.completion == nil, !$0.isDone { $0.queue.append(value) } }
        deliver()
    }

    /// Adds a value if it has been requested. A value that has not been requested is dropped.
    func offer(_ value: Output) {
        state.withLock { state in
            if state.completion == nil, !state.isDone, state.demand - state.queue.count > 0 { state.queue.append(value) }
        }
        deliver()
    }

    /// Completes after all queued values have been delivered. If `atOnce` is true, the queued values are dropped.
    func finish(_ completion: Subscribers.Completion<Failure>, atOnce: Bool = false) {
        state.withLock { state in
            if atOnce { state.queue = [] }
            if state.completion == nil { state.completion = completion }
        }
        deliver()
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > 0 else { return }
        state.withLock { $0.demand += demand }
        requested?(demand)
        deliver()
    }

    func cancel() {
        state.withLock { state in
            state.isDone = true
            state.queue = []
        }
        release()?()
    }

    private func release() -> (() -> Void)? {
        cancelled.withLock { action in
            defer { action = nil }
            return action
        }
    }

    private enum Delivery { case value(Output), completion(Subscribers.Completion<Failure>), pull, nothing }

    private func deliver() {
        let isMine = state.withLock { state -> Bool in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard isMine else { return }
        while true {
            let delivery = state.withLock { state -> Delivery in
                if !state.isDone {
                    if state.demand > 0, !state.queue.isEmpty {
                        state.demand -= 1
                        return .value(state.queue.removeFirst())
                    }
                    if state.queue.isEmpty, let completion = state.completion {
                        state.isDone = true
                        state.isDelivering = false
                        return .completion(completion)
                    }
                    if state.demand > 0, next != nil, state.completion == nil { return .pull }
                }
                state.isDelivering = false
                return .nothing
            }
            switch delivery {
            case .value(let value):
                let more = downstream.receive(value)
                if more > 0 {
                    state.withLock { $0.demand += more }
                    requested?(more)
                }
                delivered?()
            case .completion(let completion):
                _ = release()
                return downstream.receive(completion: completion)
            case .pull:
                let made = next?()
                state.withLock { state in
                    if let made { state.queue.append(made.value) }
                    if made?.isLast ?? true, state.completion == nil { state.completion = .finished }
                }
            case .nothing: return
            }
        }
    }
}
