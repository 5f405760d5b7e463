import Foundation
import TestSupport
import Testing

/// Classifiers of sounds, trained, measured and used as a process.
@Suite struct SoundVerbTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try SoundSimulator.write(to: folder.file("training"), ["noise", "tones"], count: 6, seed: 1)
        try SoundSimulator.write(to: folder.file("testing"), ["noise", "tones"], count: 3, seed: 2)
    }

    private func osprey(_ words: String...) throws -> Program.Result { try Program.run(words, in: folder.url) }

    private func train(_ more: String...) throws -> Program.Result {
        try Program.run(["train", "sound", "training", "--output", "m.mlmodel"] + more, in: folder.url)
    }

    private func page(_ name: String) throws -> String { try String(contentsOf: folder.file(name), encoding: .utf8) }

    @Test("A model is trained, written, measured and used on sounds never heard")
    func aModelIsTrainedAndUsed() throws {
        let training = try train("--split", "0.34", "--report", "page.html", "--json", "--author", "Someone", "--iterations", "8")
        #expect(training.status == 0, "\(training.errors)")
        let output = try TrainingOutput(training.output)
        let held = try #require(output.end["validation"] as? [String: Any])
        #expect((held["confusion"] as? [[Int]])?.joined().reduce(0, +) == 4)
        #expect(try page("page.html").contains("sounds right"))
        #expect(training.errors.contains("only 4 files"))

        let evaluation = try osprey("evaluate", "m.mlmodel", "testing", "--json", "--report", "eval.html")
        let figures = try evaluation.object()
        #expect((figures["confusion"] as? [[Int]])?.joined().reduce(0, +) == 6)
        #expect(try #require(figures["accuracy"] as? Double) > 0.8)
        #expect(try page("eval.html").contains("0.975 s"))

        let classified = try osprey("classify", "testing", "--model", "m.mlmodel", "--top", "1", "--csv")
        #expect(classified.status == 0, "\(classified.errors)")
        let rows = classified.output.split(separator: "\n").map(String.init)
        #expect(rows.count == 7 && rows[0] == "image,time,label,confidence")
        #expect(rows.dropFirst().count { $0.contains("/noise/") && $0.contains(",noise,") } >= 2)
        let line = try osprey("classify", "testing/tones/0.wav", "--model", "m.mlmodel", "--json").object()
        let observations = try #require(line["observations"] as? [[String: Any]])
        #expect(observations.count == 2 && Set(observations.compactMap { $0["identifier"] as? String }) == ["noise", "tones"])

        let prediction = try osprey("model", "predict", "m.mlmodel", "--input", "audioSamples=testing/tones/0.wav", "--json").object()
        let outputs = try #require(prediction["outputs"] as? [String: Any])
        #expect(Set(outputs.keys) == ["target", "targetProbability"])
        #expect(try osprey("model", "info", "m.mlmodel").output.contains("Someone"))
    }

    @Test("A perceptron, an overlap and a session are chosen")
    func optionsAreTaken() throws {
        let training = try train("--split", "0", "--layers", "4", "--overlap", "0.8", "--iterations", "2", "--session", "kept")
        #expect(training.status == 0, "\(training.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.file("kept/session.json").path))
        let again = try train("--split", "0", "--layers", "4", "--overlap", "0.5", "--iterations", "2", "--session", "kept")
        #expect(again.status == 1 && again.errors.contains("overlapFactor"))
    }

    @Test("Sounds that cannot be read are named, and the status says so")
    func unreadableSoundsAreNamed() throws {
        try Data("no sound".utf8).write(to: folder.file("training/noise/bad.wav"))
        let training = try train("--split", "0", "--iterations", "2")
        #expect(training.status == 1 && training.errors.contains("bad.wav was skipped"))
        try Data().write(to: folder.file("testing/tones/bad.wav"))
        let evaluation = try osprey("evaluate", "m.mlmodel", "testing")
        #expect(evaluation.status == 1 && evaluation.errors.contains("bad.wav was skipped"))
        let classified = try osprey("classify", "testing/tones/bad.wav", "testing/tones/0.wav", "--model", "m.mlmodel")
        #expect(classified.status == 1 && classified.errors.contains("bad.wav: error:") && classified.output.contains("0.wav"))
    }

    @Test("Wrong uses are messages")
    func wrongUsesAreMessages() throws {
        func message(_ words: String...) throws -> String {
            let result = try Program.run(words, in: folder.url)
            #expect(result.status != 0)
            return result.errors
        }
        #expect(try message("train", "sound", "none").contains("none"))
        #expect(try message("train", "sound", "training", "--overlap", "1").contains("--overlap"))
        #expect(try message("train", "sound", "training", "--layers", "a").contains("--layers"))
        #expect(try message("train", "sound", "training", "--seed", "1").contains("--seed goes with --split"))
        #expect(try message("train", "sound", "training", "--split", "0.1", "--validation", "testing").contains("--split"))
        #expect(try message("classify", "testing").contains("no classifier of sounds of its own"))
        _ = try train("--split", "0", "--iterations", "1")
        #expect(try message("classify", "testing", "--model", "m.mlmodel", "--every", "1").contains("--every"))
        #expect(try message("evaluate", "m.mlmodel", "testing", "--target", "x").contains("--target"))
        #expect(try message("evaluate", "m.mlmodel", "training/noise").contains("no folders of labels"))
    }
}
