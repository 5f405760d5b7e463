import CreateML
import Foundation

/// `osprey shell-files`: writes the files that are installed beside the program. The verb is used to make packages, and does not appear in the
/// help.
enum ShellFiles: Verb {
    static let command = Command(
        "shell-files", "Writes manual pages, and completions for bash, zsh and fish.", operands: "FOLDER", operandCount: 1...1,
        discussion: "FOLDER is a prefix's share folder, such as /usr/local/share.")

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let folder = URL(fileURLWithPath: arguments.operands[0], isDirectory: true)
        let pages = ManualPage.all(of: Osprey.verbs, version: Osprey.version).map { (file: "man/man1/" + $0.file, text: $0.text) }
        for (file, text) in pages + Completions.all(of: Osprey.verbs) {
            let url = folder.appendingPathComponent(file)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try AtomicFile.write(Data(text.utf8), to: url)
        }
        return .success
    }
}
