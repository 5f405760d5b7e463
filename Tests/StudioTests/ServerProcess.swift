import Foundation
import TestSupport

/// A server in a process of its own, which can be killed.
final class ServerProcess: Serving {
    private let process = Process()
    let port: Int

    init(folder: URL) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: BuiltProgram.path("osprey"))
        process.arguments = ["studio", "--port", "0", "--folder", folder.path, "--json", "--no-open"]
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        // It says its address once it listens.
        var line = Data()
        while line.last != UInt8(ascii: "\n"), let more = try output.fileHandleForReading.read(upToCount: 1) { line += more }
        let said = try JSONSerialization.jsonObject(with: line) as? [String: Any]
        guard let address = said?["address"] as? String, let port = URL(string: address)?.port else { throw Client.Closed() }
        self.port = port
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { if process.isRunning { kill() } }
}
