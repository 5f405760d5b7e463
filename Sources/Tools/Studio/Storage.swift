import Foundation
import Locks
import Reports

/// The folder of a server. `jobs` and `prints` are never emptied. The other folders are emptied when the server starts and ends.
final class Storage: Sendable {
    let folder: URL
    let largestUpload: Int
    /// The number of open WebSockets, with its limit.
    let sockets = Count(limit: 32)
    private let lock: Int32

    /// Makes the folder if necessary, and locks it.
    ///
    /// - Throws: `UsageError` if the folder cannot be made, is in use by another server, or is writable for other users.
    init(_ folder: URL, largestUpload: Int) throws {
        self.folder = folder.standardizedFileURL.resolvingSymlinksInPath()
        self.largestUpload = largestUpload
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw UsageError("the folder \(folder.path) cannot be made: \(ErrorText.systemReason(error))")
        }
        try Self.requireOwn(folder)
        lock = Foundation.open(folder.appendingPathComponent("lock").path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw UsageError("the folder \(folder.path) cannot be written: \(String(cString: strerror(errno)))") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(lock)
            throw UsageError("another Studio uses the folder \(folder.path); --folder names another")
        }
        empty()
        for part in [incoming, uploads, jobs, models] {
            do {
                try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
            } catch {
                throw UsageError("the folder \(part.path) cannot be made: \(ErrorText.systemReason(error))")
            }
        }
    }

    /// Checks that nobody else may write to the folder. Trainings in the folder are resumed when the server starts, with this user's rights.
    ///
    /// - Throws: `UsageError` if the folder belongs neither to this user nor to root, or if every user may write to it.
    private static func requireOwn(_ folder: URL) throws {
        var status = stat()
        guard stat(folder.path, &status) == 0 else {
            throw UsageError("the folder \(folder.path) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard [geteuid(), 0].contains(status.st_uid) || geteuid() == 0, status.st_mode & S_IWOTH == 0 else {
            throw UsageError("other users may write to the folder \(folder.path); --folder names another")
        }
    }

    /// The folder for bodies of requests that are arriving.
    var incoming: URL { folder.appendingPathComponent("incoming") }
    /// The folder for uploads that are not used yet.
    var uploads: URL { folder.appendingPathComponent("uploads") }
    /// The folder for trainings.
    var jobs: URL { folder.appendingPathComponent("jobs") }
    /// The folder for uploaded models.
    var models: URL { folder.appendingPathComponent("models") }

    /// The folder for feature prints of photos. It is not emptied.
    var prints: URL { folder.appendingPathComponent("prints") }

    /// A new name, of letters, digits and hyphens.
    static func makeName() -> String { UUID().uuidString.lowercased() }

    private func empty() {
        for part in [incoming, uploads, models] { try? FileManager.default.removeItem(at: part) }
    }

    func close() {
        empty()
        Foundation.close(lock)
    }
}

/// A counter with a limit.
final class Count: Sendable {
    private let limit: Int
    private let value = Locked(0)

    init(limit: Int) { self.limit = limit }

    func enter() -> Bool {
        value.withLock { value in
            guard value < limit else { return false }
            value += 1
            return true
        }
    }

    func leave() { value.withLock { $0 -= 1 } }
}
