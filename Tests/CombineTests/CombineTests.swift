import Combine
import Foundation
import Testing

@Suite struct CombineTests {
    private struct Failure: Error, Equatable {}

    @Test("A sink gets values until the completion")
    func aSinkGetsValuesUntilTheCompletion() {
        let subject = PassthroughSubject<Int, Failure>()
        let log = Log()
        subject.send(1)
        let subscription = subject.map { $0 * 10 }.sink {
            log.add("\($0)")
        } receiveValue: {
            log.add("\($0)")
        }
        subject.send(2)
        subject.send(completion: .failure(Failure()))
        subject.send(3)
        #expect(log.all.count == 2)
        #expect(log.all.first == "20")
        #expect(log.all.last?.contains("failure") == true)
        subscription.cancel()
    }

    @Test("Cancelling and letting go end a subscription")
    func cancellingAndLettingGoEndASubscription() {
        let subject = PassthroughSubject<Int, Never>()
        let log = Log()
        var kept: Set<AnyCancellable> = []
        subject.sink { log.add("kept \($0)") }.store(in: &kept)
        let cancelled = subject.sink { log.add("cancelled \($0)") }
        _ = subject.sink { log.add("let go \($0)") }
        cancelled.cancel()
        subject.send(1)
        kept = []
        subject.send(2)
        #expect(log.all == ["kept 1"])
    }

    @Test("A current value comes first")
    func aCurrentValueComesFirst() {
        let subject = CurrentValueSubject<Int, Never>(1)
        subject.send(2)
        let log = Log()
        let subscription = subject.eraseToAnyPublisher().sink { log.add("\($0)") }
        subject.value = 3
        #expect(log.all == ["2", "3"])
        #expect(subject.value == 3)
        subscription.cancel()
    }

    @Test("A future answers those before and after it")
    func aFutureAnswersThoseBeforeAndAfterIt() {
        let log = Log()
        nonisolated(unsafe) var promise: Future<Int, Failure>.Promise?
        let future = Future<Int, Failure> { promise = $0 }
        let before = future.sink {
            log.add("\($0)")
        } receiveValue: {
            log.add("before \($0)")
        }
        promise?(.success(5))
        promise?(.success(6))
        let after = future.sink { _ in
        } receiveValue: {
            log.add("after \($0)")
        }
        #expect(log.all == ["before 5", "finished", "after 5"])
        before.cancel()
        after.cancel()
    }
}
