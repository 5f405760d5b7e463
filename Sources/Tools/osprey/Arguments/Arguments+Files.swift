import Foundation

/// The files that a verb writes at the end of its work. They are checked before the work, because it takes time.
extension Arguments {
    /// The model's file that `--output` names, or `name`.
    func modelFile(_ name: String) throws -> URL {
        try file(string("--output") ?? name, "--output", extensions: ["mlmodel"])
    }

    /// The page that `--report` names; `nil` if the option is not given.
    func page() throws -> URL? {
        try string("--report").map { try file($0, "--report", extensions: ["html", "htm"]) }
    }

    private func file(_ path: String, _ option: String, extensions: [String]) throws -> URL {
        let inputs = operands + [string("--extractor"), string("--annotations")].compactMap(\.self)
        try OutputFile.check(path, option, extensions: extensions, inputs: inputs)
        return URL(fileURLWithPath: path)
    }
}
