import Foundation
import TestSupport
import Testing

@testable import CreateML

/// Sessions whose files were changed.
@Suite("Damaged sessions")
struct DamagedSessionTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    /// The record of a session of four hands.
    private func record() throws -> String {
        let sequences = ["a", "b"].flatMap { label in
            (0..<2).map { PoseSequence(name: "\(label)\($0)", label: label, frames: [[Float](repeating: 0.5, count: 63)]) }
        }
        let table = try PoseSource.table(sequences, .hand)
        _ = try MLHandPoseClassifier.makeTrainingSession(
            trainingData: .labeledKeypointsData(table: table), parameters: .init(validation: .none, maximumIterations: 1),
            sessionParameters: MLTrainingSessionParameters(sessionDirectory: temporary.file("session")))
        return try String(contentsOf: temporary.file("session/session.json"), encoding: .utf8)
    }

    private func train(_ record: String) throws {
        try record.write(to: temporary.file("session/session.json"), atomically: false, encoding: .utf8)
        let parameters = MLTrainingSessionParameters(sessionDirectory: temporary.file("session"))
        _ = try MLHandPoseClassifier.restoreTrainingSession(sessionParameters: parameters).run()
    }

    @Test(
        "A record with numbers that cannot be is an error",
        arguments: [
            (#""count":1"#, #""count":9223372036854775807"#), (#""count":1"#, #""count":3"#), (#""batchSize":\d+"#, #""batchSize":0"#),
            (#""window":1"#, #""window":0"#), (#""window":1"#, #""window":9223372036854775807"#),
            (#""iterations":1"#, #""iterations":9223372036854775807"#), (#""joints":"hand""#, #""joints":"body""#),
            (#""label":"b""#, #""label":"a""#), (#""frameRate":\d+"#, #""frameRate":0"#),
        ])
    func numbers(pattern: String, value: String) throws {
        let good = try record()
        let damaged = good.replacing(try Regex(pattern), with: value)
        #expect(damaged != good)
        #expect(throws: MLCreateError.self) { try train(damaged) }
        try train(good)
    }

    @Test("A best iteration that is not among those that were done is not believed")
    func bestIterations() {
        for best in [Int.min, -1, 6, .max] {
            let stopping = EarlyStopping(iterationLimit: 20, bestLoss: 1, bestIteration: best, hasStopped: false)
            #expect(!stopping.fits(5))
        }
        #expect(EarlyStopping(iterationLimit: 20, bestLoss: 1, bestIteration: 5, hasStopped: false).fits(5))
        #expect(!EarlyStopping(iterationLimit: 20).fits(-1) && EarlyStopping(iterationLimit: 20).fits(0))
    }
}
