import Locks

/// A publisher of one value or one failure. A subscriber that comes later receives the same result.
public final class Future<Output, Failure: Error>: Publisher, @unchecked Sendable {
    /// A function that fulfils the future. It is called once, with the value or the error.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private struct State {
        var result: Result<Output, Failure>?
        var waiting: [Int: Outbox<Output, Failure>] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// Calls `attemptToFulfill` immediately. Its argument is the promise, which must be called with the result.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [state] result in
            let waiting = state.withLock { state -> [Outbox<Output, Failure>] in
                guard state.result == nil else { return [] }
                state.result = result
                defer { state.waiting = [:] }
                return state.waiting.sorted { $0.key < $1.key }.map(\.value)
            }
            for outbox in waiting { Self.deliver(result, to: outbox) }
        }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let outbox = Outbox(Inbox(subscriber))
        let (key, result) = state.withLock { state -> (Int, Result<Output, Failure>?) in
            state.next += 1
            if state.result == nil { state.waiting[state.next] = outbox }
            return (state.next, state.result)
        }
        if let result { Self.deliver(result, to: outbox) }
        outbox.start { [state] in _ = state.withLock { $0.waiting.removeValue(forKey: key) } }
    }

    private static func deliver(_ result: Result<Output, Failure>, to outbox: Outbox<Output, Failure>) {
        switch result {
        case .success(let value):
            outbox.push(value)
            outbox.finish(.finished)
        case .failure(let error): outbox.finish(.failure(error))
        }
    }
}
