import Foundation
import TestSupport
import Testing

@testable import osprey

/// Training under faults: killed at any moment, and out of room.
@Suite struct InterruptionTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }
    private var data: URL { folder.appendingPathComponent("data") }

    /// A few robot parts of three kinds.
    init() throws {
        temporary = try TemporaryFolder()
        for kind in ["belt", "servo", "stepper motor"] {
            let place = folder.appendingPathComponent("data/\(kind)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 1...6 {
                let name = "0\(index).jpg"
                try FileManager.default.copyItem(
                    at: Repository.file("Examples/RobotShop/training/\(kind)/\(name)"), to: place.appendingPathComponent(name))
            }
        }
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func words(_ name: String) -> [String] {
        [
            "train", "image-classifier", data.path, "--split", "0.3", "--augment", "flip", "--iterations", "60", "--session",
            file("\(name).session").path, "--output", file("\(name).mlmodel").path,
        ]
    }

    /// Starts the program and kills it after a while; true where it had come to its end before.
    private func killed(_ words: [String], after seconds: Double) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = words
        process.currentDirectoryURL = Repository.root
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.sleep(forTimeInterval: seconds)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return process.terminationReason == .exit
    }

    @Test("A training killed at any moment ends with the same model")
    func aTrainingKilledAtAnyMomentEndsWithTheSameModel() throws {
        let start = Date()
        let whole = try Program.run(words("whole"))
        #expect(whole.status == 0, "\(whole.errors)")
        let seconds = Date().timeIntervalSince(start)
        let model = try Data(contentsOf: file("whole.mlmodel"))

        var (kills, delays): (Int, [Double]) = (0, [])
        for _ in 0..<6 {
            let delay = Double.random(in: 0.02...1) * seconds
            delays.append(delay)
            kills += try killed(words("killed"), after: delay) ? 0 : 1
            // The model is complete or absent.
            if let written = try? Data(contentsOf: file("killed.mlmodel")) {
                #expect(written == model, "delays \(delays)")
                for name in ["killed.mlmodel", "killed.session"] { try? FileManager.default.removeItem(at: file(name)) }
            }
        }
        #expect(kills > 0)
        let rest = try Program.run(words("killed"))
        #expect(rest.status == 0, "\(rest.errors)")
        #expect(try Data(contentsOf: file("killed.mlmodel")) == model, "delays \(delays)")
    }

    @Test("Another training in the session is refused")
    func anotherTrainingInTheSessionIsRefused() throws {
        #expect(try Program.run(words("first")).status == 0)
        let other = try Program.run(words("first") + ["--iterations", "7"])
        #expect(other.status == 1 && other.errors.contains("maxIterations 60, not 7"), "\(other.errors)")
        try FileManager.default.removeItem(at: data.appendingPathComponent("belt/01.jpg"))
        let changed = try Program.run(words("first"))
        #expect(changed.status == 1 && changed.errors.contains("training data"), "\(changed.errors)")
    }

    /// Runs the program with a limit on the size of files, which it meets as it would meet the end of the disk.
    private func limited(to kilobytes: Int, _ words: [String]) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "ulimit -f \(kilobytes); exec \"$@\"", "bash", Program.path] + words
        process.currentDirectoryURL = Repository.root
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit ? process.terminationStatus : -1, text)
    }

    @Test("A model that does not fit leaves the old one")
    func aModelThatDoesNotFitLeavesTheOldOne() throws {
        let old = Data("the old model".utf8)
        try old.write(to: file("full.mlmodel"))
        let run = try limited(to: 2048, words("full"))
        #expect(run.status == 1 && run.errors.contains("full.mlmodel cannot be written"), "\(run.errors)")
        #expect(try Data(contentsOf: file("full.mlmodel")) == old)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["data", "full.mlmodel", "full.session"])
        // The session is kept: with room the training is at its end at once.
        let rest = try Program.run(words("full") + ["--report", file("page.html").path])
        #expect(rest.status == 0 && !rest.errors.contains("iteration"), "\(rest.errors)")
        // Its reports are on the page nevertheless, from the first iteration on.
        let page = try String(contentsOf: file("page.html"), encoding: .utf8)
        #expect(page.contains("<polyline") && page.contains(/text-anchor="start"[^>]*>1</))
        #expect(try Data(contentsOf: file("full.mlmodel")).count > 1_000_000)
    }

    @Test("A detector that does not fit leaves the old one")
    func aDetectorThatDoesNotFitLeavesTheOldOne() throws {
        let old = Data("the old model".utf8)
        try old.write(to: file("full.mlmodel"))
        let run = try limited(
            to: 1024,
            [
                "train", "object-detector", "Examples/BreakfastFinder/testing", "--output", file("full.mlmodel").path, "--iterations", "1",
                "--grid", "4x4", "--batch", "4", "--split", "0.25",
            ])
        #expect(run.status == 1 && run.errors.contains("full.mlmodel cannot be written"), "\(run.errors)")
        #expect(try Data(contentsOf: file("full.mlmodel")) == old)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["data", "full.mlmodel"])
    }

    @Test("A checkpoint that does not fit is an error and the session goes on later")
    func aCheckpointThatDoesNotFitIsAnErrorAndTheSessionGoesOnLater() throws {
        #expect(try Program.run(words("whole")).status == 0)
        let run = try limited(to: 16, words("tight"))
        #expect(
            run.status == 1 && run.errors.contains("tight.session/checkpoints") && run.errors.contains("cannot be written"), "\(run.errors)"
        )
        #expect(!FileManager.default.fileExists(atPath: file("tight.mlmodel").path))
        #expect(try Program.run(words("tight")).status == 0)
        #expect(try Data(contentsOf: file("tight.mlmodel")) == Data(contentsOf: file("whole.mlmodel")))
    }
}
