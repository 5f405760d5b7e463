import CoreMLSpecification
import Foundation

/// The choices that earlier processes of the same user have made, in a small file each. A model is therefore measured only once on a machine.
///
/// Nothing depends on the folder. If it cannot be read or written, a model is measured again.
struct PrecisionStore: Sendable {
    private static let suffix = ".json"

    /// The maximum number of files in the folder. Beyond this number, the oldest files are removed.
    private static let capacity = 512

    let folder: URL

    /// The store in the user's cache; `nil` if there is none.
    static var ofUser: PrecisionStore? { CacheFolder.url(for: "precision").map(PrecisionStore.init(folder:)) }

    func choice(for key: PrecisionMemory.Key) -> PrecisionChoice? {
        let url = url(key)
        guard isOwn(url), let text = try? Bytes(contentsOf: url), let record = PrecisionRecord(text) else { return nil }
        return record.choices(model: key.bytes)[key.place]
    }

    func keep(_ choice: PrecisionChoice, for key: PrecisionMemory.Key) {
        let report = PrecisionReport()
        report.note(choice, at: key.place)
        guard let text = try? PrecisionRecord(report, model: key.bytes).text(),
            (try? FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])) != nil, isOwn(folder)
        else { return }
        makeRoom()
        try? writeFile([text], to: url(key))
    }

    private func url(_ key: PrecisionMemory.Key) -> URL {
        folder.appendingPathComponent(PrecisionRecord.digest(key.bytes) + Self.suffix)
    }

    /// Whether `url` belongs to the user who runs the program. Files of other users are not read.
    private func isOwn(_ url: URL) -> Bool {
        var status = stat()
        return lstat(url.path, &status) == 0 && status.st_uid == geteuid() && status.st_mode & S_IFMT != S_IFLNK
    }

    private func makeRoom() {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey]
        guard let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys)),
            files.count >= Self.capacity
        else { return }
        func date(_ url: URL) -> Date { (try? url.resourceValues(forKeys: keys).contentModificationDate) ?? .distantPast }
        let oldest = files.filter { $0.lastPathComponent.hasSuffix(Self.suffix) }.map { (date($0), $0) }.sorted { $0.0 < $1.0 }
        for (_, url) in oldest.prefix(files.count - Self.capacity + 1) { try? FileManager.default.removeItem(at: url) }
    }
}
