import Combine
import Foundation

/// Lines that any thread may add.
final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}

struct Broken: Error, Equatable {
    var number = 0
}

/// A subscriber that asks only when it is told to, and keeps what it gets.
final class Asker<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    private(set) var values: [Input] = []
    private(set) var end: Subscribers.Completion<Failure>?
    private(set) var subscription: (any Subscription)?

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Input) -> Subscribers.Demand {
        values.append(input)
        return .none
    }
    func receive(completion: Subscribers.Completion<Failure>) { end = completion }
    func ask(_ count: Int) { subscription?.request(.max(count)) }
}

extension Publisher {
    /// All that comes while it is subscribed to, values and then the end.
    func recorded() -> [String] {
        let log = Log()
        let cancellable = sink(
            receiveCompletion: { completion in
                if case .failure(let error) = completion { log.add("\(error)") } else { log.add("end") }
            }, receiveValue: { log.add("\($0)") })
        defer { cancellable.cancel() }
        return log.all
    }
}
