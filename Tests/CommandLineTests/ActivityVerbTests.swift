import Foundation
import TestSupport
import Testing

/// Classifiers of activities, trained and measured as a process.
@Suite struct ActivityVerbTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws {
        temporary = try TemporaryFolder()
        try write(SensorSimulator.csv(["resting", "running"], count: 4, rows: 60, seed: 1), "training.csv")
        try write(SensorSimulator.csv(["resting", "running"], count: 3, rows: 60, seed: 7), "testing.csv")
    }

    private func write(_ text: String, _ name: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func osprey(_ words: String...) throws -> Program.Result { try Program.run(words, in: folder) }

    private func train(_ more: String...) throws -> Program.Result {
        let words = [
            "train", "activity", "training.csv", "--features", "x, y,z", "--label", "activity", "--recording", "recording", "--window",
            "25",
            "--iterations", "3", "--batch", "8", "--output", "m.mlmodel",
        ]
        return try Program.run(words + more, in: folder)
    }

    private func page(_ name: String) throws -> String { try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) }

    @Test("A model is trained, written and measured on recordings never seen")
    func aModelIsTrainedWrittenAndMeasured() throws {
        let training = try train("--split", "0.25", "--report", "page.html", "--json", "--author", "Someone")
        #expect(training.status == 0, "\(training.errors)")
        let output = try TrainingOutput(training.output)
        #expect(output.numbers == [1, 2, 3] && output.metrics("loss").count == 3)
        let held = try #require(output.end["validation"] as? [String: Any])
        #expect((held["confusion"] as? [[Int]])?.joined().reduce(0, +) == 2 * 1 * 3)
        #expect(try page("page.html").contains("windows right"))
        #expect(training.errors.contains("only 3 recordings"))

        let evaluation = try osprey(
            "evaluate", "m.mlmodel", "testing.csv", "--label", "activity", "--recording", "recording", "--json", "--report", "eval.html")
        #expect(evaluation.status == 0, "\(evaluation.errors)")
        let figures = try evaluation.object()
        #expect((figures["confusion"] as? [[Int]])?.joined().reduce(0, +) == 2 * 3 * 3)
        #expect(try #require(figures["accuracy"] as? Double) > 0.8)
        // Of one recording, some windows are on the border of two.
        let whole = try osprey("evaluate", "m.mlmodel", "testing.csv", "--label", "activity", "--json").object()
        #expect((whole["confusion"] as? [[Int]])?.joined().reduce(0, +) == 2 * 3 * 60 / 25 + 1)
        let info = try osprey("model", "info", "m.mlmodel").output
        #expect(info.contains("stateIn") && info.contains("labelProbability") && info.contains("Someone"))
    }

    @Test("A folder for each label is trained on, and files that cannot be read are named")
    func foldersAreTrainedOn() throws {
        for (label, seed) in [("resting", UInt64(1)), ("running", 2)] {
            for number in 0..<2 {
                try write(SensorSimulator.csv([label], count: 1, rows: 50, seed: seed + 10 * UInt64(number)), "data/\(label)/\(number).csv")
            }
        }
        try write("x,y,z\n1,,2\n", "data/running/2.csv")
        let training = try osprey(
            "train", "activity", "data", "--features", "x,y,z", "--window", "25", "--iterations", "1", "--batch", "4", "--output",
            "m.mlmodel")
        #expect(training.status == 1, "\(training.errors)")
        #expect(training.errors.contains("2.csv was skipped: the column 'y' has no value in row 1 (line 2)"))
        #expect(training.output.contains("of 8 right"))
        let evaluation = try osprey("evaluate", "m.mlmodel", "data")
        #expect(evaluation.status == 1 && evaluation.output.contains("of 8 right"), "\(evaluation.errors)")
    }

    @Test("A table may be separated by tabs")
    func tabs() throws {
        let rows = SensorSimulator.csv(["resting", "running"], count: 2, rows: 50, seed: 1).replacingOccurrences(of: ",", with: "\t")
        try write(rows, "training.tsv")
        let training = try osprey(
            "train", "activity", "training.tsv", "--features", "x,y,z", "--label", "activity", "--recording", "recording", "--window", "25",
            "--iterations", "1", "--batch", "4", "--split", "0", "--output", "m.mlmodel")
        #expect(training.status == 0, "\(training.errors)")
        #expect(training.output.contains("of 8 right"))
    }

    @Test("Wrong usage is named")
    func wrongUsage() throws {
        func message(_ words: String...) throws -> String {
            let result = try Program.run(words, in: folder)
            #expect(result.status != 0)
            return result.errors
        }
        #expect(try message("train", "activity", "training.csv").contains("--features names the columns"))
        #expect(try message("train", "activity", "training.csv", "--features", "x", "--window", "0").contains("--window"))
        #expect(try message("train", "activity", "training.csv", "--features", "x", "--seed", "1").contains("--seed goes with --split"))
        #expect(try message("train", "activity", "training.csv", "--features", "x,w", "--label", "activity").contains("no column 'w'"))
        #expect(try message("train", "activity", ".", "--features", "x", "--label", "activity").contains("is a folder"))
        #expect(try message("train", "activity", "none.csv", "--features", "x").contains("none.csv"))
        #expect(try train("--validation", "testing.csv", "--split", "0.5").errors.contains("does not go with"))
        #expect(try train("--iterations", "1").status == 0)
        #expect(try message("evaluate", "m.mlmodel", "testing.csv", "--target", "activity").contains("--label names"))
        #expect(try message("evaluate", "m.mlmodel", "testing.csv").contains("no column 'label'"))
    }
}
