import Foundation
import Reports
import TestSupport
import Testing

@testable import osprey

@Suite("Names that are not UTF-8")
struct NameBytesTests {
    @Test("A word of the command line that is not UTF-8 is shown with its bytes")
    func word() throws {
        let bytes: [UInt8] = [0x66, 0xFF, 0x0A, 0x2E, 0x6A]
        let error = #expect(throws: UsageError.self) { try ProcessWords.text(bytes) }
        #expect(error?.reason.hasPrefix(#"'f\xff\x0a.j' is not UTF-8"#) == true)
        #expect(try ProcessWords.text(Array("é".utf8)) == "é")
    }

    @Test("The program says so of a photo that it is given, and of one in a folder")
    func photos() throws {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.currentDirectoryURL = folder.url
        process.arguments = [
            "-c", "name=$'f\\xff.png'; echo > \"$name\"; \"$0\" detect horizon \"$name\"; \"$0\" detect horizon .", Program.path,
        ]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.contains("'f\\xff.png' is not UTF-8"), "\(text)")
        #expect(text.contains("the file's name is not UTF-8"), "\(text)")
    }
}
