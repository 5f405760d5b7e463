import Foundation

/// A folder for files with names from clients. No such name can lead out of the folder.
struct SafeFolder: Sendable {
    let url: URL
    private static let maximumPartCount = 12

    /// The URL for a file name.
    ///
    /// - Throws: `WebFailure` if the name leads out of the folder, or is not valid on every system.
    func place(of name: String) throws -> URL {
        // By scalars, because a slash may be part of a larger character.
        let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isFine =
            !parts.isEmpty && parts.count <= Self.maximumPartCount
            && parts.allSatisfy { part in
                !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 200
                    && !part.unicodeScalars.contains { $0.value < 0x20 || $0 == "\\" || $0.value == 0x7F }
            }
        guard isFine else { throw WebFailure(400, "'\(name.prefix(200))' is no name for a file here") }
        return parts.reduce(url) { $0.appendingPathComponent($1) }
    }

    private func makeFolder(for file: URL) throws {
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw WebFailure(507, "a folder cannot be made: \(WebFailure.reason(error))")
        }
    }

    /// Makes a new, empty file.
    ///
    /// - Throws: `WebFailure`, also if a file with the name exists.
    func create(_ name: String) throws -> FileHandle {
        let file = try place(of: name)
        try makeFolder(for: file)
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = errno
            removeEmptyFolders(above: file)
            throw WebFailure(reason == EEXIST ? 409 : 507, "'\(name)' cannot be written: \(String(cString: strerror(reason)))")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Moves a file into the folder.
    func take(_ file: URL, as name: String) throws {
        let target = try place(of: name)
        try makeFolder(for: target)
        guard rename(file.path, target.path) == 0 else {
            throw WebFailure(507, "'\(name)' cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    /// Removes a file that was written here, and the folders above it that are then empty.
    func remove(_ name: String) {
        guard let file = try? place(of: name) else { return }
        unlink(file.path)
        removeEmptyFolders(above: file)
    }

    private func removeEmptyFolders(above file: URL) {
        var parent = file.deletingLastPathComponent()
        // A folder that has something in it is not removed.
        while parent.path.count > url.path.count, rmdir(parent.path) == 0 { parent.deleteLastPathComponent() }
    }
}
