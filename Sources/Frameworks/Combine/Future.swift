import Locks

/// Publishes one value or one failure. Later subscribers get it too.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
    /// The function to call once, with the value or the error.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private struct State {
        var result: Result<Output, Failure>?
        var waiting: [Int: Inbox<Output, Failure>] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// Calls `attemptToFulfill` at once, with a promise that takes the result.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [state] result in
            let waiting = state.withLock { state -> [Inbox<Output, Failure>] in
                guard state.result == nil else { return [] }
                state.result = result
                defer { state.waiting = [:] }
                return state.waiting.sorted { $0.key < $1.key }.map(\.value)
            }
            for inbox in waiting { Self.deliver(result, to: inbox) }
        }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let inbox = Inbox(subscriber)
        let key = state.withLock { state -> Int in
            state.next += 1
            return state.next
        }
        inbox.receive(subscription: Waiting { [state] in _ = state.withLock { $0.waiting.removeValue(forKey: key) } })
        let result = state.withLock { state -> Result<Output, Failure>? in
            if state.result == nil { state.waiting[key] = inbox }
            return state.result
        }
        if let result { Self.deliver(result, to: inbox) }
    }

    private static func deliver(_ result: Result<Output, Failure>, to inbox: Inbox<Output, Failure>) {
        switch result {
        case .success(let value):
            _ = inbox.receive(value)
            inbox.receive(completion: .finished)
        case .failure(let error): inbox.receive(completion: .failure(error))
        }
    }
}

private struct Waiting: Subscription {
    let end: () -> Void

    func request(_ demand: Subscribers.Demand) {}
    func cancel() { end() }
}
