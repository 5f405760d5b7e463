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

    @Test("Links and pipes in a session lead to nothing that is written, and nobody is waited for", arguments: [true, false])
    func links(isLink: Bool) throws {
        let good = try record()
        try train(good)
        let session = temporary.file("session")
        let outside = temporary.file("outside")
        let checkpoints = try FileManager.default.contentsOfDirectory(atPath: session.appendingPathComponent("checkpoints").path)
        #expect(checkpoints.count == 1)
        for name in ["reports.jsonl"] + checkpoints.map({ "checkpoints/\($0)" }) {
            for kept in checkpoints { unlink(session.appendingPathComponent("checkpoints/\(kept)").path) }
            let file = session.appendingPathComponent(name)
            unlink(file.path)
            try Data("mine".utf8).write(to: outside)
            if isLink {
                try FileManager.default.createSymbolicLink(at: file, withDestinationURL: outside)
            } else {
                try #require(mkfifo(file.path, 0o600) == 0)
            }
            try train(good)
            #expect(try Data(contentsOf: outside) == Data("mine".utf8), "\(name)")
        }
    }

    @Test("A link to nothing in a session makes no file elsewhere, and a folder that is a link is refused")
    func linkedFolders() throws {
        let good = try record()
        let (claim, outside) = (temporary.file("session/.claim"), temporary.file("outside"))
        unlink(claim.path)
        try FileManager.default.createSymbolicLink(at: claim, withDestinationURL: outside)
        #expect(throws: MLCreateError.self) { try train(good) }
        #expect(!FileManager.default.fileExists(atPath: outside.path))
        unlink(claim.path)
        let folder = try temporary.folder("folder")
        try FileManager.default.createSymbolicLink(at: temporary.file("session/features"), withDestinationURL: folder)
        #expect { try train(good) } throws: { ($0 as? MLCreateError)?.failureReason?.contains("features is a link") == true }
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
