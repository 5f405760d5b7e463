import Foundation
import PoseSimulator
import TestSupport
import Testing

@testable import osprey

/// Training classifiers of poses as a process.
@Suite struct ActionTrainingTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }
    private static let motions = ["idle", "jumping jacks", "waving left"]

    init() throws {
        temporary = try TemporaryFolder()
        try PoseSimulator.write(
            to: folder.appendingPathComponent("training"), count: 10, frames: 40, seed: 1, motions: Self.motions)
    }

    private func place(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func train(_ model: String, _ more: String...) throws -> Program.Result {
        try Program.run(
            ["train", "action-classifier", place("training"), "--output", place(model), "--window", "20", "--iterations", "6"] + more)
    }

    private func object(_ line: Substring) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("A model is trained, written and measured")
    func aModelIsTrainedWrittenAndMeasured() throws {
        try PoseSimulator.write(
            to: folder.appendingPathComponent("testing"), count: 6, frames: 60, seed: 7, rate: 60, motions: Self.motions)
        let training = try train("m.mlmodel", "--split", "0.2", "--report", place("page.html"), "--json", "--author", "Someone")
        #expect(training.status == 0, "\(training.errors)")
        let output = try TrainingOutput(training.output)
        let losses = output.metrics("loss")
        #expect(output.numbers == Array(1...6) && losses.count == 6 && (losses.last ?? 9) < losses[0] * 0.7)
        #expect(try #require(output.end["validation"] as? [String: Any])["labels"] is [Any])
        let page = try String(contentsOfFile: place("page.html"), encoding: .utf8)
        #expect(page.contains("jumping jacks") && page.contains("<polyline") && !page.contains("href="))

        let info = try Program.run("model", "info", place("m.mlmodel"))
        #expect(info.output.contains("poses") && info.output.contains("labelProbabilities"))
        let evaluation = try Program.run("evaluate", place("m.mlmodel"), place("testing"), "--json", "--report", place("eval.html"))
        #expect(evaluation.status == 0, "\(evaluation.errors)")
        let figures = try object(evaluation.output.split(separator: "\n")[0])
        #expect(try #require(figures["accuracy"] as? Double) > 0.8)
        // 60 frames at 60 a second are 30 at 30: a window, and one that overlaps.
        #expect((figures["confusion"] as? [[Int]])?.joined().reduce(0, +) == 3 * 6 * 2)
        #expect(try String(contentsOfFile: place("eval.html"), encoding: .utf8).contains("windows right"))
    }

    @Test("A training that was killed ends with the same model")
    func aTrainingThatWasKilledEndsWithTheSameModel() throws {
        #expect(try train("whole.mlmodel", "--iterations", "15").status == 0)
        let session = place("session")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        let words = ["train", "action-classifier", place("training"), "--output", place("m.mlmodel"), "--window", "20"]
        process.arguments = words + ["--iterations", "15", "--session", session]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let checkpoints = URL(fileURLWithPath: session).appendingPathComponent("checkpoints").path
        func isKept() -> Bool {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: checkpoints)) ?? []
            return files.contains { $0.hasSuffix(".checkpoint") }
        }
        while process.isRunning, !isKept() { usleep(2000) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: place("m.mlmodel")))
        let rest = try Program.run(words + ["--iterations", "15", "--session", session, "--json", "--report", place("page.html")])
        #expect(rest.status == 0, "\(rest.errors)")
        #expect(try TrainingOutput(rest.output).numbers.first ?? 0 > 10)
        // The page's curves are those of the whole session.
        let page = try String(contentsOfFile: place("page.html"), encoding: .utf8)
        let curve = try #require(page.firstMatch(of: #/<polyline points="([^"]*)"/#))
        #expect(curve.1.split(separator: " ").count == 15 && page.contains(/text-anchor="start"[^>]*>1</))
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: place("m.mlmodel"))) == Data(contentsOf: URL(fileURLWithPath: place("whole.mlmodel")))
        )
    }

    @Test("A full disk is an error that names the file")
    func aFullDiskIsAnErrorThatNamesTheFile() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let command =
            "ulimit -f 200; exec '\(Program.path)' train action-classifier '\(place("training"))' --output '\(place("m.mlmodel"))'"
        process.arguments = ["-c", command + " --window 20 --iterations 1 2> '\(place("errors"))' > /dev/null"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        #expect(try String(contentsOfFile: place("errors"), encoding: .utf8).contains("m.mlmodel cannot be written"))
        #expect(!FileManager.default.fileExists(atPath: place("m.mlmodel")))
    }

    @Test("A reader that goes away does not stop a training")
    func aReaderThatGoesAwayDoesNotStopATraining() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let command = "'\(Program.path)' train action-classifier '\(place("training"))' --output '\(place("m.mlmodel"))'"
        process.arguments = ["-c", command + " --window 20 --iterations 4 2>&1 > /dev/null | head -1 > /dev/null"]
        try process.run()
        process.waitUntilExit()
        #expect(FileManager.default.fileExists(atPath: place("m.mlmodel")))
    }

    @Test("Mistakes on the command line are named")
    func mistakesOnTheCommandLineAreNamed() throws {
        #expect(try train("m.mlmodel", "--window", "0").status == 2)
        #expect(try train("m.mlmodel", "--frame-rate", "nan").status == 2)
        #expect(try train("m.mlmodel", "--augment", "spin").errors.contains("flip"))
        let nothing = try Program.run("train", "action-classifier", "/no/such/folder")
        #expect(nothing.status == 1 && nothing.errors.contains("/no/such/folder"))
        try Data("[[1]]".utf8).write(to: folder.appendingPathComponent("training/idle/broken.json"))
        let broken = try train("m.mlmodel")
        #expect(broken.status == 1 && broken.errors.contains("broken.json") && broken.errors.contains("frame 0"))
        let wrong = try Program.run("evaluate", "Models/scene/Scene.mlmodel", place("training"))
        #expect(wrong.status == 1)
    }

    @Test("Hands are trained and measured")
    func handsAreTrainedAndMeasured() throws {
        try HandPoses.write(to: folder.appendingPathComponent("hands"), count: 12, frames: 12)
        try HandPoses.write(to: folder.appendingPathComponent("others"), count: 4, frames: 12)
        let broken = folder.appendingPathComponent("hands/flat/broken.json")
        for (verb, more) in [("hand-pose-classifier", []), ("hand-action-classifier", ["--window", "12"])] {
            try? FileManager.default.removeItem(at: broken)
            let words = ["train", verb, place("hands"), "--output", place("m.mlmodel"), "--iterations", "6", "--split", "0.2"] + more
            let training = try Program.run(words + ["--augment", "rotate,scale", "--report", place("page.html")])
            #expect(training.status == 0, "\(training.errors)")
            #expect(try String(contentsOfFile: place("page.html"), encoding: .utf8).contains("upright"))
            let evaluation = try Program.run("evaluate", place("m.mlmodel"), place("others"), "--json")
            #expect(try #require(object(evaluation.output.split(separator: "\n")[0])["accuracy"] as? Double) > 0.9)
            try Data("{".utf8).write(to: broken)
            let skipping = try Program.run(words + ["--json"])
            #expect(skipping.status == 1 && skipping.errors.contains("broken.json was skipped"))
            #expect(try TrainingOutput(skipping.output).warnings.contains { $0.contains("broken.json was skipped") })
            #expect(try Program.run("evaluate", place("m.mlmodel"), place("hands")).status == 1)
            #expect(try Program.run(words + ["--augment", "blur"]).status == 2)
        }
        #expect(try Program.run("train", "hand-pose-classifier", place("hands"), "--window", "3").status == 2)
    }
}
