import Foundation
import TestSupport
import Testing

@testable import osprey
@testable import Reports

/// Training and evaluating detectors as a process, on the rendered breakfasts of the repository.
@Suite(.serialized) struct DetectorTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }
    private static let pictures = "Examples/BreakfastFinder/testing"
    private static let small = ["--grid", "4x4", "--batch", "4", "--algorithm", "transferLearning", "--split", "0.25", "--author", "A"]

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func train(_ output: URL, _ options: [String]) throws -> Program.Result {
        try Program.run(["train", "object-detector", Self.pictures, "--output", output.path] + Self.small + options)
    }

    private func object(_ line: Substring?) throws -> [String: Any] {
        let line = try #require(line)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("A detector is trained, written, measured and used")
    func aDetectorIsTrainedWrittenMeasuredAndUsed() throws {
        let (model, page) = (folder.appendingPathComponent("Breakfast.mlmodel"), folder.appendingPathComponent("page.html"))
        let training = try train(model, ["--iterations", "10", "--json", "--report", page.path])
        #expect(training.status == 0, "\(training.errors)")
        let output = try TrainingOutput(training.output)
        #expect(!output.extraction.isEmpty && output.numbers == [10] && output.iterations[0]["progress"] as? Double == 1)
        let validation = try #require(output.end["validation"] as? [String: Any])
        let precision = try #require(validation["AP50"] as? Double)
        #expect((0...1).contains(precision))
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.hasPrefix("<!DOCTYPE html>") && text.contains("<polyline") && text.contains("stroke-dasharray"))
        #expect(text.contains("croissant") && !text.contains("href=\"http") && text.contains("href=\"data:image/jpeg"))

        let found = folder.appendingPathComponent("found.html")
        let evaluation = try Program.run("evaluate", model.path, Self.pictures, "--json", "--report", found.path)
        #expect(evaluation.status == 0, "\(evaluation.errors)")
        let figures = try object(evaluation.output.split(separator: "\n").first)
        #expect((figures["labels"] as? [Any])?.count == 6)
        #expect(try String(contentsOf: found, encoding: .utf8).contains("<h2>Precision and recall</h2>"))
        let detection = try Program.run("detect", "objects", "\(Self.pictures)/001.jpg", "--model", model.path, "--json")
        #expect(detection.status == 0 && detection.output.contains("\"objects\""))
        let rows = try Program.run(
            "detect", "objects", "\(Self.pictures)/001.jpg", "--model", model.path, "--threshold", "0"
        ).output.split(separator: "\n")
        let boxes = try #require(try JSONSerialization.jsonObject(with: Data(detection.output.utf8)) as? [String: Any])["objects"] as? [Any]
        #expect(rows.count == max(boxes?.count ?? 0, 1), "a line an object")
        #expect(rows.allSatisfy { $0.contains(/at \(-?\d\.\d{3}, -?\d\.\d{3}\), \d\.\d{3} × \d\.\d{3}$/) || $0.hasSuffix("nothing found") })
        // A classifier is not measured on boxes.
        let classifier = try Program.run("evaluate", "Models/scene/Scene.mlmodel", Self.pictures)
        #expect(classifier.status == 2 && classifier.errors.contains("not a detector"))
    }

    @Test(
        "The format of boxes is found by what a folder holds",
        arguments: [
            (["1.jpg", "1.txt", "classes.txt"], true), (["images", "labels", "data.yaml"], true), (["1.jpg", "README.txt"], false),
            (["1.jpg", "1.xml", "1.txt"], false), (["JPEGImages", "Annotations"], false),
        ])
    func formats(_ names: [String], _ isYOLO: Bool) throws {
        for name in names { try Data().write(to: folder.appendingPathComponent(name)) }
        #expect(BoxFormat.isAnnotated(folder.path) == (isYOLO || names.contains { $0.hasSuffix(".xml") || $0 == "Annotations" }))
        let found = if case .yolo = try? BoxFormat.source(folder: folder, annotations: nil, nil) { true } else { false }
        #expect(found == isYOLO)
    }

    @Test("A killed training goes on to the same model")
    func aKilledTrainingGoesOnToTheSameModel() throws {
        let (whole, resumed) = (folder.appendingPathComponent("whole.mlmodel"), folder.appendingPathComponent("resumed.mlmodel"))
        let iterations = ["--iterations", "8"]
        #expect(try train(whole, iterations).status == 0)
        let session = folder.appendingPathComponent("session")
        let options = iterations + ["--session", session.path, "--checkpoint", "1"]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["train", "object-detector", Self.pictures, "--output", resumed.path] + Self.small + options
        process.currentDirectoryURL = Repository.root
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        func checkpoints() -> Int {
            let files = try? FileManager.default.contentsOfDirectory(atPath: session.appendingPathComponent("checkpoints").path)
            return files?.filter { !$0.hasPrefix(".") }.count ?? 0
        }
        while process.isRunning, checkpoints() < 2 { usleep(2000) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(process.terminationReason == .uncaughtSignal, "it ended before it could be killed")
        #expect(!FileManager.default.fileExists(atPath: resumed.path))
        #expect(checkpoints() >= 2)
        #expect(try train(resumed, options).status == 0)
        #expect(try Data(contentsOf: resumed) == Data(contentsOf: whole))
        let other = try train(resumed, ["--iterations", "9", "--session", session.path])
        #expect(other.status == 1 && other.errors.contains("maxIterations"))
    }

    @Test("Mistakes on the command line are named")
    func mistakesOnTheCommandLineAreNamed() throws {
        func run(_ words: String...) throws -> Program.Result { try Program.run(["train", "object-detector"] + words) }
        let empty = try run(folder.path)
        #expect(empty.status == 1 && empty.errors.contains("no annotations"))
        let grid = try run(Self.pictures, "--grid", "3")
        #expect(grid.status == 2 && grid.errors.contains("--grid"))
        let bits = try run(Self.pictures, "--weights", "12")
        #expect(bits.status == 2 && bits.errors.contains("--weights"))
        let units = try run(Self.pictures, "--units", "inches")
        #expect(units.status == 2 && units.errors.contains("normalized"))
    }
}
