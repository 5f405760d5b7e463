import Locks

// The part of Combine that Create ML's jobs use. Publishers can be subscribed to with `sink`, cancelled, mapped and erased. Subscribers get
// every value; there is no back pressure.

/// Sends values over time, and at last a completion.
public protocol Publisher<Output, Failure> {
    /// The values.
    associatedtype Output
    /// The errors; `Never` for none.
    associatedtype Failure: Error

    /// Begins to send to a subscriber, which first gets a subscription.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

/// Takes what a publisher sends.
public protocol Subscriber<Input, Failure> {
    /// The values.
    associatedtype Input
    /// The errors; `Never` for none.
    associatedtype Failure: Error

    /// Called once, before any value. Values are requested from the subscription.
    func receive(subscription: any Subscription)
    /// Called with each value. Returns how many more values are wanted, in addition to earlier requests.
    func receive(_ input: Input) -> Subscribers.Demand
    /// Called once at the end; nothing comes after it.
    func receive(completion: Subscribers.Completion<Failure>)
}

/// An activity that can be ended early.
public protocol Cancellable {
    /// Ends what goes on; nothing is received after it.
    func cancel()
}

/// The tie between a publisher and a subscriber.
public protocol Subscription: Cancellable {
    /// Asks for so many more values.
    func request(_ demand: Subscribers.Demand)
}

/// The messages between subscribers and publishers.
public enum Subscribers {
    /// How a publisher ends.
    public enum Completion<Failure: Error> {
        /// All has been sent.
        case finished
        /// An error.
        case failure(Failure)
    }

    /// How many more values a subscriber wants. Publishers here ignore it and send everything.
    public struct Demand: Equatable, Hashable, Sendable {
        private let count: Int?

        /// As many values as there are.
        public static let unlimited = Demand(count: nil)
        /// No more values.
        public static let none = Demand(count: 0)
        /// So many values.
        public static func max(_ value: Int) -> Demand { Demand(count: value) }
    }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Cancellable {
    /// Stores the object in a collection. It is cancelled when it is removed from the collection.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert((self as? AnyCancellable) ?? AnyCancellable(self))
    }

    /// Stores the object in a collection. It is cancelled when it is removed from the collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append((self as? AnyCancellable) ?? AnyCancellable(self))
    }
}

/// Cancels when it goes away.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    private let state: Locked<(() -> Void)?>

    /// Cancelled by the call, or when its last reference goes.
    public init(_ cancel: @escaping () -> Void) { state = Locked(cancel) }

    /// Cancelled by the call, or when its last reference goes.
    public convenience init<C: Cancellable>(_ canceller: C) { self.init { canceller.cancel() } }

    deinit { cancel() }

    /// Ends what goes on; nothing is received after it.
    public func cancel() {
        let action = state.withLock { action -> (() -> Void)? in
            defer { action = nil }
            return action
        }
        action?()
    }

    public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A publisher whose kind is not told.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attach: (Inbox<Output, Failure>) -> Void

    /// The publisher without its type.
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        attach = { publisher.receive(subscriber: $0) }
    }

    /// Begins to send to a subscriber, which first gets a subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(Inbox(subscriber))
    }
}

/// A subscriber whose kind is not told.
final class Inbox<Input, Failure: Error>: Subscriber {
    private let subscribed: (any Subscription) -> Void
    private let value: (Input) -> Subscribers.Demand
    private let completion: (Subscribers.Completion<Failure>) -> Void

    init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        subscribed = { subscriber.receive(subscription: $0) }
        value = { subscriber.receive($0) }
        completion = { subscriber.receive(completion: $0) }
    }

    func receive(subscription: any Subscription) { subscribed(subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { value(input) }
    func receive(completion: Subscribers.Completion<Failure>) { self.completion(completion) }
}
