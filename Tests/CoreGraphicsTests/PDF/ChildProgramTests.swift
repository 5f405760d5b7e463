import Foundation
import Testing

@testable import CoreGraphics

@Suite("Programs as processes with bounds")
struct ChildProgramTests {
    private func run(_ name: String, _ arguments: [String], largest: Int = 1 << 20, longest: TimeInterval = 60) throws
        -> ChildProgram.Result
    {
        let source = PDFSource(ByteBuffer(Data("the bytes of a file".utf8)))
        let input = try source.descriptor()
        defer { withExtendedLifetime(source) {} }
        return try ChildProgram(name: name, arguments: arguments, input: input, largestOutput: largest, longest: longest).run()
    }

    @Test("A program gets its arguments as they are and the file as descriptor 3, and gives its output, its messages and its status")
    func results() throws {
        let file = try run("cat", ["/proc/self/fd/3"])
        #expect(file.status == 0 && String(decoding: file.output, as: UTF8.self) == "the bytes of a file" && file.messages.isEmpty)
        #expect(String(decoding: try run("printf", ["%s|", "a b", "$HOME; ls", "*"]).output, as: UTF8.self) == "a b|$HOME; ls|*|")
        let failure = try run("sh", ["-c", "echo out; echo reason >&2; exit 7"])
        #expect(failure.status == 7 && failure.messages == "reason\n" && failure.output == Data("out\n".utf8))
    }

    @Test("A program has no other descriptors and no input")
    func descriptors() throws {
        let names = String(decoding: try run("sh", ["-c", "cat; ls /proc/$$/fd"]).output, as: UTF8.self).split(separator: "\n")
        #expect(Set(names).isSubset(of: ["0", "1", "2", "3"]) && names.contains("3"))
    }

    @Test("A program that writes too much, runs too long or dies is stopped")
    func bounds() {
        #expect(throws: ChildProgram.Failure.self) { try run("yes", [], largest: 100_000) }
        #expect(throws: ChildProgram.Failure.self) { try run("sleep", ["600"], longest: 0.2) }
        #expect(throws: ChildProgram.Failure.self) { try run("sh", ["-c", "exec >&- 2>&-; sleep 600"], longest: 0.2) }
        #expect(throws: ChildProgram.Failure.self) { try run("sh", ["-c", "kill -9 $$"]) }
    }

    @Test("Messages beyond the bound are dropped")
    func messages() throws {
        let result = try run("sh", ["-c", "yes | head -c 300000 >&2; echo done"])
        #expect(result.output == Data("done\n".utf8) && result.messages.utf8.count == 1 << 16)
    }

    @Test("The memory of a program is bounded")
    func memory() throws {
        let limit = try run("sh", ["-c", "sleep 0.2; ulimit -v"])
        #expect(String(decoding: limit.output, as: UTF8.self) == "4194304\n")
    }

    @Test("A program that is not installed is missing")
    func missing() {
        #expect {
            try run("no-program-has-this-name", [])
        } throws: { error in
            if case ChildProgram.Failure.missing = error { true } else { false }
        }
    }
}
