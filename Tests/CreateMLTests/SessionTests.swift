import Combine
import Foundation
import TestSupport
import Testing

@testable import CreateML

/// A model whose training adds the next random number to a sum, iteration by iteration.
private struct RandomSum: SessionTrainable, Equatable {
    var sum: Double
    var iterations: Int

    struct Plan: TrainingPlan {
        static let kind = "RandomSum"
        var seed: Int
        var limit = 25
        var data = "numbers"
        var parameters: [String: String] { ["seed": String(seed), "limit": String(limit)] }
        var dataDigest: String { data }
    }

    static let extractionShare = 0.5

    static func training(_ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?) throws
        -> any StepwiseTraining<RandomSum>
    {
        Training(plan)
    }

    private final class Training: StepwiseTraining {
        private var generator: SplitMix64
        private var sum = 0.0
        private(set) var iteration = 0
        let iterationLimit: Int
        private var isPrepared = false

        init(_ plan: Plan) {
            generator = SplitMix64(seed: plan.seed)
            iterationLimit = plan.limit
        }

        var isFinished: Bool { iteration >= iterationLimit }

        func prepare(_ reporter: TrainingReporter) throws {
            try reporter.report(.extractingFeatures, 1, of: 1)
            isPrepared = true
        }

        func step() throws -> [MLProgress.Metric: Any] {
            guard isPrepared else { throw MLCreateError.generic(reason: "a step before the preparation") }
            sum += Double.random(in: 0..<1, using: &generator)
            iteration += 1
            return [.loss: sum]
        }

        func state() throws -> Data {
            var state = TrainingStateWriter()
            state.add(iteration)
            state.add(sum)
            state.add(Int(bitPattern: UInt(generator.state)))
            return state.data
        }

        func restore(_ state: Data) throws {
            var state = TrainingStateReader(state)
            iteration = try state.int()
            sum = try state.double()
            generator.state = UInt64(UInt(bitPattern: try state.int()))
        }

        func finish(_ reporter: TrainingReporter) throws -> RandomSum { RandomSum(sum: sum, iterations: iteration) }
    }
}

@Suite struct SessionTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.file("session") }

    init() throws { temporary = try TemporaryFolder() }

    private func parameters(checkpointInterval: Int = 4) -> MLTrainingSessionParameters {
        MLTrainingSessionParameters(sessionDirectory: folder, reportInterval: 3, checkpointInterval: checkpointInterval)
    }

    private func session(_ plan: RandomSum.Plan = .init(seed: 7), checkpointInterval: Int = 4) throws -> MLTrainingSession<RandomSum> {
        try RandomSum.session(plan, parameters(checkpointInterval: checkpointInterval))
    }

    /// Trains until `iterations` are done, then is cancelled.
    private func interrupted(after iterations: Int) throws {
        let reached = Locked(0)
        let reporter = TrainingReporter(
            progress: { if $0.phase == .training { reached.set($0.itemCount) } }, isCancelled: { reached.value >= iterations })
        #expect(throws: MLCreateError.self) { try session().run(reporter) }
    }

    private var whole: RandomSum {
        get throws { try RandomSum.session(.init(seed: 7), MLTrainingSessionParameters()).run() }
    }

    @Test("An interrupted training ends as one that was not")
    func anInterruptedTrainingEndsAsOneThatWasNot() throws {
        for iterations in [1, 6, 9] { try interrupted(after: iterations) }
        let session = try session()
        #expect(session.phase == .training && session.iteration >= 9)
        #expect(try session.run() == whole)
        // There is nothing left to do, and the result is the same.
        #expect(try self.session().run() == whole)
        #expect(try RandomSum.restoredSession(parameters()).run() == whole)
    }

    @Test("Of large checkpoints the last two are kept")
    func ofLargeCheckpointsTheLastTwoAreKept() throws {
        let place = try SessionFolder(folder)
        for iteration in [90, 100, 1_000_000, 10_000_000] {
            _ = try place.write(Data(count: 40 << 20), of: MLCheckpoint(phase: .training, iteration: iteration, metrics: [:]))
        }
        #expect(place.checkpoints().map(\.iteration) == [1_000_000, 10_000_000])
        _ = try place.write(Data(count: 9), of: MLCheckpoint(phase: .training, iteration: 10_000_001, metrics: [:]))
        #expect(place.checkpoints().map(\.iteration) == [10_000_000, 10_000_001])
        #expect(place.latestState() == Data(count: 9))
    }

    @Test("Checkpoints come at their interval and at the end")
    func checkpointsComeAtTheirIntervalAndAtTheEnd() throws {
        let (kept, reported) = (Locked<[Int]>([]), Locked<[Int]>([]))
        let reporter = TrainingReporter(
            progress: { progress in if progress.phase == .training { reported.change { $0.append(progress.itemCount) } } },
            checkpoint: { checkpoint in kept.change { $0.append(checkpoint.iteration) } })
        _ = try session().run(reporter)
        #expect(kept.value == [4, 8, 12, 16, 20, 24, 25])
        #expect(reported.value == [1, 3, 6, 9, 12, 15, 18, 21, 24, 25])
        let session = try session()
        #expect(session.checkpoints.map(\.iteration) == kept.value)
        #expect(session.checkpoints.allSatisfy { $0.metrics[.loss] is Double && $0.phase == .training })
        try session.removeCheckpoints { $0.iteration > 12 }
        #expect(session.iteration == 12)
        #expect(try session.run() == whole)
        // A model can be made of any checkpoint.
        let checkpoint = try #require(session.checkpoints.first { $0.iteration == 8 })
        let early = try RandomSum.training(at: checkpoint).finish(TrainingReporter())
        #expect(early.iterations == 8)
        #expect(early.sum == checkpoint.metrics[.loss] as? Double)
        let copy = try JSONDecoder().decode(MLCheckpoint.self, from: JSONEncoder().encode(checkpoint))
        #expect(copy.url == checkpoint.url && copy.iteration == 8 && copy.metrics[.loss] as? Double == early.sum)
    }

    @Test("Only the last ten checkpoints stay")
    func onlyTheLastTenCheckpointsStay() throws {
        _ = try session(checkpointInterval: 1).run()
        #expect(try session().checkpoints.map(\.iteration) == Array(16...25))
    }

    @Test("A damaged checkpoint is passed over")
    func aDamagedCheckpointIsPassedOver() throws {
        _ = try session().run()
        let checkpoints = try session().checkpoints
        let last = try #require(checkpoints.last)
        var bytes = try Data(contentsOf: last.url)
        for count in [0, 5, 25, bytes.count - 1] { #expect(throws: MLCreateError.self) { try read(bytes.prefix(count)) } }
        bytes[bytes.count - 20] ^= 1
        #expect(throws: MLCreateError.self) { try read(bytes) }
        try bytes.write(to: last.url)
        let session = try session()
        #expect(session.iteration == 24)
        #expect(try session.run() == whole)
    }

    private func read(_ bytes: Data) throws -> CheckpointFile {
        let file = folder.appendingPathComponent("bytes")
        try bytes.write(to: file)
        return try CheckpointFile(contentsOf: file)
    }

    @Test("A session keeps to its data and parameters")
    func aSessionKeepsToItsDataAndParameters() throws {
        _ = try session()
        do {
            _ = try session(.init(seed: 8))
            Issue.record("another seed is another session")
        } catch MLCreateError.incompatibleParameters(let parameter, let originalValue, let newValue) {
            #expect(parameter == "seed" && originalValue == "7" && newValue == "8")
        }
        do {
            _ = try session(.init(seed: 7, data: "others"))
            Issue.record("other data is another session")
        } catch MLCreateError.modifiedTrainingData {}
        try Data("{}".utf8).write(to: folder.appendingPathComponent("session.json"))
        #expect(throws: MLCreateError.self) { try session() }
        let nowhere = MLTrainingSessionParameters(sessionDirectory: folder.appendingPathComponent("none"))
        #expect(throws: MLCreateError.self) { try RandomSum.restoredSession(nowhere) }
        #expect(throws: MLCreateError.self) { try RandomSum.restoredSession(MLTrainingSessionParameters()) }
    }

    @Test("Two trainings do not share a folder")
    func twoTrainingsDoNotShareAFolder() throws {
        let session = try session()
        let claim = try SessionFolder(folder).claim()
        #expect(throws: MLCreateError.self) { try session.run() }
        claim.release()
        #expect(try session.run() == whole)
    }

    @Test("A job publishes its phases, checkpoints and result")
    func aJobPublishesItsPhasesCheckpointsAndResult() async throws {
        let job = try session().start()
        nonisolated(unsafe) var kept: Set<AnyCancellable> = []
        let phases = Locked<[MLPhase]>([])
        job.phase.sink { phase in phases.change { $0.append(phase) } }.store(in: &kept)
        let sum = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<RandomSum, any Error>) in
            job.result.sink { completion in
                if case .failure(let error) = completion { continuation.resume(throwing: error) }
            } receiveValue: {
                continuation.resume(returning: $0)
            }.store(in: &kept)
        }
        #expect(try sum == whole)
        #expect(phases.value.last == .evaluating)
        #expect(job.progress.fractionCompleted == 1)
        #expect(try session().checkpoints.count == 7)
    }

    /// A job's thread writes its progress while others read it.
    @Test("Progress is read while it is written")
    func progressIsReadWhileItIsWritten() async throws {
        let reads = Locked(0)
        let job = MLJob<Int> { reporter in
            for count in 0..<2000 { try reporter.report(.training, count, of: 2000, metrics: [.loss: Double(count)]) }
            while reads.value < 1000 { usleep(100) }
            return 7
        }
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            for _ in 0..<1000 {
                if let progress = MLProgress(progress: job.progress) {
                    #expect(progress.metrics[.loss] as? Double == Double(progress.itemCount) || progress.itemCount == 0)
                }
                reads.change { $0 += 1 }
            }
        }
        #expect(job.progress.totalUnitCount == 1000)
    }

    @Test("Values of a progress are followed")
    func valuesOfAProgressAreFollowed() async throws {
        let go = Locked(false)
        let job = MLJob<Int> { reporter in
            while !go.value { usleep(100) }
            for count in 0...4 { try reporter.report(.training, count, of: 4) }
            return 7
        }
        nonisolated(unsafe) var kept: Set<AnyCancellable> = []
        let fractions = Locked<[Double]>([])
        job.progress.publisher(for: \.fractionCompleted).sink { fraction in fractions.change { $0.append(fraction) } }.store(in: &kept)
        #expect(fractions.value == [0])
        go.set(true)
        _ = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int, any Error>) in
            job.result.sink { completion in
                if case .failure(let error) = completion { continuation.resume(throwing: error) }
            } receiveValue: {
                continuation.resume(returning: $0)
            }.store(in: &kept)
        }
        #expect(fractions.value == [0, 0, 0.25, 0.5, 0.75, 0.999, 1])
        let other = Progress(totalUnitCount: 4)
        other.publisher(for: \.totalUnitCount).sink { #expect($0 == 4) }.store(in: &kept)
    }

    /// The reports of an interrupted training stay, up to where it goes on.
    @Test("Reports of earlier processes are kept")
    func reportsOfEarlierProcessesAreKept() throws {
        try interrupted(after: 9)
        let log = folder.appendingPathComponent("reports.jsonl")
        let first = try session().reports.map(\.iteration)
        #expect(first == [1, 3, 6, 9])
        // A line was cut off by the end of the process, and one is of an iteration that is done again.
        try Data(contentsOf: log).appending(#"{"iteration":10,"metrics":{"loss":1}}"# + "\n" + #"{"iter"#).write(to: log)
        #expect(try session().reports.map(\.iteration) == first)
        let whole = try session().run()
        let reports = try session().reports
        #expect(reports.map(\.iteration) == [1, 3, 6, 9, 12, 15, 18, 21, 24, 25])
        #expect(reports.last?.metrics[.loss] as? Double == whole.sum)
    }

    @Test("States are read as they were written")
    func statesAreReadAsTheyWereWritten() throws {
        var writer = TrainingStateWriter()
        writer.add(-3)
        writer.add([1.5, .infinity])
        writer.add([Float(2.5)])
        writer.add(Data([9]))
        var reader = TrainingStateReader(writer.data)
        #expect(try reader.int() == -3)
        #expect(try reader.doubles() == [1.5, .infinity])
        #expect(try reader.floats() == [2.5])
        #expect(try reader.bytes() == Data([9]))
        #expect(throws: MLCreateError.self) { try reader.int() }
        var hostile = TrainingStateWriter()
        hostile.add(Int.max)
        for count in [hostile.data, Data(repeating: 255, count: 8)] {
            var reader = TrainingStateReader(count)
            #expect(throws: MLCreateError.self) { try reader.doubles() }
        }
    }

    @Test("A file is replaced whole or not at all")
    func aFileIsReplacedWholeOrNotAtAll() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("file")
        // No process has the largest number: what it was writing is left over.
        try Data("half".utf8).write(to: folder.appendingPathComponent(".file.\(Int32.max)-0.osprey-part"))
        try AtomicFile.write(Data("old".utf8), to: file)
        try AtomicFile.write(Data("new".utf8), to: file)
        #expect(try Data(contentsOf: file) == Data("new".utf8))
        #expect(throws: MLCreateError.self) { try AtomicFile.write(Data("x".utf8), to: folder) }
        #expect(throws: MLCreateError.self) { try AtomicFile.write(Data("x".utf8), to: folder.appendingPathComponent("none/file")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try AtomicFile.write(Data("through".utf8), to: link)
        #expect(try Data(contentsOf: file) == Data("through".utf8))
        try AtomicFile.write(Data("nowhere".utf8), to: URL(fileURLWithPath: "/dev/null"))
        #expect(throws: MLCreateError.self) { try AtomicFile.write(Data("x".utf8), to: URL(fileURLWithPath: "/dev/full")) }
    }
}

extension Data {
    fileprivate func appending(_ text: String) -> Data { self + Data(text.utf8) }
}

/// A value that several threads may touch.
private final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { lock.withLock { stored } }
    func set(_ value: Value) { lock.withLock { stored = value } }
    func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}
