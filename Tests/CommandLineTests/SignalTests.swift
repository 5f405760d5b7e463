import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@Suite("Signals that ask for the end")
struct SignalTests {
    /// A network with a loop that does not end for a long time, and 256 numbers as its input. A loop over fewer numbers would end sooner.
    private static let endless = Data(
        base64Encoded: "CAQSIgoPCgF4GgoqCAoCgAIQoIAEUg8KAXkaCioICgKAAhCggASiH0AKPAoEbG9vcLomMxIEY29uZBoZChcKAWMaBGNvbmTyQgsK"
            + "AQESBgoEAACAPyIQCg4KAWISAXgaAXmSCAJSACgB")

    @Test(
        "Every verb that works for long ends at once",
        arguments: [
            "model bench Endless.mlmodel", "model serve --port 0", "studio --no-open --folder studio --port 0",
            "live EXAMPLES/RobotShop/live.mp4 --repeat",
            "train object-detector EXAMPLES/BreakfastFinder/testing --iterations 5000 --grid 4x4 --output Detector.mlmodel",
        ])
    func verbs(words: String) throws {
        let folder = try TemporaryFolder()
        try #require(Self.endless).write(to: folder.file("Endless.mlmodel"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = words.replacingOccurrences(of: "EXAMPLES", with: Repository.file("Examples").path).split(separator: " ").map(
            String.init)
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try runBlocked(process)
        usleep(800_000)
        #expect(process.isRunning, "it has something to do for long")
        #expect(timeToEnd(process, SIGTERM) < .seconds(3))
    }

    /// Starts a process as a thread of Dispatch's may: with the signals blocked.
    private func runBlocked(_ process: Process) throws {
        var (all, former) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try process.run()
    }

    /// The time from a signal to the end of a process, a minute at most.
    ///
    /// `waitUntilExit` is told late: by the end of whatever other process was started at the same time and has inherited the descriptor.
    private func timeToEnd(_ process: Process, _ signal: Int32) -> Duration {
        let start = ContinuousClock.now
        kill(process.processIdentifier, signal)
        let path = "/proc/\(process.processIdentifier)/stat"
        while ContinuousClock.now - start < .seconds(60) {
            // The state follows the name in parentheses. Nothing is left of a process that has been waited for.
            guard let stat = try? String(contentsOfFile: path, encoding: .utf8), let name = stat.lastIndex(of: ")"),
                stat[name...].dropFirst(2).first != "Z"
            else { return ContinuousClock.now - start }
            usleep(5_000)
        }
        // One that goes on must not go on after the test.
        kill(process.processIdentifier, SIGKILL)
        return ContinuousClock.now - start
    }

    @Test("A server ends within a second, also while it predicts", arguments: [SIGTERM, SIGINT])
    func server(signal: Int32) throws {
        let folder = try TemporaryFolder()
        try #require(Self.endless).write(to: folder.file("Endless.mlmodel"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["model", "serve", "--socket", folder.file("socket").path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        let client = try SocketClient(folder.file("socket").path)
        let model = try client.load(folder.file("Endless.mlmodel").path)
        client.send(
            #"{"id": 2, "op": "predict", "model": \#(model), "inputs": {"x": {"array": {"dtype": "float32", "shape": [256], "offset": 0, "count": 1024}}}}"#,
            Data(count: 1024))
        usleep(300_000)
        #expect(timeToEnd(process, signal) < .seconds(2))
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    }
}
