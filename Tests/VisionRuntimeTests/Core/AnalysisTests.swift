import CoreGraphics
import Foundation
import Synchronization
import Testing
import VisionRuntime

/// Counts how often analyses run.
private final class Counter: Sendable {
    private let runs = Atomic(0)
    var value: Int { runs.load(ordering: .relaxed) }
    func add() { runs.add(1, ordering: .relaxed) }
}

/// An analysis that two others build on, as landmarks and capture quality build on faces.
private struct Common: Analysis {
    let counter: Counter

    static func == (left: Common, right: Common) -> Bool { left.counter === right.counter }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(counter)) }

    func demands(of frame: FrameInfo) throws -> [FrameDemand] { [.whole(frame)] }

    func findings(in context: AnalysisContext) throws -> [Int] {
        counter.add()
        Thread.sleep(forTimeInterval: 0.02)
        return [context.frame.info.width]
    }
}

private struct Dependent: Analysis {
    let common: Common
    let factor: Int

    func demands(of frame: FrameInfo) throws -> [FrameDemand] { try common.demands(of: frame) }

    func findings(in context: AnalysisContext) throws -> [Int] {
        try context.findings(of: common).map { $0 * factor }
    }
}

/// Fails, or waits to be cancelled.
private struct Endless: Analysis {
    let name: Int

    func demands(of frame: FrameInfo) throws -> [FrameDemand] { [] }

    func findings(in context: AnalysisContext) throws -> [Int] {
        while true {
            try context.cancellation.check()
            Thread.sleep(forTimeInterval: 0.001)
        }
    }
}

/// The sum of the widths so far; refuses frames of one pixel's width.
private struct Sum: SequenceAnalysis {
    var sum = 0

    func demands(of frame: FrameInfo) throws -> [FrameDemand] { [] }

    mutating func advance(_ context: AnalysisContext) throws -> [Int] {
        sum += context.frame.info.width
        guard context.frame.info.width > 1 else { throw VisionFailure(.invalidImage, "too narrow") }
        return [sum]
    }
}

@Suite("Analyses of a frame")
struct AnalysisTests {
    private func frame(width: Int = 3) throws -> Frame {
        try Frame(.data(Data("P5\n\(width) 1\n255\n".utf8) + Data(repeating: 9, count: width)))
    }

    private func jobs<A: Analysis>(_ analyses: [A]) -> [Result<AnalysisJob<[A.Finding]>, any Error>] {
        analyses.map { .success(AnalysisJob($0, cancellation: Cancellation()) { findings, _ in findings }) }
    }

    @Test("An analysis that two others of one performance need runs once")
    func sharedDependency() throws {
        let common = Common(counter: Counter())
        let frame = try frame()
        let outcomes = Performance.run(
            jobs([Dependent(common: common, factor: 2), Dependent(common: common, factor: 5)]), on: .success(frame))
        #expect(try outcomes.map { try $0.get() } == [[6], [15]])
        #expect(common.counter.value == 1)
        // Also in a later performance on the same frame, and not on another frame.
        _ = Performance.run(jobs([Dependent(common: common, factor: 7)]), on: .success(frame))
        #expect(common.counter.value == 1)
        _ = Performance.run(jobs([Dependent(common: common, factor: 7)]), on: .success(try self.frame()))
        #expect(common.counter.value == 2)
    }

    @Test("Outcomes come in the order of the jobs, a failure among them")
    func order() throws {
        let counters = (0..<6).map { _ in Counter() }
        var jobs = jobs(counters.map { Common(counter: $0) })
        jobs[2] = .failure(VisionFailure(.invalidArgument, "no"))
        let outcomes = Performance.run(jobs, on: .success(try frame()))
        #expect(outcomes.map { (try? $0.get()) != nil } == [true, true, false, true, true, true])
        #expect(counters.map(\.value) == [1, 1, 0, 1, 1, 1])
    }

    @Test("Without a frame every job fails as the frame did")
    func noFrame() {
        let outcomes = Performance.run(jobs([Common(counter: Counter())]), on: .failure(VisionFailure(.invalidImage, "no frame")))
        #expect(throws: VisionFailure.self) { try outcomes[0].get() }
    }

    @Test("A request that waits for another's analysis performs it if the other is cancelled")
    func cancellationOfTheFirst() throws {
        let first = Cancellation()
        let second = Cancellation()
        let analysis = Endless(name: 1)
        let frame = try frame()
        let ended = Mutex<[String]>([])
        let group = DispatchGroup()
        for (name, cancellation) in [("first", first), ("second", second)] {
            DispatchQueue.global().async(group: group) {
                let job = AnalysisJob<[Int]>(analysis, cancellation: cancellation) { findings, _ in findings }
                let outcome = Performance.run([.success(job)], on: .success(frame))
                #expect(throws: VisionFailure.self) { try outcome[0].get() }
                ended.withLock { $0.append(name) }
            }
        }
        func wait(for names: [String]) -> Bool {
            let deadline = Date(timeIntervalSinceNow: 20)
            while Date() < deadline {
                if ended.withLock({ $0 }) == names { return true }
                Thread.sleep(forTimeInterval: 0.002)
            }
            return false
        }
        first.cancel()
        #expect(wait(for: ["first"]))
        second.cancel()
        group.wait()
        #expect(ended.withLock { $0 } == ["first", "second"])
    }

    @Test("Frames advance a sequence; what a frame that fails has changed is undone")
    func sequence() throws {
        let state = SequenceState(Sum())
        func advance(_ width: Int) throws -> [Int] {
            let job = AnalysisJob<[Int]>(state, cancellation: Cancellation()) { findings, _ in findings }
            return try Performance.run([.success(job)], on: .success(try frame(width: width)))[0].get()
        }
        #expect(try advance(3) == [3])
        #expect(throws: VisionFailure.self) { try advance(1) }
        #expect(try advance(4) == [7])
    }

    @Test("A table makes a value once for all who ask at the same time")
    func once() throws {
        let table = OnceTable(capacity: 8)
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let value: Int? = try? table.value("key") {
                counter.add()
                Thread.sleep(forTimeInterval: 0.005)
                return 7
            }
            #expect(value == 7)
        }
        #expect(counter.value == 1)
        // A failure is not kept.
        #expect(throws: VisionFailure.self) { try table.value(1) { () throws -> Int in throw VisionFailure(.internalError, "no") } }
        #expect(try table.value(1) { 3 } == 3)
    }

    @Test("A full table forgets the value that nobody has asked for the longest")
    func capacity() throws {
        let table = OnceTable(capacity: 3)
        let counter = Counter()
        func value(_ key: Int) throws -> Int {
            try table.value(key) {
                counter.add()
                return key
            }
        }
        for key in [1, 2, 3, 1, 4] { #expect(try value(key) == key) }
        #expect(table.count == 3 && counter.value == 4)
        _ = try value(1)
        #expect(counter.value == 4)
        _ = try value(2)
        #expect(table.count == 3 && counter.value == 5)
    }
}
