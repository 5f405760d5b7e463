import Locks

/// The reaction of an operator to a value.
enum Step<Output, Failure: Error> {
    case send(Output)
    /// Sends no value, and requests another value.
    case skip
    case sendLast(Output)
    case finish
    case fail(Failure)
}

/// An operator between a publisher and a subscriber, for one subscription. A received value leads to at most one sent value. At the end, one more
/// value may be sent. Publishers send one value after the other, so the closures may have state.
final class Stage<Input, InputFailure: Error, Output, Failure: Error>: Subscriber, Subscription, @unchecked Sendable {
    typealias End = (value: Output?, completion: Subscribers.Completion<Failure>)

    private struct State {
        var subscription: (any Subscription)?
        var isDone = false
        var demand = Subscribers.Demand.none
        /// The last value and the completion. They wait until the subscriber requests a value.
        var last: End?
    }

    private let state = Locked(State())
    private let downstream: Inbox<Output, Failure>
    private let takesAll: Bool
    private let value: (Input) -> Step<Output, Failure>
    private let completion: (Subscribers.Completion<InputFailure>) -> End

    /// - Parameter takesAll: whether all values are requested as soon as the subscriber requests one. Operators use it if they send only one value,
    ///   with which they end.
    init(
        _ downstream: Inbox<Output, Failure>, takesAll: Bool = false, _ value: @escaping (Input) -> Step<Output, Failure>,
        _ completion: @escaping (Subscribers.Completion<InputFailure>) -> End
    ) {
        self.downstream = downstream
        self.takesAll = takesAll
        self.value = value
        self.completion = completion
    }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state -> Bool in
            guard state.subscription == nil, !state.isDone else { return false }
            state.subscription = subscription
            return true
        }
        isWanted ? downstream.receive(subscription: self) : subscription.cancel()
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if state.withLock({ $0.isDone }) { return .none }
        switch value(input) {
        case .send(let output):
            let more = downstream.receive(output)
            return takesAll ? .none : more
        case .skip: return takesAll ? .none : .max(1)
        case .sendLast(let output): end((output, .finished), cancels: true)
        case .finish: end((nil, .finished), cancels: true)
        case .fail(let error): end((nil, .failure(error)), cancels: true)
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<InputFailure>) {
        if state.withLock({ $0.isDone }) { return }
        end(self.completion(completion), cancels: false)
    }

    /// If there is a last value, sends it when a value is requested. Then sends the completion.
    private func end(_ end: End, cancels: Bool) {
        let (subscription, waits) = state.withLock { state -> ((any Subscription)?, Bool) in
            if state.isDone { return (nil, true) }
            state.isDone = true
            defer { state.subscription = nil }
            // Without `takesAll`, the subscriber has requested the value that caused the end, and the last value replaces it.
            let waits = takesAll && end.value != nil && state.demand == .none
            if waits { state.last = end }
            return (state.subscription, waits)
        }
        if cancels { subscription?.cancel() }
        if !waits { deliver(end) }
    }

    private func deliver(_ end: End) {
        if let value = end.value { _ = downstream.receive(value) }
        downstream.receive(completion: end.completion)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > 0 else { return }
        let (subscription, isFirst, last) = state.withLock { state -> ((any Subscription)?, Bool, End?) in
            let isFirst = state.demand == .none
            state.demand += demand
            defer { state.last = nil }
            return (state.subscription, isFirst, state.last)
        }
        if let last { return deliver(last) }
        if !takesAll { subscription?.request(demand) } else if isFirst { subscription?.request(.unlimited) }
    }

    func cancel() {
        let subscription = state.withLock { state -> (any Subscription)? in
            state.isDone = true
            state.last = nil
            defer { state.subscription = nil }
            return state.subscription
        }
        subscription?.cancel()
    }
}

extension Publisher {
    /// A publisher that applies a ``Stage`` for each subscriber. `make` returns the closures of the stage.
    func staged<T, E: Error>(
        takesAll: Bool = false,
        _ make:
            @escaping () -> (
                value: (Output) -> Step<T, E>,
                completion: (Subscribers.Completion<Failure>) -> (value: T?, completion: Subscribers.Completion<E>)
            )
    ) -> AnyPublisher<T, E> {
        AnyPublisher { inbox in
            let (value, completion) = make()
            self.receive(subscriber: Stage(inbox, takesAll: takesAll, value, completion))
        }
    }

    /// A publisher that applies a step to each value, and ends when this publisher ends.
    func each<T>(_ make: @escaping () -> (Output) -> Step<T, Failure>) -> AnyPublisher<T, Failure> {
        staged { (make(), { (nil, $0) }) }
    }

    /// A publisher that applies a step to each value. If the step throws, the publisher fails with the thrown error.
    func tryEach<T>(_ make: @escaping () -> (Output) throws -> Step<T, any Error>) -> AnyPublisher<T, any Error> {
        staged {
            let step = make()
            return (
                { value in
                    do { return try step(value) } catch { return .fail(error) }
                }, { (nil, $0.mapFailure { $0 }) }
            )
        }
    }
}

extension Subscribers.Completion {
    func mapFailure<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
