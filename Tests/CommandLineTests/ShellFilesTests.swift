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

    @Test("Every manual page has examples, whose words the verb understands, and text that fits any screen")
    func examples() throws {
        #expect(Set(Examples.all.keys) == Set(Osprey.verbs.map { $0.command.name }))
        for command in Osprey.verbs.map({ $0.command }) {
            let page = try text("man/man1/osprey-\(command.name.replacingOccurrences(of: " ", with: "-")).1")
            for (words, _) in try #require(Examples.all[command.name]) {
                #expect(words.hasPrefix(command.name) && page.contains(words.replacingOccurrences(of: "-", with: "\\-")))
                let rest = words.dropFirst(command.name.count).split(separator: " ").map(String.init)
                _ = try Arguments(rest, for: command)
            }
        }
        let detect = try text("man/man1/osprey-detect.1")
        #expect(detect.contains(".nf\n  barcodes") || detect.contains(".nf\n  objects"), "tables keep their lines")
        for line in detect.replacingOccurrences(of: "\\-", with: "-").split(separator: "\n") where line.hasPrefix("  ") {
            #expect(line.count <= 73, "with man's margin it is wider than a terminal: \(line)")
        }
        #expect(!(try text("man/man1/osprey-similar.1")).contains(".nf"), "and text is filled")
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
        #expect(try completed(["detect", "fa"]) == ["faces"])
        #expect(try completed(["detect", "faces,ba"]) == ["faces,barcodes"])
        #expect(try completed(["detect", "text", "a.jpg", "--level", ""]) == ["accurate", "fast"])
        #expect(try completed(["train", "object-detector", "--format", "lab"]) == ["labelstudio"])
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

    @Test("Zsh's and fish's completions know the kinds of detect and the values of options")
    func values() throws {
        let (zsh, fish) = (try text("zsh/vendor-completions/_osprey"), try text("fish/vendor_completions.d/osprey.fish"))
        for words in ["accurate fast", "cpuOnly all fastest"] { #expect(zsh.contains("(\(words))") && fish.contains("-a '\(words)'")) }
        for text in [zsh, fish] { #expect(text.contains("barcodes") && text.contains("saliency")) }
    }

    @Test("The overview leaves the verb out, and it has help of its own")
    func hidden() throws {
        #expect(try Program.run("--help").output.contains("shell-files") == false)
        #expect(try Program.run("help", "shell-files").output.contains("FOLDER"))
        #expect(try Program.run("shell-files", "/dev/null/below").status == 1)
    }
}
