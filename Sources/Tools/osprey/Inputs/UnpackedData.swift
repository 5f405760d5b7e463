import CreateML
import Foundation
import InputChecks
import Locks
import Reports

/// Data sets in zip archives. The unpacked files are removed when the program ends. The files of a training session stay while the session exists.
enum UnpackedData {
    /// The limits of an archive. The number of files is the maximum of an archive without Zip64. The size is larger than most disks, because the free
    /// space is checked separately.
    private static let limits = ZipArchive.Limits(files: 1 << 16, size: 256 << 30)
    /// The prefix of the names of temporary folders. The number of the process follows it.
    private static let mark = ".osprey-data-"
    private static let temporary = Locked<[URL]>([])

    /// The folder that a path names. If the path names a zip archive, it is the folder into which the archive is unpacked.
    ///
    /// - Parameter session: the folder of a training session. The data is unpacked there, so that the same command can resume the session.
    /// - Throws: `MLCreateError.io` if the archive cannot be unpacked. The error names the archive and the reason.
    static func folder(_ path: String, session: String? = nil) throws -> URL {
        guard DataFolder.isArchive(path) else { return URL(fileURLWithPath: path) }
        let archive = URL(fileURLWithPath: path)
        let place = session.map { URL(fileURLWithPath: $0).appendingPathComponent("data-\(digest(of: archive))") }
        if let place {
            ShownPath.remember(path, unpackedInto: place)
            if place.isFolder { return DataFolder.root(of: place) }
        }
        let above = place?.deletingLastPathComponent() ?? FileManager.default.temporaryDirectory
        removeRemains(in: above)
        let folder = above.appendingPathComponent("\(mark)\(getpid())-\(UUID().uuidString)")
        temporary.withLock { $0.append(folder) }
        ShownPath.remember(path, unpackedInto: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            try ZipArchive(contentsOf: archive, limits: limits).unpack(into: SafeFolder(url: folder))
        } catch let failure as ArchiveFailure {
            throw MLCreateError.io(reason: "\(path): \(failure.reason)")
        }
        guard let place else { return DataFolder.root(of: folder) }
        // The folder gets its final name only if the archive was unpacked completely.
        try FileManager.default.moveItem(at: folder, to: place)
        return DataFolder.root(of: place)
    }

    /// Removes the folders that killed processes have left.
    private static func removeRemains(in folder: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(mark) && !AtomicFile.isAtWork(name.dropFirst(mark.count)) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    private static func digest(of file: URL) -> String {
        var digest = ContentDigest()
        digest.add((try? Data(mappedFile: file)) ?? Data())
        return digest.text
    }

    /// Removes the folders into which this run of the program unpacked archives.
    static func removeAll() {
        for folder in temporary.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }
}
