import Foundation
import TestSupport
import Testing

@Suite("Pipes in the place of files")
struct PipeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["pipe.jpg", "pipe.mlmodel", "pipe.mp4", "pipe.npy", "pipe.zip", "pipe.txt", "pipe.csv"] {
            try #require(mkfifo(folder.file(name).path, 0o600) == 0)
        }
    }

    /// Runs the program. If it waits for a writer of the pipe, it is killed, and the status says so.
    private func run(_ words: [String]) throws -> Program.Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--signal=KILL", "60", Program.path] + words
        process.currentDirectoryURL = Repository.root
        let (output, errors) = (folder.file("output"), folder.file("errors"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Program.Result(
            status: status, output: try String(contentsOf: output, encoding: .utf8), errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }

    @Test("A pipe in a folder of photos is left out with a line about it, and the others are looked at")
    func photos() throws {
        try FileManager.default.copyItem(at: Repository.file("Examples/Pictures/keyboard.jpg"), to: folder.file("keyboard.jpg"))
        let result = try run(["detect", "horizon", folder.path, "--json"])
        #expect(result.status == 0 && result.errors.contains("is left out: it is no regular file"), "\(result)")
        #expect(result.output.contains("keyboard.jpg") && !result.output.contains("pipe"))
    }

    @Test("A pipe that is named as annotations are is none, and is not waited for", arguments: ["json", "csv"])
    func sets(suffix: String) throws {
        let set = try folder.folder("set")
        try #require(mkfifo(set.appendingPathComponent("pipe.\(suffix)").path, 0o600) == 0)
        try FileManager.default.copyItem(at: Repository.file("Examples/Pictures/alp.jpg"), to: set.appendingPathComponent("alp.jpg"))
        for (verb, words) in [("image-classifier", "a folder for each label"), ("object-detector", "has no annotations of boxes")] {
            let result = try run(["train", verb, set.path])
            #expect(result.status == 1 && result.errors.contains(words), "\(verb): \(result)")
        }
    }

    @Test("A pipe as a zip, a table or a list of words is an error")
    func lists() throws {
        let photo = Repository.file("Examples/Pictures/alp.jpg").path
        for words in [
            ["train", "image-classifier", folder.file("pipe.zip").path],
            ["train", "tabular", folder.file("pipe.csv").path, "--target", "a"],
            ["detect", "text", photo, "--custom-words", folder.file("pipe.txt").path],
        ] {
            let result = try run(words)
            #expect(result.status == 1 && result.errors.contains("is not a regular file"), "\(words): \(result)")
        }
    }

    @Test("A pipe as a model, a video or an array is an error")
    func others() throws {
        let (model, video) = (folder.file("pipe.mlmodel").path, folder.file("pipe.mp4").path)
        for words in [["model", "info", model], ["model", "bench", model], ["motion", video]] {
            let result = try run(words)
            #expect(result.status == 1 || result.status == 2, "\(words): \(result)")
            #expect(result.errors.contains("is not a regular file"), "\(words): \(result)")
        }
    }
}
