import Foundation
import TestSupport
import Testing

@testable import osprey

@Suite("Files of an installation beside the program")
struct ShellFilesTests {
    private let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
        #expect(try Program.run("shell-files", temporary.url.path).status == 0)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: temporary.url.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("Every verb has a manual page with each of its options, and the overview names it")
    func pages() throws {
        let overview = try text("man/man1/osprey.1")
        for command in Osprey.verbs.map({ $0.command }) {
            let title = "osprey-" + command.name.replacingOccurrences(of: " ", with: "-")
            let page = try text("man/man1/\(title).1")
            for option in command.options { #expect(page.contains("\\fB" + option.name.replacingOccurrences(of: "-", with: "\\-"))) }
            #expect(overview.contains(title.replacingOccurrences(of: "-", with: "\\-")))
            // No line begins with what `man` would take for a macro that it does not know.
            let macros = page.split(separator: "\n").filter { $0.hasPrefix(".") }.compactMap { $0.split(separator: " ").first }
            #expect(Set(macros).isSubset(of: [".TH", ".SH", ".B", ".BR", ".TP", ".nf", ".fi", ".I"]))
        }
    }

    /// Bash's completions of words, of which the last is under the cursor.
    private func completed(_ words: [String]) throws -> [String] {
        let script = temporary.url.appendingPathComponent("bash-completion/completions/osprey").path
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c", ". '\(script)'; COMP_WORDS=(osprey \(list)); COMP_CWORD=\(words.count); _osprey; printf '%s\\n' \"${COMPREPLY[@]}\"",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("Bash completes verbs, the second words of families, and the options of the verb")
    func bash() throws {
        #expect(try completed(["cl"]) == ["classify"])
        #expect(try completed(["model", "se"]) == ["serve"])
        #expect(try completed(["model", "serve", "--so"]) == ["--socket"])
        #expect(try completed(["classify", "a.jpg", "--th"]) == ["--threshold"])
        #expect(try completed(["classify", "a.j"]).isEmpty)
    }

    @Test("Zsh's and fish's completions name every verb and every option")
    func others() throws {
        let (zsh, fish) = (try text("zsh/vendor-completions/_osprey"), try text("fish/vendor_completions.d/osprey.fish"))
        for command in Osprey.verbs.map({ $0.command }) {
            for word in command.name.split(separator: " ") {
                #expect(zsh.contains("'\(word):") && fish.contains("-a \(word) "))
            }
            for option in command.options {
                #expect(zsh.contains("'*\(option.name)[") && fish.contains("-l \(option.name.dropFirst(2)) ") || option.placeholder != nil)
                #expect(fish.contains("-l \(option.name.dropFirst(2))"))
            }
        }
    }

    @Test("The overview leaves the verb out, and it has help of its own")
    func hidden() throws {
        #expect(try Program.run("--help").output.contains("shell-files") == false)
        #expect(try Program.run("help", "shell-files").output.contains("FOLDER"))
        #expect(try Program.run("shell-files", "/dev/null/below").status == 1)
    }
}
