import Foundation
import TestSupport
import Testing

/// The program as a process, on the pictures and the model of the repository.
@Suite struct ProgramTests {
    private let pictures = Repository.file("Examples/Pictures").path

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("Classifies a folder in the order of its files")
    func classifiesAFolderInTheOrderOfItsFiles() throws {
        let run = try Program.run("classify", pictures, "--top", "3", "--json")
        #expect(run.status == 0)
        let answers = try objects(run.output)
        let names = try answers.map { URL(fileURLWithPath: try #require($0["image"] as? String)).lastPathComponent }
        #expect(names == names.sorted() && names.count == 4)
        for answer in answers {
            let labels = try #require(answer["observations"] as? [[String: Any]])
            let confidences = try labels.map { try #require($0["confidence"] as? Double) }
            #expect(labels.count == 3)
            #expect(confidences == confidences.sorted(by: >) && confidences.allSatisfy { 0...1 ~= $0 })
        }
    }

    @Test("The pictures of the examples get the right labels")
    func thePicturesAreWhatTheyShow() throws {
        for (picture, kind) in [("keyboard", "computer keyboard"), ("fence", "picket fence"), ("seashore", "coast")] {
            let answer = try #require(try objects(try Program.run("classify", "\(pictures)/\(picture).jpg", "--json").output).first)
            let labels = try #require(answer["observations"] as? [[String: Any]])
            #expect(labels.contains { $0["identifier"] as? String == kind }, "\(picture)")
        }
    }

    @Test("One bad image is reported and the others go on")
    func oneBadImageIsReportedAndTheOthersGoOn() throws {
        let folder = try TemporaryFolder()
        let bad = folder.file("empty.jpg")
        try Data().write(to: bad)
        let run = try Program.run("classify", "--json", bad.path, "\(pictures)/seashore.jpg", "/no/such/file.png")
        #expect(run.status == 1)
        let answers = try objects(run.output)
        #expect(answers.count == 3)
        #expect(answers[0]["error"] != nil && answers[1]["observations"] != nil && answers[2]["error"] != nil)
    }

    @Test("Paths can come from standard input")
    func pathsCanComeFromStandardInput() throws {
        let run = try Program.run("classify", "-", "--json", "--top", "1", input: "\(pictures)/alp.jpg\n\(pictures)/fence.jpg\n")
        #expect(run.status == 0)
        #expect(try objects(run.output).count == 2)
    }

    @Test("Threshold leaves out the unlikely")
    func thresholdLeavesOutTheUnlikely() throws {
        let answer = try #require(
            try objects(try Program.run("classify", "\(pictures)/alp.jpg", "--threshold", "0.9999", "--json").output).first)
        #expect((answer["observations"] as? [Any])?.isEmpty == true)
    }

    @Test(
        "Wrong usage is explained in one line",
        arguments: [
            [], ["paint"], ["classify"], ["classify", "a.jpg", "--colour"], ["classify", "a.jpg", "--top", "0"],
            ["detect", "unicorns", "a.jpg"], ["detect", "objects", "a.jpg"], ["model"], ["model", "fly"],
        ])
    func wrongUsageIsExplainedInOneLine(_ words: [String]) throws {
        let run = try Program.run(words)
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(words.isEmpty || run.errors.hasPrefix("osprey: ") && run.errors.split(separator: "\n").count == 1)
    }

    @Test("A missing model is named")
    func aMissingModelIsNamed() throws {
        let run = try Program.run("classify", "--model", "/no/such/model.mlmodel", "\(pictures)/alp.jpg")
        #expect(run.status == 1)
        #expect(run.errors.contains("/no/such/model.mlmodel"))
    }

    @Test("A pipe that closes ends the program quietly")
    func aPipeThatClosesEndsTheProgramQuietly() throws {
        let script = "'\(Program.path)' classify '\(pictures)' --json | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script]
        process.standardError = Pipe()
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
    }
}
