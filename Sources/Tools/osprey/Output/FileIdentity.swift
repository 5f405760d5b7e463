import Foundation
import Reports

/// The identity of a file on the disk, independent of the names and links that lead to it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    /// - Returns: `nil` if nothing exists at `path`.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }

    /// The kind of file to which `path` leads, such as `S_IFREG`; `nil` if nothing exists there.
    static func type(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether there is a symbolic link at `path` whose target does not exist.
    static func isBrokenLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && FileIdentity(path) == nil
    }
}

/// Checks of the files that a verb writes, before any work. An output must not replace an input or another output.
enum OutputFile {
    /// - Parameters:
    ///   - path: the file to write.
    ///   - option: the option that names the file, for the message.
    ///   - extensions: the valid extensions. They do not apply to an existing special file, such as a pipe.
    ///   - inputs: the files that the verb reads.
    /// - Throws: `UsageError` that names the problem.
    static func check(_ path: String, _ option: String, extensions: [String], inputs: [String]) throws {
        // Writing follows a link, so the link's target must have a valid extension too.
        for name in [path, URL(fileURLWithPath: path).resolvingSymlinksInPath().path] where !isDevice(path) {
            guard extensions.contains((name as NSString).pathExtension.lowercased()) else {
                let list = extensions.map { "." + $0 }.joined(separator: ", ")
                throw UsageError("\(option) is a file that ends in \(list), not '\(name)'")
            }
        }
        if isFolder(path) { throw UsageError("\(option): '\(path)' is a folder") }
        try requireNoInput(path, option, inputs: inputs)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: folder) || isDevice(path) else {
            throw UsageError("\(option): '\(folder)' is no folder to write to")
        }
    }

    /// - Throws: `UsageError` if the file at `path` is one of the inputs.
    static func requireNoInput(_ path: String, _ option: String, inputs: [String]) throws {
        guard let identity = FileIdentity(path), let input = inputs.first(where: { FileIdentity($0) == identity }) else { return }
        let names = path == input ? "'\(path)'" : "'\(path)' is '\(input)', which"
        throw UsageError("\(option): \(names) is read, and would be overwritten")
    }

    /// - Throws: `UsageError` if two of the paths lead to the same file.
    static func requireDistinct(_ paths: [String], _ option: String) throws {
        var seen: Set<String> = []
        for path in paths {
            let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            guard isDevice(path) || seen.insert(place).inserted else {
                throw UsageError("\(option): '\(path)' is written twice")
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool { FileIdentity.type(of: path) == S_IFDIR }

    /// Whether the path is a special file, neither a regular file nor a folder.
    private static func isDevice(_ path: String) -> Bool { FileIdentity.type(of: path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false }
}

/// The folders that a verb makes for its output.
enum OutputFolder {
    /// Makes the folder at `path` and all missing folders above it.
    ///
    /// - Throws: `OutputError` that names the folder and the reason.
    static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            if FileManager.default.fileExists(atPath: path) { throw OutputError(path: path, reason: "is a file and not a folder") }
            throw OutputError(path: path, reason: "the folder cannot be made: \(ErrorText.systemReason(error))")
        }
    }
}
