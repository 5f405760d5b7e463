import CreateML
import Foundation
import InputChecks
import Locks
import Reports

/// Data sets that a zip has, unpacked while the program runs, or as long as the session of a training.
enum UnpackedData {
    /// The limits of an archive: the most files without Zip64, and a size above that of most disks. The free space is checked as well.
    private static let limits = ZipArchive.Limits(files: 1 << 16, size: 256 << 30)
    /// The beginning of the names of folders that are removed, before the number of the process.
    private static let mark = ".osprey-data-"
    private static let temporary = Locked<[URL]>([])

    /// The folder that a path names: itself, or that of the data in a zip.
    ///
    /// - Parameter session: the folder of a training's session, which keeps the data so that the same command goes on with it.
    /// - Throws: `MLCreateError.io` that names an archive that cannot be unpacked and the reason.
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
        // Only an archive that is unpacked wholly gets the name that is looked for.
        try FileManager.default.moveItem(at: folder, to: place)
        return DataFolder.root(of: place)
    }

    /// Removes what processes that were killed have unpacked.
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

    /// Removes what was unpacked for this run.
    static func removeAll() {
        for folder in temporary.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }
}
