import Foundation
import Locks
import Testing

@testable import CoreMLRuntime

/// The same work for many numbers at once.
@Suite struct ParallelMapTests {
    private struct Odd: Error, Equatable {
        var number: Int
    }

    private static func half(_ number: Int) throws -> Int {
        // The first take longest, so that results come in another order than they are handed over.
        Thread.sleep(forTimeInterval: 0.0005 * Double(20 - number % 20))
        guard number % 2 == 0 else { throw Odd(number: number) }
        return number / 2
    }

    @Test("Results come in order and errors are those of their numbers", arguments: [1, 2, 7, 64])
    func resultsComeInOrderAndErrorsAreThoseOfTheirNumbers(workers: Int) {
        var seen: [Int] = []
        Parallelism.forEach(40, workers: workers, { number in Result { try Self.half(number) } }) { number, result in
            seen.append(number)
            switch result.flatMap(\.self) {
            case .success(let half): #expect(2 * half == number)
            case .failure(let error): #expect(number % 2 == 1 && error as? Odd == Odd(number: number))
            }
        }
        #expect(seen == Array(0..<40))
    }

    @Test("A map or loop over no elements calls nothing")
    func nothingIsDoneForNothing() throws {
        var calls = 0
        Parallelism.forEach(0, workers: 4, { $0 }) { _, _ in calls += 1 }
        let results = try Parallelism.map(0) { $0 }
        #expect(calls == 0 && results.isEmpty)
    }

    @Test("There are as many workers as processors for the process")
    func thereAreAsManyWorkersAsProcessorsForTheProcess() {
        #expect(Parallelism.workers(for: 1 << 20) == Processor.coreCount)
        #expect(Parallelism.workers(for: 1) == 1 && Parallelism.workers(for: 0) == 1)
    }

    @Test("No more than the workers run at once", arguments: [2, 3, 5])
    func noMoreThanTheWorkersRunAtOnce(workers: Int) {
        let running = Locked((now: 0, most: 0))
        // Objects of threads that have ended leave their places to others.
        let threads = Locked(Set<pthread_t>())
        // The first ones wait for as many as there are workers, however late the system starts a thread.
        let deadline = Date(timeIntervalSinceNow: 60)
        let body: @Sendable (Int) -> Void = { _ in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            _ = threads.withLock { $0.insert(pthread_self()) }
            repeat { Thread.sleep(forTimeInterval: 0.002) } while running.withLock { $0.most } < workers && Date() < deadline
            running.withLock { $0.now -= 1 }
        }
        Parallelism.forEach(60, workers: workers, body) { _, _ in }
        #expect(running.withLock { $0.most } == workers)
        #expect(threads.withLock { $0.count } <= workers && !threads.withLock { $0.contains(pthread_self()) })
    }

    @Test("An error of consume ends all work")
    func anErrorOfConsumeEndsAllWork() {
        let running = Locked((begun: 0, ended: 0))
        #expect(throws: Odd(number: 3)) {
            try Parallelism.forEach(
                100_000, workers: 4,
                { number in
                    running.withLock { $0.begun += 1 }
                    Thread.sleep(forTimeInterval: 0.001)
                    running.withLock { $0.ended += 1 }
                    return number
                },
                consume: { number, _ in if number == 3 { throw Odd(number: number) } })
        }
        let (begun, ended) = running.withLock { $0 }
        #expect(begun == ended && begun >= 4 && begun < 100_000)
        Thread.sleep(forTimeInterval: 0.02)
        #expect(running.withLock { $0.begun } == begun)
    }

    @Test("Reports count the results")
    func reportsCountTheResults() throws {
        var reports: [Int] = []
        let results = Parallelism.map(25, report: { reports.append($0) }) { $0 * $0 }
        #expect(try results.map { try $0.get() } == (0..<25).map { $0 * $0 })
        #expect(reports == Array(1...25))
        #expect(throws: Odd(number: 2)) { try Parallelism.map(25, report: { if $0 == 2 { throw Odd(number: $0) } }) { $0 } }
    }
}
