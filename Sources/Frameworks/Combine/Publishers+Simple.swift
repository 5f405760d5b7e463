import Locks

/// A publisher of one value.
public struct Just<Output>: Publisher {
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// A publisher of one value.
    public init(_ output: Output) { self.output = output }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        [output].publisher.receive(subscriber: subscriber)
    }
}

/// A publisher without values. It completes immediately or never.
public struct Empty<Output, Failure: Error>: Publisher {
    /// Whether the publisher completes immediately. If `false`, the publisher never completes.
    public let completeImmediately: Bool

    /// A publisher without values.
    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

    /// A publisher without values. The arguments include its types.
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let outbox = Outbox(Inbox(subscriber))
        if completeImmediately { outbox.finish(.finished) }
        outbox.start()
    }
}

/// A publisher that fails immediately.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error.
    public let error: Failure

    /// A publisher that fails.
    public init(error: Failure) { self.error = error }

    /// A publisher that fails. The arguments include its types.
    public init(outputType: Output.Type, failure: Failure) { self.init(error: failure) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let outbox = Outbox(Inbox(subscriber))
        outbox.finish(.failure(error))
        outbox.start()
    }
}

/// A publisher that makes another publisher for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure

    /// The closure that makes a publisher for a subscriber.
    public let createPublisher: () -> DeferredPublisher

    /// A publisher that calls `createPublisher` for each subscriber.
    public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

extension Publishers {
    /// A publisher of a sequence's elements. It sends as many as are requested.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        public typealias Output = Elements.Element

        /// The sequence.
        public let sequence: Elements

        /// A publisher of a sequence's elements.
        public init(sequence: Elements) { self.sequence = sequence }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            var rest = sequence.makeIterator()
            // The next element is read in advance. The completion can then be sent together with the last element.
            var ahead = rest.next()
            let inbox = Inbox(subscriber)
            guard ahead != nil else { return Empty<Output, Failure>().receive(subscriber: subscriber) }
            let outbox = Outbox(
                inbox,
                next: { () -> (value: Output, isLast: Bool)? in
                    guard let value = ahead else { return nil }
                    ahead = rest.next()
                    return (value, ahead == nil)
                })
            outbox.start()
        }
    }
}

extension Sequence {
    /// A publisher that sends the elements to each subscriber.
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Optional {
    /// A publisher that sends the value, if there is one.
    public var publisher: AnyPublisher<Wrapped, Never> {
        map { Just($0).eraseToAnyPublisher() } ?? Empty().eraseToAnyPublisher()
    }
}

extension Result {
    /// A publisher that sends the value, or fails with the error.
    public var publisher: AnyPublisher<Success, Failure> {
        switch self {
        case .success(let value): Just(value).setFailureType(to: Failure.self)
        case .failure(let error): Fail(error: error).eraseToAnyPublisher()
        }
    }
}
