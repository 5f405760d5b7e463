import Locks

/// A publisher that is told what to send.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Sends a value to all subscribers.
    func send(_ value: Output)
    /// Ends the subject; what is sent later is dropped.
    func send(completion: Subscribers.Completion<Failure>)
}

/// Sends values to those who are subscribed when they come.
public final class PassthroughSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let outlets = Outlets<Output, Failure>()

    /// A subject without subscribers.
    public init() {}

    /// Sends a value to all subscribers.
    public func send(_ value: Output) { outlets.send(value) { _ in } }
    /// Ends the subject; what is sent later is dropped.
    public func send(completion: Subscribers.Completion<Failure>) { outlets.complete(completion) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        outlets.attach(Inbox(subscriber), first: nil)
    }
}

/// Keeps the last value, which a new subscriber gets first.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, @unchecked Sendable {
    private let outlets = Outlets<Output, Failure>()
    private let current: Locked<Output>

    /// A subject with its first value.
    public init(_ value: Output) { current = Locked(value) }

    /// The latest value; a new one is sent to all subscribers.
    public var value: Output {
        get { current.withLock { $0 } }
        set { send(newValue) }
    }

    /// Sends a value to all subscribers.
    public func send(_ value: Output) { outlets.send(value) { value in current.withLock { $0 = value } } }
    /// Ends the subject; what is sent later is dropped.
    public func send(completion: Subscribers.Completion<Failure>) { outlets.complete(completion) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        outlets.attach(Inbox(subscriber)) { self.current.withLock { $0 } }
    }
}

/// The subscribers of a subject.
private final class Outlets<Output, Failure: Error>: @unchecked Sendable {
    private struct State {
        var inboxes: [Int: Inbox<Output, Failure>] = [:]
        var next = 0
        var completion: Subscribers.Completion<Failure>?
    }

    private let state = Locked(State())

    func attach(_ inbox: Inbox<Output, Failure>, first: (() -> Output)?) {
        let (key, completion) = state.withLock { state -> (Int, Subscribers.Completion<Failure>?) in
            if state.completion == nil { state.inboxes[state.next] = inbox }
            state.next += 1
            return (state.next - 1, state.completion)
        }
        inbox.receive(subscription: Outlet { [weak self] in _ = self?.state.withLock { $0.inboxes.removeValue(forKey: key) } })
        if let completion { return inbox.receive(completion: completion) }
        if let first { _ = inbox.receive(first()) }
    }

    func send(_ value: Output, _ keep: (Output) -> Void) {
        let inboxes = state.withLock { state -> [Inbox<Output, Failure>] in
            guard state.completion == nil else { return [] }
            keep(value)
            return state.inboxes.sorted { $0.key < $1.key }.map(\.value)
        }
        for inbox in inboxes { _ = inbox.receive(value) }
    }

    func complete(_ completion: Subscribers.Completion<Failure>) {
        let inboxes = state.withLock { state -> [Inbox<Output, Failure>] in
            guard state.completion == nil else { return [] }
            state.completion = completion
            defer { state.inboxes = [:] }
            return state.inboxes.sorted { $0.key < $1.key }.map(\.value)
        }
        for inbox in inboxes { inbox.receive(completion: completion) }
    }
}

private struct Outlet: Subscription {
    let detach: () -> Void

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { detach() }
}
