import CreateML
import Foundation

/// The files that a verb writes when its work is over. Work takes a while, so what cannot be written is an error beforehand.
extension Arguments {
    /// The model's file that `--output` names, or `name`.
    func modelFile(_ name: String) throws -> URL {
        let url = URL(fileURLWithPath: string("--output") ?? name)
        guard url.pathExtension == "mlmodel" else { throw UsageError("--output is a file that ends in .mlmodel, not '\(url.path)'") }
        if url.isFolder { throw UsageError("--output '\(url.path)' is a folder") }
        try requireWritableFolder(of: url, "--output")
        return url
    }

    /// The page that `--report` names; nil where none is asked for.
    func page() throws -> URL? {
        guard let url = string("--report").map({ URL(fileURLWithPath: $0) }) else { return nil }
        try requireWritableFolder(of: url, "--report")
        return url
    }

    private func requireWritableFolder(of file: URL, _ option: String) throws {
        let folder = file.deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw UsageError("\(option): '\(folder)' is no folder to write to")
        }
    }
}
