import Foundation
import TestSupport
import Testing

/// The README's examples are run, so that what it shows is what one gets.
@Suite struct ReadmeTests {
    private let readme: String

    init() throws {
        readme = try String(contentsOf: Repository.file("README.md"), encoding: .utf8)
    }

    /// The fenced blocks of a language.
    private func blocks(_ language: String) -> [String] {
        readme.components(separatedBy: "```\(language)\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }

    @Test("Every command runs")
    func everyCommandRuns() throws {
        let commands = blocks("console").flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("$ osprey ") }
        #expect(commands.count >= 6)
        let folder = try TemporaryFolder()
        for name in ["Examples", "Models"] {
            try FileManager.default.createSymbolicLink(at: folder.file(name), withDestinationURL: Repository.file(name))
        }
        for command in commands {
            let words = command.dropFirst("$ osprey ".count).split(separator: " ").map(String.init)
            let run = try Program.run(words, in: folder.url)
            #expect(run.status == 0, "\(command): \(run.errors)")
            #expect(!run.output.isEmpty || !run.errors.isEmpty, "\(command) says nothing")
        }
    }

    @Test("Every example exists")
    func everyExampleExists() throws {
        let pattern = /swift run --scratch-path .build\/examples --package-path Examples\/(\w+) (\w+) (Examples\S+)/
        let examples = blocks("sh").flatMap { $0.split(separator: "\n") }.compactMap { $0.wholeMatch(of: pattern) }
        #expect(examples.count >= 4)
        for example in examples {
            #expect(FileManager.default.fileExists(atPath: Repository.file("Examples/\(example.1)/Sources/\(example.2)").path))
        }
    }

    @Test("The training in Swift is the example")
    func theTrainingInSwiftIsTheExample() throws {
        let source = try String(contentsOf: Repository.file("Examples/FlowerShop/Sources/TrainFlowers/main.swift"), encoding: .utf8)
        let lines = Set(source.split(separator: "\n"))
        let block = try #require(blocks("swift").first { $0.contains("MLImageClassifier(") })
        for line in block.split(separator: "\n") { #expect(lines.contains(line), "\(line)") }
    }

    @Test("Every make target exists")
    func everyMakeTargetExists() throws {
        let makefile = try String(contentsOf: Repository.file("Makefile"), encoding: .utf8)
        let targets = blocks("sh").flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("make ") }
            .compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(targets.count >= 2)
        for target in targets { #expect(makefile.contains("\n\(target):"), "make \(target)") }
    }

    @Test("Every file it refers to exists")
    func everyFileItRefersToExists() throws {
        let links = readme.components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
        for link in links where !link.hasPrefix("http") {
            #expect(FileManager.default.fileExists(atPath: Repository.file(link).path), "\(link)")
        }
    }
}
