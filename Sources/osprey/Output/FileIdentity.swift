import Foundation
import Reports

/// A file on the disk, whatever names and links lead to it.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let number: UInt

    /// - Returns: `nil` where nothing is at `path`.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }

    /// Whether there is a link at `path` that leads to nothing.
    static func isBrokenLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && FileIdentity(path) == nil
    }
}

/// Names of files to write, checked before any work: what a verb writes must not replace what it reads, nor another thing that it writes.
enum OutputFile {
    /// - Parameters:
    ///   - path: what is to be written.
    ///   - option: the option that names it, for the message.
    ///   - extensions: how the name may end; what is there and no regular file, such as a pipe, may have any name.
    ///   - inputs: the files that the verb reads.
    /// - Throws: `UsageError` that says what is wrong.
    static func check(_ path: String, _ option: String, extensions: [String], inputs: [String]) throws {
        // A link is followed when it is written to, so what it leads to must have the right name too.
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

    /// - Throws: `UsageError` where one of the files that are read is at `path`.
    static func requireNoInput(_ path: String, _ option: String, inputs: [String]) throws {
        guard let identity = FileIdentity(path), let input = inputs.first(where: { FileIdentity($0) == identity }) else { return }
        let names = path == input ? "'\(path)'" : "'\(path)' is '\(input)', which"
        throw UsageError("\(option): \(names) is read, and would be overwritten")
    }

    /// - Throws: `UsageError` where two of the paths lead to one file.
    static func requireDistinct(_ paths: [String], _ option: String) throws {
        var seen: Set<String> = []
        for path in paths {
            let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            guard isDevice(path) || seen.insert(place).inserted else {
                throw UsageError("\(option): '\(path)' is written twice")
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool { mode(path) == S_IFDIR }

    /// Whether something is there that is neither a file nor a folder.
    private static func isDevice(_ path: String) -> Bool { mode(path).map { $0 != S_IFREG && $0 != S_IFDIR } ?? false }

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}

/// Folders that a verb makes for what it writes.
enum OutputFolder {
    /// Makes the folder at `path`, and those above it, where they are not there.
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
