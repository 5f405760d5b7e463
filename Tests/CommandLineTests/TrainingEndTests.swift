import CreateML
import Foundation
import TestSupport
import Testing

@testable import osprey
@testable import Reports

/// Messages of a training: on its data before it begins, on its model at the end, and on going on after an interruption.
@Suite("The end of a training") struct TrainingEndTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-end-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Copies photos of robot parts into a folder for each of their kinds.
    private func copy(_ counts: [String: Int]) throws {
        for (label, count) in counts {
            let place = folder.appendingPathComponent("data/\(label)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 1...count {
                let photo = Repository.file("Examples/RobotShop/training/\(label)/0\(index).jpg")
                try FileManager.default.copyItem(at: photo, to: place.appendingPathComponent("\(index).jpg"))
            }
        }
    }

    @Test("The iteration that was kept is named, with the reason, on the terminal and on the page")
    func keptIterations() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try copy(["belt": 3, "servo": 3])
        let short = try Program.run(
            "train", "image-classifier", file("data"), "--split", "0", "--iterations", "2", "--output", file("m.mlmodel"), "--report",
            file("short.html"))
        let last = "the model is of iteration 2, the last that was asked for"
        #expect(short.status == 0 && short.output.hasPrefix(last + "\n"), "\(short.output)")
        #expect(try String(contentsOfFile: file("short.html"), encoding: .utf8).contains(last))

        // Labels drawn by lot cannot be learnt: what is set aside is told ever worse.
        for index in 0..<24 {
            let place = folder.appendingPathComponent("lots/\(index % 2 == 0 ? "odd" : "even")")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let photo = Repository.file(
                "Examples/RobotShop/training/\(["belt", "servo", "stepper motor"][index % 3])/0\(index / 3 + 1).jpg")
            try FileManager.default.copyItem(at: photo, to: place.appendingPathComponent("\(index).jpg"))
        }
        let run = try Program.run(
            "train", "image-classifier", file("lots"), "--split", "0.4", "--iterations", "60", "--output", file("m.mlmodel"), "--report",
            file("page.html"))
        let words = /the model is of iteration (\d+) of (\d+): the validation loss was least there, ([\d.]+), and not less in the (\d+)/
        let found = try #require(run.output.prefixMatch(of: words), "\(run.output)")
        let losses = run.errors.matches(of: /iteration (\d+): .*validation loss ([\d.]+)/).map { (Int($0.1) ?? 0, Double($0.2) ?? 0) }
        let best = try #require(losses.min { $0.1 < $1.1 })
        #expect(Int(found.1) == best.0 && Double(found.3) == best.1 && Int(found.2) == losses.last?.0)
        #expect(Int(found.4) == (losses.last?.0 ?? 0) - best.0)
        #expect(try String(contentsOfFile: file("page.html"), encoding: .utf8).contains(String(found.0)))
    }

    @Test("Labels of one image are told before the training begins, and once")
    func warningsComeFirst() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try copy(["belt": 3, "servo": 1])
        let run = try Program.run("train", "image-classifier", file("data"), "--iterations", "2", "--output", file("m.mlmodel"))
        #expect(run.status == 0)
        let lines = run.errors.split(separator: "\n")
        let warning = try #require(lines.firstIndex { $0.hasPrefix("warning: the label 'servo' has only 1 image;") }, "\(run.errors)")
        #expect(warning < (lines.firstIndex { $0.hasPrefix("iteration 1:") } ?? 0))
        #expect(lines.filter { $0.contains("'servo'") }.count == 1)
    }

    @Test("A training that is interrupted says how it goes on, and does", arguments: ["INT", "TERM"])
    func interruptions(_ signal: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try copy(["belt": 6, "servo": 6])
        let words = [
            "train", "image-classifier", file("data"), "--split", "0.2", "--iterations", "40", "--augment", "flip,blur", "--session",
            file("a session"), "--output", file("m.mlmodel"),
        ]
        let (status, errors) = try interrupted(words, signal)
        #expect(status == (signal == "INT" ? SIGINT : SIGTERM), "\(errors)")
        let line = try #require(errors.split(separator: "\n").last { $0.hasPrefix("osprey: ") }, "\(errors)")
        #expect(line.contains("what was done is kept in \(file("a session")), and the same command goes on from there: "))
        #expect(!FileManager.default.fileExists(atPath: file("m.mlmodel")))
        // The command is one that a shell takes.
        let command = try #require(String(line).components(separatedBy: "goes on from there: ").last)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = Repository.root
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(FileManager.default.fileExists(atPath: file("m.mlmodel")))
    }

    @Test("Without a session the message names the option that saves the work")
    func interruptionsWithoutASession() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try copy(["belt": 6, "servo": 6])
        let words = ["train", "image-classifier", file("data"), "--augment", "flip,blur", "--output", file("m.mlmodel")]
        let (status, errors) = try interrupted(words, "INT")
        #expect(
            status == SIGINT && errors.contains("nothing was kept") && errors.contains(" --json --session SESSION-FOLDER\n"), "\(errors)")
    }

    /// Starts a training and sends it a signal while it looks at the images.
    private func interrupted(_ words: [String], _ signal: String) throws -> (status: Int32, errors: String) {
        let process = Process()
        // A program that runs behind a shell may have been told to ignore interruptions.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal=\(signal)", Program.path] + words + ["--json"]
        process.currentDirectoryURL = Repository.root
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        // It listens to signals when it reports that it has begun.
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        kill(process.processIdentifier, signal == "INT" ? SIGINT : SIGTERM)
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .uncaughtSignal ? process.terminationStatus : -1, text)
    }

    @Test("No photo is on a page of mistakes twice")
    func mistakesAreShownOnce() {
        let answers = (0..<40).map { index in
            ClassifierReport.Answer(
                path: "/photos/\(index).jpg", label: "a", answer: "b", confidence: 0.5 + 0.01 * Double((index * 7) % 40),
                ownConfidence: 0.01 * Double(index), drawing: "<svg></svg>")
        }
        let page = ClassifierReport(
            title: "m", facts: [], metrics: MLClassifierMetrics(answers.map { ($0.label, $0.answer) }), answers: answers
        )
        .body
        let shown = page.matches(of: /photos\/(\d+)\.jpg/).compactMap { Int($0.1) }
        #expect(shown.count == 24 && Set(shown).count == 24)
        // The right label got the least; then the surest of the others.
        #expect(Array(shown.prefix(12)) == Array(0..<12))
        let confidences = shown.dropFirst(12).map { ($0 * 7) % 40 }
        #expect(confidences == confidences.sorted(by: >))
    }
}
