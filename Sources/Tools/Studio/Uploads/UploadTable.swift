import Foundation
import JSON
import Locks
import Reports

/// Folders into which browsers upload files, until they are used for a training or a model.
final class UploadTable: Sendable {
    private struct Upload {
        var count = 0
        var size = 0
        /// The time of the last use, by a clock that cannot be set back.
        var date = ContinuousClock.now
        /// The number of requests that are using the folder.
        var users = 0
    }

    private static let maximumCount = 20
    private static let patience = Duration.seconds(3600)
    private let folder: URL
    private let limits: ZipArchive.Limits
    private let uploads = Locked<[String: Upload]>([:])

    init(_ folder: URL, limits: ZipArchive.Limits) { (self.folder, self.limits) = (folder, limits) }

    /// Makes a new, empty folder. Folders that have not been used for an hour are removed.
    func make() throws -> String {
        removeOld()
        let name = Storage.makeName()
        try uploads.withLock { uploads in
            guard uploads.count < Self.maximumCount else { throw WebFailure(503, "\(uploads.count) uploads are open; try again later") }
            uploads[name] = Upload()
        }
        do {
            try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: false)
        } catch {
            uploads.withLock { $0[name] = nil }
            throw WebFailure(507, "a folder cannot be made: \(WebFailure.reason(error))")
        }
        return name
    }

    /// Makes a folder that has hard links to the files of another folder.
    func make(linking other: URL) throws -> String {
        let name = try make()
        do {
            try FileManager.default.removeItem(at: url(name))
            try FileManager.default.linkItem(at: other, to: url(name))
        } catch {
            remove(name)
            throw WebFailure(507, "the data cannot be taken again: \(WebFailure.reason(error))")
        }
        return name
    }

    /// Makes a folder that has a copy of another folder as a subfolder.
    func make(copying other: URL, as inner: String) throws -> String {
        let name = try make()
        do {
            try FileManager.default.copyItem(at: other.resolvingSymlinksInPath(), to: url(name).appendingPathComponent(inner))
        } catch {
            remove(name)
            throw WebFailure(507, "the data cannot be taken: \(WebFailure.reason(error))")
        }
        return name
    }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func removeOld() {
        let old = uploads.withLock { uploads in
            uploads.filter { $0.value.users == 0 && ContinuousClock.now - $0.value.date > Self.patience }.map(\.key)
        }
        for name in old { remove(name) }
    }

    func remove(_ name: String) {
        guard uploads.withLock({ $0.removeValue(forKey: name) }) != nil else { return }
        try? FileManager.default.removeItem(at: url(name))
    }

    /// Calls `body` with a folder. The folder is not removed before the call returns.
    func using<Result>(_ name: String, _ body: (URL) throws -> Result) throws -> Result {
        try uploads.withLock { uploads in
            guard uploads[name] != nil else { throw WebFailure(404, "there is no such upload; it may have been removed") }
            uploads[name]?.users += 1
        }
        defer {
            uploads.withLock { uploads in
                uploads[name]?.users -= 1
                uploads[name]?.date = .now
            }
        }
        return try body(url(name))
    }

    /// Adds a file, or the content of a zip archive.
    func add(_ file: URL, to name: String, path: String, unpacks: Bool) throws {
        try using(name) { folder in
            let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
            let archive = unpacks ? try ZipArchive(contentsOf: file, limits: limits) : nil
            let added = archive.map { ($0.entries.count, $0.entries.reduce(0) { $0 + $1.size }) } ?? (1, size)
            try reserve(name, count: added.0, size: added.1)
            do {
                if let archive {
                    try archive.unpack(into: SafeFolder(url: folder))
                } else {
                    try SafeFolder(url: folder).take(file, as: path)
                }
            } catch {
                try? reserve(name, count: -added.0, size: -added.1)
                throw error
            }
        }
    }

    /// Counts a file of `size` bytes that is about to be added.
    ///
    /// - Throws: `WebFailure` if the upload would then exceed a limit.
    func admit(_ size: Int, to name: String) throws { try reserve(name, count: 1, size: size) }

    private func reserve(_ name: String, count: Int, size: Int) throws {
        try uploads.withLock { uploads in
            guard var upload = uploads[name] else { return }
            upload.count += count
            upload.size += size
            guard upload.count <= limits.files else { throw WebFailure(413, "more than \(limits.files) files") }
            guard upload.size <= limits.size else { throw WebFailure(413, "more than \(limits.size >> 20) MB in one upload") }
            uploads[name] = upload
        }
    }

    /// Moves an upload to another place.
    func move(_ name: String, to target: URL) throws {
        try using(name) { folder in
            guard rename(folder.path, target.path) == 0 else {
                throw WebFailure(507, "the upload cannot be moved: \(String(cString: strerror(errno)))")
            }
        }
        _ = uploads.withLock { $0.removeValue(forKey: name) }
    }
}
