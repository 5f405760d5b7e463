import Locks

/// A publisher that sends values only while it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Connects the publisher. It sends values until the returned object is cancelled or released.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// A publisher that connects this publisher when the first subscriber subscribes.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    /// A publisher that connects another one when the first subscriber subscribes, and disconnects it when the last subscriber has
    /// cancelled.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher, @unchecked Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is connected.
        public let upstream: Upstream
        private let state = Locked<(count: Int, connection: (any Cancellable)?)>((0, nil))

        init(upstream: Upstream) { self.upstream = upstream }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isFirst = state.withLock { state -> Bool in
                state.count += 1
                return state.count == 1
            }
            // The subscription retains this object, and thereby the connection.
            let leave = AnyCancellable { self.leave() }
            let inbox = Inbox(subscriber)
            upstream.receive(
                subscriber: Inbox<Output, Failure>(
                    subscribed: { inner in
                        inbox.receive(subscription: LeavingSubscription(inner: inner, leave: leave))
                    }, value: { inbox.receive($0) }, completion: { inbox.receive(completion: $0) }))
            guard isFirst else { return }
            let connection = upstream.connect()
            state.withLock { if $0.count > 0 { $0.connection = connection } }
        }

        private func leave() {
            let connection = state.withLock { state -> (any Cancellable)? in
                state.count -= 1
                guard state.count == 0 else { return nil }
                defer { state.connection = nil }
                return state.connection
            }
            connection?.cancel()
        }
    }

    /// A publisher that subscribes to another one once, and sends its values through a subject to all subscribers.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher, @unchecked Sendable
    where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent.
        public let upstream: Upstream
        /// Creates the subject. It is called when the subject is first needed.
        public let createSubject: () -> SubjectType
        private let subject = Locked<SubjectType?>(nil)

        /// A publisher whose subscribers share one subscription to `upstream`.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        private var current: SubjectType {
            subject.withLock { subject in
                let made = subject ?? createSubject()
                subject = made
                return made
            }
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            current.receive(subscriber: subscriber)
        }

        public func connect() -> any Cancellable { upstream.subscribe(current) }
    }
}

private struct LeavingSubscription: Subscription {
    let inner: any Subscription
    let leave: AnyCancellable

    func request(_ demand: Subscribers.Demand) { inner.request(demand) }

    func cancel() {
        inner.cancel()
        leave.cancel()
    }
}

extension Publisher {
    /// A publisher whose subscribers share one subscription. Values are sent through a subject, which is created when it is first needed.
    public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure { Publishers.Multicast(upstream: self, createSubject: createSubject) }

    /// A publisher whose subscribers share one subscription. Values are sent through the given subject.
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
        multicast { subject }
    }

    /// A publisher whose subscribers share one subscription. It starts with the first subscriber, and is cancelled with the last one.
    public func share() -> Publishers.Autoconnect<Publishers.Multicast<Self, PassthroughSubject<Output, Failure>>> {
        multicast { PassthroughSubject() }.autoconnect()
    }
}

extension Publisher where Failure == Never {
    /// A publisher that sends the same values, but only after it is connected.
    public func makeConnectable() -> Publishers.Multicast<Self, PassthroughSubject<Output, Never>> { multicast { PassthroughSubject() } }
}
