import Foundation

/// The reason why an archive cannot be unpacked, or why a file cannot be put into a folder.
package struct ArchiveFailure: Error, CustomStringConvertible {
    package enum Kind: Sendable {
        case invalidName
        case nameIsTaken
        case damaged
        case tooLarge
        case noRoom
    }

    package let kind: Kind
    package let reason: String

    init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }

    package var description: String { reason }
}

/// A folder for files with names from clients or archives. No such name can lead out of the folder.
package struct SafeFolder: Sendable {
    let url: URL
    private static let maximumPartCount = 12

    package init(url: URL) { self.url = url }

    /// The URL for a file name.
    ///
    /// - Throws: `ArchiveFailure` if the name leads out of the folder, or is not valid on every system.
    package func place(of name: String) throws -> URL {
        // The name is divided by scalars, because a slash may be part of a Swift character of several scalars.
        let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isFine =
            !parts.isEmpty && parts.count <= Self.maximumPartCount
            && parts.allSatisfy { part in
                !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 200
                    && !part.unicodeScalars.contains { $0.value < 0x20 || $0 == "\\" || $0.value == 0x7F }
            }
        guard isFine else { throw ArchiveFailure(.invalidName, "'\(name.prefix(200))' is no name for a file here") }
        return parts.reduce(url) { $0.appendingPathComponent($1) }
    }

    private func makeFolder(for file: URL) throws {
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw ArchiveFailure(.noRoom, "a folder cannot be made: \(ErrorText.systemReason(error))")
        }
    }

    /// Makes a new, empty file.
    ///
    /// - Throws: `ArchiveFailure`, also if a file with the name exists.
    package func create(_ name: String) throws -> FileHandle {
        let file = try place(of: name)
        try makeFolder(for: file)
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = errno
            removeEmptyFolders(above: file)
            throw ArchiveFailure(
                reason == EEXIST ? .nameIsTaken : .noRoom, "'\(name)' cannot be written: \(String(cString: strerror(reason)))")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Moves a file into the folder.
    package func take(_ file: URL, as name: String) throws {
        let target = try place(of: name)
        try makeFolder(for: target)
        guard rename(file.path, target.path) == 0 else {
            throw ArchiveFailure(.noRoom, "'\(name)' cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    /// Removes a file that was created by ``create(_:)`` or ``take(_:as:)``. Also removes empty folders above it.
    package func remove(_ name: String) {
        guard let file = try? place(of: name) else { return }
        unlink(file.path)
        removeEmptyFolders(above: file)
    }

    private func removeEmptyFolders(above file: URL) {
        var parent = file.deletingLastPathComponent()
        // `rmdir` removes only empty folders.
        while parent.path.count > url.path.count, rmdir(parent.path) == 0 { parent.deleteLastPathComponent() }
    }
}
