import Foundation
import TestSupport
import Testing

@Suite("The limit of the stack")
struct StackTests {
    @Test("A stack of 64 KB that must not grow is an error; a stack that may grow is enlarged", arguments: [("-s", 1), ("-S -s", 0)])
    func small(limit: String, status: Int32) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let photo = Repository.root.appendingPathComponent("Tests/VisionRuntimeTests/Fixtures/text/note.png")
        process.arguments = ["-c", "ulimit \(limit) 64; exec \"$0\" \"$@\"", Program.path, "detect", "horizon", photo.path]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(text.contains("the stack is limited to 64 KB") == (status == 1), "\(text)")
    }
}
