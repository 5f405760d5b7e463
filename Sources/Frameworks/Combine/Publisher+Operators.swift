import Locks

extension Publisher {
    /// The publisher without its type.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    /// Calls the closures until the returned object is cancelled or released.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Sink<Output, Failure>(receiveValue, receiveCompletion)
        receive(subscriber: sink)
        return AnyCancellable { sink.cancel() }
    }

    /// Sends what `transform` makes of each value.
    public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
        AnyPublisher(Mapped(upstream: self, transform: transform))
    }
}

extension Publisher where Failure == Never {
    /// Calls the closure with each value until the returned object is cancelled or released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

private final class Sink<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    private struct State {
        var value: ((Input) -> Void)?
        var completion: ((Subscribers.Completion<Failure>) -> Void)?
        var subscription: (any Subscription)?
    }

    private let state: Locked<State>

    init(_ value: @escaping (Input) -> Void, _ completion: @escaping (Subscribers.Completion<Failure>) -> Void) {
        state = Locked(State(value: value, completion: completion))
    }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state -> Bool in
            if state.value != nil { state.subscription = subscription }
            return state.value != nil
        }
        isWanted ? subscription.request(.unlimited) : subscription.cancel()
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        state.withLock { $0.value }?(input)
        return .unlimited
    }

    func receive(completion: Subscribers.Completion<Failure>) { end()?(completion) }

    func cancel() {
        let subscription = state.withLock { $0.subscription }
        _ = end()
        subscription?.cancel()
    }

    private func end() -> ((Subscribers.Completion<Failure>) -> Void)? {
        state.withLock { state in
            defer { state = State() }
            return state.completion
        }
    }
}

private struct Mapped<Upstream: Publisher, Output>: Publisher {
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let transform: (Upstream.Output) -> Output

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: Link(subscriber: subscriber, transform: transform))
    }

    private struct Link<S: Subscriber>: Subscriber where S.Input == Output, S.Failure == Upstream.Failure {
        let subscriber: S
        let transform: (Upstream.Output) -> Output

        func receive(subscription: any Subscription) { subscriber.receive(subscription: subscription) }
        func receive(_ input: Upstream.Output) -> Subscribers.Demand { subscriber.receive(transform(input)) }
        func receive(completion: Subscribers.Completion<Upstream.Failure>) { subscriber.receive(completion: completion) }
    }
}
