import Foundation
import Locks
import Testing

@testable import Studio

@Suite("Threads that a few jobs run on at once")
struct WorkerThreadsTests {
    @Test("At most `count` jobs run at once, the others wait their turn, and the end waits for all")
    func bounded() {
        let threads = WorkerThreads("test", count: 3)
        let (started, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let running = Locked((now: 0, most: 0, done: 0))
        for _ in 0..<10 {
            threads.add {
                running.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                started.signal()
                release.wait()
                running.withLock {
                    $0.now -= 1
                    $0.done += 1
                }
            }
        }
        for _ in 0..<3 { started.wait() }
        #expect(threads.count == 10)
        #expect(running.withLock { $0.now } == 3)
        for _ in 0..<10 { release.signal() }
        threads.waitUntilIdle()
        #expect(running.withLock { $0.most } == 3)
        #expect(running.withLock { $0.done } == 10)
        #expect(threads.count == 0)
    }

    @Test("One thread does jobs in the order in which they were added, also those added by a job")
    func order() {
        let threads = WorkerThreads("test", count: 1)
        let numbers = Locked([Int]())
        for number in 0..<5 {
            threads.add {
                numbers.withLock { $0.append(number) }
                if number == 4 { threads.add { numbers.withLock { $0.append(5) } } }
            }
        }
        threads.waitUntilIdle()
        #expect(numbers.withLock { $0 } == [0, 1, 2, 3, 4, 5])
    }
}
