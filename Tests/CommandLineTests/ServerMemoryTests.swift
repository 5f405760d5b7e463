import Foundation
import TestSupport
import Testing

/// The cost of clients of `osprey model serve` that ask for more than they send.
@Suite("The memory of a server of models")
struct ServerMemoryTests {
    @Test("Clients that announce long requests, and send nothing of them, cost no memory and leave none behind")
    func announcements() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("socket").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["model", "serve", "--socket", path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        _ = output.fileHandleForReading.availableData
        let before = try peak(of: process.processIdentifier)
        // The longest header that there may be, and no payload.
        let announcement = Data("OSP1".utf8) + Data([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]) + Data("{".utf8)
        for _ in 0..<4 {
            let clients = try (0..<8).map { _ in try SocketClient(path) }
            for client in clients { client.send(announcement) }
            for client in clients {
                shutdown(client.descriptor, Int32(SHUT_WR))
                #expect(client.receive(1).isEmpty)
            }
        }
        #expect(try peak(of: process.processIdentifier) - before < 32 << 10)
    }

    /// The most memory that a process ever had, in KiB.
    private func peak(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return try #require(status.firstMatch(of: /VmHWM:\s*(\d+) kB/).flatMap { Int($0.1) })
    }
}
