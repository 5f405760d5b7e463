import Locks

extension Publisher where Failure == Never {
    /// The values as an asynchronous sequence. A value is requested only when it is awaited.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
    /// The values as an asynchronous sequence. If the publisher fails, the sequence throws the error.
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    public typealias Element = P.Output

    private let publisher: P

    /// The asynchronous sequence of a publisher's values.
    public init(_ publisher: P) { self.publisher = publisher }

    public func makeAsyncIterator() -> Iterator { Iterator(inner: AsyncThrowingPublisher(publisher).makeAsyncIterator()) }

    /// An iterator that awaits the values.
    public struct Iterator: AsyncIteratorProtocol {
        var inner: AsyncThrowingPublisher<P>.Iterator

        public mutating func next() async -> P.Output? { try? await inner.next() }
    }
}

/// The values of a publisher, as an asynchronous sequence that can throw.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    public typealias Element = P.Output

    private let publisher: P

    /// The asynchronous sequence of a publisher's values.
    public init(_ publisher: P) { self.publisher = publisher }

    public func makeAsyncIterator() -> Iterator {
        let waiter = Waiter<P.Output>()
        publisher.receive(
            subscriber: Inbox<P.Output, P.Failure>(
                subscribed: { waiter.start($0) }, value: { waiter.put(.success($0)) },
                completion: { completion in
                    if case .failure(let error) = completion { waiter.put(.failure(error)) }
                    waiter.put(.success(nil))
                }))
        return Iterator(waiter: waiter)
    }

    /// An iterator that awaits the values.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let waiter: Waiter<P.Output>

        public mutating func next() async throws -> P.Output? {
            let waiter = waiter
            return try await withTaskCancellationHandler {
                try await withUnsafeThrowingContinuation { waiter.take($0) }
            } onCancel: {
                waiter.cancel()
            }
        }
    }
}

/// The subscriber that connects a publisher with the task that awaits its values.
private final class Waiter<Output>: @unchecked Sendable {
    private struct State {
        var subscription: (any Subscription)?
        var arrived: [Result<Output?, any Error>] = []
        var waiting: UnsafeContinuation<Output?, any Error>?
        var isOver = false
    }

    private let state = Locked(State())

    deinit { cancel() }

    func start(_ subscription: any Subscription) {
        let isWanted = state.withLock { state -> Bool in
            state.subscription = subscription
            return state.waiting != nil
        }
        if isWanted { subscription.request(.max(1)) }
    }

    @discardableResult func put(_ result: Result<Output?, any Error>) -> Subscribers.Demand {
        let waiting = state.withLock { state -> UnsafeContinuation<Output?, any Error>? in
            if case .success(.some) = result {} else { state.isOver = true }
            guard let waiting = state.waiting else {
                state.arrived.append(result)
                return nil
            }
            state.waiting = nil
            return waiting
        }
        // From now on, only the awaiting task has the result.
        nonisolated(unsafe) let result = result
        waiting?.resume(with: result)
        return .none
    }

    func take(_ continuation: UnsafeContinuation<Output?, any Error>) {
        let (arrived, subscription) = state.withLock { state -> (Result<Output?, any Error>?, (any Subscription)?) in
            if !state.arrived.isEmpty { return (state.arrived.removeFirst(), nil) }
            if state.isOver { return (.success(nil), nil) }
            state.waiting = continuation
            return (nil, state.subscription)
        }
        if let arrived { return continuation.resume(with: arrived) }
        subscription?.request(.max(1))
    }

    func cancel() {
        let (subscription, waiting) = state.withLock { state -> ((any Subscription)?, UnsafeContinuation<Output?, any Error>?) in
            defer { (state.subscription, state.waiting, state.isOver) = (nil, nil, true) }
            return (state.subscription, state.waiting)
        }
        subscription?.cancel()
        waiting?.resume(returning: nil)
    }
}
