import Foundation

/// The files that a verb writes at the end of its work. They are checked before the work begins, because the work may take long.
extension Arguments {
    /// The model's file: the value of `--output` or, if the option is not given, `name`.
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
