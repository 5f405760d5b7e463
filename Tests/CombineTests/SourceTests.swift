import Combine
import Dispatch
import Foundation
import Testing

@Suite("Combine: publishers, objects and schedulers")
struct SourceTests {
    @Test("Simple publishers send the values that they are made with")
    func simple() {
        #expect(Just(1).recorded() == ["1", "end"])
        #expect(Empty<Int, Never>().recorded() == ["end"])
        #expect(Empty<Int, Never>(completeImmediately: false).recorded() == [])
        #expect(Fail<Int, Broken>(error: Broken()).recorded() == ["Broken(number: 0)"])
        #expect(Optional(4).publisher.recorded() == ["4", "end"])
        #expect(Result<Int, Broken>.failure(Broken(number: 1)).publisher.recorded() == ["Broken(number: 1)"])
        var count = 0
        let deferred = Deferred { () -> Just<Int> in
            count += 1
            return Just(count)
        }
        #expect(deferred.recorded() + deferred.recorded() == ["1", "end", "2", "end"])
    }

    @Test("A subject drops values without demand; the current value of a subject waits for demand")
    func subjects() {
        let (passing, current) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
        let (a, b) = (Asker<Int, Never>(), Asker<Int, Never>())
        passing.subscribe(a)
        current.subscribe(b)
        for value in 1...3 {
            passing.send(value)
            current.send(value)
        }
        a.ask(1)
        b.ask(1)
        passing.send(4)
        passing.send(5)
        #expect(a.values == [4])
        #expect(b.values == [3])
    }

    @Test("A value that is sent while one is received arrives at once")
    func reentrance() {
        let (subject, log) = (PassthroughSubject<Int, Never>(), Log())
        let sink = subject.sink { value in
            if value < 3 { subject.send(value + 1) }
            log.add("\(value)")
        }
        subject.send(1)
        #expect(log.all == ["3", "2", "1"])
        sink.cancel()
    }

    @Test("No value is lost when eight threads send at once")
    func threads() {
        let subject = PassthroughSubject<Int, Never>()
        nonisolated(unsafe) var (plain, moved) = (0, 0)
        let done = DispatchSemaphore(value: 0)
        let sinks = [
            subject.sink { plain += $0 },
            subject.receive(on: DispatchQueue(label: "combine")).sink(
                receiveCompletion: { _ in done.signal() }, receiveValue: { moved += $0 }),
        ]
        DispatchQueue.concurrentPerform(iterations: 8) { _ in for _ in 0..<200 { subject.send(1) } }
        subject.send(completion: .finished)
        #expect(done.wait(timeout: .now() + 10) == .success)
        #expect(plain == 1600)
        #expect(moved == 1600)
        sinks.forEach { $0.cancel() }
    }

    private class Model: ObservableObject {
        @Published var count = 1
        @Published var name = "a"
    }

    private final class Larger: Model {
        @Published var extra = 0
    }

    @Test("An object tells before each of its published properties changes, also those of its superclass")
    func objects() {
        let (object, log) = (Larger(), Log())
        let sinks = [
            object.objectWillChange.sink { log.add("will \(object.count) \(object.extra)") }, object.$count.sink { log.add("count \($0)") },
        ]
        object.count = 2
        object.extra = 5
        object.count += 1
        #expect(log.all == ["count 1", "will 1 0", "count 2", "will 2 0", "will 2 5", "count 3"])
        #expect(object.objectWillChange === object.objectWillChange)
        sinks.forEach { $0.cancel() }
    }

    @Test("A publisher is assigned to a published property and to a property of an object")
    func assigning() {
        final class Target { var text = "" }
        let (object, target) = (Model(), Target())
        let subject = PassthroughSubject<String, Never>()
        subject.assign(to: &object.$name)
        let kept = object.$name.map { $0.uppercased() }.assign(to: \.text, on: target)
        subject.send("new")
        #expect(object.name == "new")
        #expect(target.text == "NEW")
        kept.cancel()
    }

    @Test("Notifications of a name are sent until they are cancelled")
    func notifications() {
        let (center, log) = (NotificationCenter(), Log())
        let name = Notification.Name("combine")
        let sink = center.publisher(for: name).sink { log.add($0.userInfo?["text"] as? String ?? "") }
        center.post(name: name, object: nil, userInfo: ["text": "one"])
        center.post(name: Notification.Name("other"), object: nil)
        sink.cancel()
        center.post(name: name, object: nil)
        #expect(log.all == ["one"])
    }

    @Test("Debouncing keeps the last of a burst, throttling the first and the latest, delays the order, and a timeout ends")
    func timing() async {
        var (lines, duration) = await linesOfBurst()
        // Three values are a burst only if the machine did nothing else between them.
        for _ in 0..<20 where duration > .milliseconds(20) { (lines, duration) = await linesOfBurst() }
        #expect(lines.filter { $0.hasPrefix("debounce") } == ["debounce 3"])
        #expect(
            lines.filter { $0.hasPrefix("throttle") } == ["throttle 3"]
                || lines.filter { $0.hasPrefix("throttle") } == ["throttle 1", "throttle 3"])
        #expect(lines.filter { $0.hasPrefix("delay") } == ["delay 1", "delay 2", "delay 3"])
        #expect(lines.last == "timeout failure(CombineTests.Broken(number: 8))")
    }

    /// The lines that operators of time write for three values that are sent at once, and how long sending took.
    private func linesOfBurst() async -> ([String], Duration) {
        let subject = PassthroughSubject<Int, Broken>()
        let (queue, log, done) = (DispatchQueue(label: "timing"), Log(), DispatchSemaphore(value: 0))
        let sinks = [
            subject.debounce(for: .milliseconds(40), scheduler: queue).sink(
                receiveCompletion: { _ in }, receiveValue: { log.add("debounce \($0)") }),
            subject.throttle(for: .milliseconds(60), scheduler: queue, latest: true).sink(
                receiveCompletion: { _ in }, receiveValue: { log.add("throttle \($0)") }),
            subject.delay(for: .milliseconds(20), scheduler: queue).sink(
                receiveCompletion: { _ in }, receiveValue: { log.add("delay \($0)") }),
            subject.timeout(.milliseconds(250), scheduler: queue, customError: { Broken(number: 8) }).sink(
                receiveCompletion: {
                    log.add("timeout \($0)")
                    done.signal()
                }, receiveValue: { _ in }),
        ]
        let start = ContinuousClock.now
        for value in 1...3 { subject.send(value) }
        let duration = ContinuousClock.now - start
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                _ = done.wait(timeout: .now() + 10)
                continuation.resume()
            }
        }
        sinks.forEach { $0.cancel() }
        return (log.all, duration)
    }

    @Test("Values are awaited one at a time, and a failure is thrown")
    func awaiting() async throws {
        var sum = 0
        for await value in (1...100).publisher.values { sum += value }
        #expect(sum == 5050)
        var got: [Int] = []
        await #expect(throws: Broken(number: 2)) {
            for try await value in [1, 2].publisher.setFailureType(to: Broken.self).append(Fail(error: Broken(number: 2))).values {
                got.append(value)
            }
        }
        #expect(got == [1, 2])
    }

    @Test("A timer on a run loop sends the time while it is connected")
    func timers() {
        let log = Log()
        let sink = Timer.publish(every: 0.01, on: .current, in: .default).autoconnect().sink { _ in log.add("tick") }
        let end = Date().addingTimeInterval(5)
        while log.all.count < 3, Date() < end { _ = RunLoop.current.run(mode: .default, before: Date().addingTimeInterval(0.05)) }
        #expect(log.all.count >= 3)
        sink.cancel()
    }
}
