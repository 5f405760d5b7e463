import Foundation
import Locks

/// A publisher through which a program sends values.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to all subscribers.
    func send(_ value: Output)
    /// Completes the subject. Values that are sent afterwards are dropped.
    func send(completion: Subscribers.Completion<Failure>)
    /// Passes a subscription to the subject. The subject requests all values of its publisher.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Notifies all subscribers, without a value.
    public func send() { send(()) }
}

extension Subject {
    public func send(subscription: any Subscription) { subscription.request(.unlimited) }
}

/// A subject that sends values to its current subscribers.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let outlets = Outlets<Output, Failure>()

    /// A subject without subscribers.
    public init() {}

    /// Sends a value to all subscribers.
    public func send(_ value: Output) { outlets.send(value) { _ in } }
    /// Completes the subject. Values that are sent afterwards are dropped.
    public func send(completion: Subscribers.Completion<Failure>) { outlets.complete(completion) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        outlets.attach(Inbox(subscriber), first: nil)
    }
}

/// A subject that stores its latest value. A new subscriber receives this value first.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let outlets = Outlets<Output, Failure>()
    private let current: Locked<Output>

    /// A subject with an initial value.
    public init(_ value: Output) { current = Locked(value) }

    /// The latest value. Setting it sends the new value to all subscribers.
    public var value: Output {
        get { current.withLock { $0 } }
        set { send(newValue) }
    }

    /// Sends a value to all subscribers.
    public func send(_ value: Output) { outlets.send(value) { value in current.withLock { $0 = value } } }
    /// Completes the subject. Values that are sent afterwards are dropped.
    public func send(completion: Subscribers.Completion<Failure>) { outlets.complete(completion) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        outlets.attach(Inbox(subscriber)) { self.current.withLock { $0 } }
    }
}

/// The subscribers of a subject.
final class Outlets<Output, Failure: Error>: @unchecked Sendable {
    private struct State {
        var outlets: [Int: Outlet<Output, Failure>] = [:]
        var next = 0
        var completion: Subscribers.Completion<Failure>?
    }

    private let state = Locked(State())

    /// - Parameter first: returns the value that a new subscriber receives with its first request; `nil` if there is none.
    func attach(_ inbox: Inbox<Output, Failure>, first: (() -> Output)?) {
        let outlet = Outlet(inbox, first: first)
        let completion = state.withLock { state -> Subscribers.Completion<Failure>? in
            guard state.completion == nil else { return state.completion }
            let key = state.next
            state.next += 1
            state.outlets[key] = outlet
            outlet.detach = { [weak self] in _ = self?.state.withLock { $0.outlets.removeValue(forKey: key) } }
            return nil
        }
        inbox.receive(subscription: outlet)
        if let completion { outlet.complete(completion) }
    }

    func send(_ value: Output, _ keep: (Output) -> Void) {
        let outlets = state.withLock { state -> [Outlet<Output, Failure>] in
            guard state.completion == nil else { return [] }
            keep(value)
            return state.outlets.sorted { $0.key < $1.key }.map(\.value)
        }
        for outlet in outlets { outlet.send(value) }
    }

    func complete(_ completion: Subscribers.Completion<Failure>) {
        let outlets = state.withLock { state -> [Outlet<Output, Failure>] in
            guard state.completion == nil else { return [] }
            state.completion = completion
            defer { state.outlets = [:] }
            return state.outlets.sorted { $0.key < $1.key }.map(\.value)
        }
        for outlet in outlets { outlet.complete(completion) }
    }
}

/// The subscription of a subscriber to a subject. The subscriber receives only values that it has requested. If the subject has a current
/// value, a new request gets the latest one. If the subscriber sends a value to the subject while it receives one, the value is delivered
/// immediately. Values from other threads wait.
final class Outlet<Output, Failure: Error>: Subscription, @unchecked Sendable {
    private let order = NSRecursiveLock()
    private var inbox: Inbox<Output, Failure>?
    private var demand = Subscribers.Demand.none
    private let current: (() -> Output)?
    /// Whether the subscriber has not received the current value yet.
    private var isBehind: Bool
    var detach: (() -> Void)?

    init(_ inbox: Inbox<Output, Failure>, first: (() -> Output)?) {
        self.inbox = inbox
        current = first
        isBehind = first != nil
    }

    func send(_ value: Output) {
        order.withLock {
            guard let inbox else { return }
            guard demand > 0 else {
                isBehind = current != nil
                return
            }
            demand -= 1
            isBehind = false
            demand += inbox.receive(value)
        }
    }

    func complete(_ completion: Subscribers.Completion<Failure>) {
        order.withLock {
            let last = inbox
            inbox = nil
            last?.receive(completion: completion)
        }
    }

    func request(_ more: Subscribers.Demand) {
        order.withLock {
            demand += more
            if isBehind, let current { send(current()) }
        }
    }

    func cancel() {
        order.withLock { inbox = nil }
        detach?()
    }
}
