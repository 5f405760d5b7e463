import Foundation
import Testing

@testable import osprey

/// The output of every verb, and the failure where it cannot be printed.
@Suite("Standard output") struct StandardOutputTests {
    private static let verbs = Osprey.verbs.map { $0.command.name }

    /// Labels of the evaluated model that the folder does not have are no matter here.
    private static let failing: Set<String> = ["classify", "detect", "featureprint", "model info"]

    @Test("Every line that a verb prints with --json is a JSON object", arguments: verbs)
    func everyLineIsJSON(_ verb: String) throws {
        let samples = try VerbSamples()
        defer { samples.remove() }
        try #require(VerbSamples.commands[verb] != nil, "a verb without a sample")
        let run = try samples.run(verb)
        #expect(run.status == (Self.failing.contains(verb) ? 1 : 0), "\(run.errors)")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(!lines.isEmpty && run.output.hasSuffix("\n"))
        for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any], "\(line)") }
        if verb == "model bench" { #expect(run.output.contains("\"profile\": [{\"name\": ")) }
    }

    @Test("Results that do not fit where they go are an error", arguments: verbs)
    func aFullDiskIsAnError(_ verb: String) throws {
        let samples = try VerbSamples()
        defer { samples.remove() }
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let run = try samples.run(verb, output: full)
        #expect(run.status == 1)
        #expect(run.errors.hasSuffix("osprey: standard output cannot be written: No space left on device\n"), "\(run.errors)")
        // The trained model is there nevertheless.
        if verb.hasPrefix("train ") {
            #expect(FileManager.default.fileExists(atPath: samples.folder.appendingPathComponent("t.mlmodel").path))
        }
    }

    @Test("A reader that closes the pipe ends the program by a signal, without a message", arguments: verbs)
    func aClosedPipeIsNoError(_ verb: String) throws {
        let samples = try VerbSamples()
        defer { samples.remove() }
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let run = try samples.run(verb, output: pipe)
        #expect(run.status == 128 + SIGPIPE)
        #expect(!run.errors.contains("standard output") && !run.errors.contains("osprey: "), "\(run.errors)")
    }

    @Test(
        "Help and version are printed under the same rules",
        arguments: [["--help"], ["help", "classify"], ["model", "--help"], ["--version"]])
    func helpIsPrinted(_ words: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let run = try Program.run(words, output: full)
        #expect(run.status == 1 && run.errors.hasPrefix("osprey: standard output"))
    }

    @Test("No file is taken for a standard stream that was closed")
    func closedStreams() throws {
        let samples = try VerbSamples()
        defer { samples.remove() }
        let model = samples.folder.appendingPathComponent("m.mlmodel").path
        let script = "'\(Program.path)' model info '\(model)' >&- 2>&-"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
    }

    @Test("Control characters of names are escapes on a terminal, and as they are in a file")
    func controlCharacters() throws {
        let samples = try VerbSamples()
        defer { samples.remove() }
        let name = "data/\u{1B}[31mred\nx\u{202E}.ppm"
        try EvaluationModels.write(220, 20, 20, to: samples.folder.appendingPathComponent(name))
        let words = ["classify", name, "missing\u{1B}[2J.jpg", "--model", "m.mlmodel", "--top", "1"]
        let plain = try Program.run(words, in: samples.folder)
        #expect(plain.output.hasPrefix(name) && plain.errors.hasPrefix("missing\\u{1B}[2J.jpg: error: "), "\(plain.errors)")
        let terminal = try Terminal()
        let shown = try Program.run(words, output: terminal.programs, in: samples.folder)
        #expect(shown.status == 1)
        let text = try terminal.text()
        #expect(text.hasPrefix("data/\\u{1B}[31mred\\nx\\u{202E}.ppm  red "), "\(text)")
        #expect(!text.contains("\u{1B}"))
    }
}

/// A terminal that a program writes to.
private struct Terminal {
    private let own: Int32
    let programs: FileHandle

    init() throws {
        own = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (locked, number): (Int32, Int32) = (0, -1)
        // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
        let isReady = own >= 0 && ioctl(own, 0x4004_5431, &locked) == 0 && ioctl(own, 0x8004_5430, &number) == 0
        try #require(isReady)
        programs = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    }

    /// The written text, once the program has ended.
    func text() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(own, &bytes, bytes.count)
        try programs.close()
        close(own)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
