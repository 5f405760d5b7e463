import Locks

extension Subscribers {
    /// A subscriber that calls a closure with every value.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
        private struct State {
            var value: ((Input) -> Void)?
            var completion: ((Subscribers.Completion<Failure>) -> Void)?
            var subscription: (any Subscription)?
        }

        private let state: Locked<State>

        /// A subscriber that requests all values, and calls closures with the values and the completion.
        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
        ) {
            state = Locked(State(value: receiveValue, completion: receiveCompletion))
        }

        public func receive(subscription: any Subscription) {
            let isWanted = state.withLock { state -> Bool in
                guard state.value != nil, state.subscription == nil else { return false }
                state.subscription = subscription
                return true
            }
            isWanted ? subscription.request(.unlimited) : subscription.cancel()
        }

        public func receive(_ input: Input) -> Demand {
            state.withLock { $0.value }?(input)
            return .none
        }

        public func receive(completion: Subscribers.Completion<Failure>) { end().completion?(completion) }

        public func cancel() { end().subscription?.cancel() }

        private func end() -> State {
            state.withLock { state in
                defer { state = State() }
                return state
            }
        }
    }

    /// A subscriber that sets a property to each value.
    public final class Assign<Root, Input>: Subscriber, Cancellable, @unchecked Sendable {
        public typealias Failure = Never

        private let sink: Sink<Input, Never>

        /// A subscriber that sets a property of an object. It retains the object until the publisher ends.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            sink = Sink(receiveCompletion: { _ in }, receiveValue: { object[keyPath: keyPath] = $0 })
        }

        public func receive(subscription: any Subscription) { sink.receive(subscription: subscription) }
        public func receive(_ value: Input) -> Demand { sink.receive(value) }
        public func receive(completion: Subscribers.Completion<Never>) { sink.receive(completion: completion) }
        public func cancel() { sink.cancel() }
    }
}

/// A type-erased subscriber.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    private let inbox: Inbox<Input, Failure>

    /// A type-erased subscriber that wraps another one.
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure { inbox = Inbox(subscriber) }

    /// A subscriber that calls closures. If `receiveSubscription` is `nil`, it requests no values.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        inbox = Inbox(
            subscribed: receiveSubscription ?? { _ in }, value: receiveValue ?? { _ in .none }, completion: receiveCompletion ?? { _ in })
    }

    public func receive(subscription: any Subscription) { inbox.receive(subscription: subscription) }
    public func receive(_ value: Input) -> Subscribers.Demand { inbox.receive(value) }
    public func receive(completion: Subscribers.Completion<Failure>) { inbox.receive(completion: completion) }
}

extension Publisher {
    /// Calls the closures with the values and the completion, until the returned object is cancelled or released.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        receive(subscriber: sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Calls the closure with each value until the returned object is cancelled or released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Sets a property to each value until the returned object is cancelled or released. The object is retained during this time.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        receive(subscriber: assign)
        return AnyCancellable(assign)
    }
}
