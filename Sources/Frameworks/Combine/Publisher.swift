import Locks

/// A type that sends values over time, and finally a completion.
public protocol Publisher<Output, Failure> {
    /// The type of the values.
    associatedtype Output
    /// The type of errors; `Never` if there are none.
    associatedtype Failure: Error

    /// Passes a subscription to a subscriber, and then sends the values that it requests.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

/// A type that receives the values of a publisher.
public protocol Subscriber<Input, Failure> {
    /// The type of the values.
    associatedtype Input
    /// The type of errors; `Never` if there are none.
    associatedtype Failure: Error

    /// Receives the subscription. It is called once, before any value. The subscriber requests values from the subscription.
    func receive(subscription: any Subscription)
    /// Receives a value. Returns the number of additional values that are requested.
    func receive(_ input: Input) -> Subscribers.Demand
    /// Receives the completion. It is called once, at the end.
    func receive(completion: Subscribers.Completion<Failure>)
}

/// An activity that can be ended early.
public protocol Cancellable {
    /// Cancels the activity. No events follow.
    func cancel()
}

/// The connection between a publisher and a subscriber.
public protocol Subscription: Cancellable {
    /// Requests additional values.
    func request(_ demand: Subscribers.Demand)
}

/// A namespace for types related to subscribers.
public enum Subscribers {
    /// The end of a publisher: success or failure.
    public enum Completion<Failure: Error> {
        /// All values have been sent.
        case finished
        /// The publisher has failed with an error.
        case failure(Failure)
    }

    /// The number of values that a subscriber requests.
    public struct Demand: Hashable, Comparable, Sendable, CustomStringConvertible {
        /// The number of values; `nil` if it is unlimited.
        public let max: Int?

        private init(_ max: Int?) { self.max = max }

        /// A demand for an unlimited number of values.
        public static let unlimited = Demand(nil)
        /// A demand for no values.
        public static let none = Demand(0)
        /// A demand for `value` values. A negative number counts as 0.
        public static func max(_ value: Int) -> Demand { Demand(Swift.max(value, 0)) }

        public static func + (a: Demand, b: Demand) -> Demand {
            guard let x = a.max, let y = b.max else { return .unlimited }
            let (sum, isTooLarge) = x.addingReportingOverflow(y)
            return isTooLarge ? .unlimited : .max(sum)
        }

        public static func - (a: Demand, b: Demand) -> Demand {
            guard let x = a.max else { return .unlimited }
            return b.max.map { .max(x - $0) } ?? .none
        }

        public static func + (a: Demand, b: Int) -> Demand { a + .max(b) }
        public static func - (a: Demand, b: Int) -> Demand { a - .max(b) }
        public static func += (a: inout Demand, b: Demand) { a = a + b }
        public static func -= (a: inout Demand, b: Demand) { a = a - b }
        public static func += (a: inout Demand, b: Int) { a = a + b }
        public static func -= (a: inout Demand, b: Int) { a = a - b }
        public static func < (a: Demand, b: Demand) -> Bool {
            (a.max ?? Int.max, a.max == nil ? 1 : 0) < (b.max ?? Int.max, b.max == nil ? 1 : 0)
        }
        public static func > (a: Demand, b: Int) -> Bool { a.max.map { $0 > b } ?? true }
        public static func == (a: Demand, b: Int) -> Bool { a.max == b }

        public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
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

/// A cancellable that is cancelled automatically when its last reference is released.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    private let state: Locked<(() -> Void)?>

    /// A cancellable that calls a closure when it is cancelled or released.
    public init(_ cancel: @escaping () -> Void) { state = Locked(cancel) }

    /// A cancellable that cancels another one when it is cancelled or released.
    public convenience init<C: Cancellable>(_ canceller: C) { self.init { canceller.cancel() } }

    deinit { cancel() }

    /// Cancels the activity. No events follow.
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

/// A type-erased publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attach: (Inbox<Output, Failure>) -> Void

    init(_ attach: @escaping (Inbox<Output, Failure>) -> Void) { self.attach = attach }

    /// A type-erased publisher that wraps another one.
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
            return
        }
        attach = { publisher.receive(subscriber: $0) }
    }

    /// Passes a subscription to a subscriber, and then sends the values that it requests.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach((subscriber as? Inbox<Output, Failure>) ?? Inbox(subscriber))
    }
}

/// A type-erased subscriber.
final class Inbox<Input, Failure: Error>: Subscriber {
    private let subscribed: (any Subscription) -> Void
    private let value: (Input) -> Subscribers.Demand
    private let completion: (Subscribers.Completion<Failure>) -> Void

    init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        subscribed = { subscriber.receive(subscription: $0) }
        value = { subscriber.receive($0) }
        completion = { subscriber.receive(completion: $0) }
    }

    init(
        subscribed: @escaping (any Subscription) -> Void, value: @escaping (Input) -> Subscribers.Demand,
        completion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        self.subscribed = subscribed
        self.value = value
        self.completion = completion
    }

    func receive(subscription: any Subscription) { subscribed(subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { value(input) }
    func receive(completion: Subscribers.Completion<Failure>) { self.completion(completion) }
}

extension Publisher {
    /// Subscribes a subscriber to this publisher.
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure { receive(subscriber: subscriber) }

    /// Sends all events of this publisher to a subject.
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
        receive(subscriber: sink)
        return AnyCancellable(sink)
    }

    /// A type-erased publisher that wraps this one.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A namespace for publishers that combine or change other publishers.
public enum Publishers {}
