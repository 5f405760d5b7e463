import Foundation

/// The pictures below a folder, by the names that annotation files give them.
final class PictureIndex {
    private let folder: URL
    private lazy var byName: [String: URL] = {
        let pictures = (try? MLImageClassifier.DataSource.images(below: folder)) ?? []
        return Dictionary(pictures.map { ($0.lastPathComponent, $0) }) { first, _ in first }
    }()

    init(_ folder: URL) { self.folder = folder }

    /// The picture of a name. Paths of another machine, addresses and the marks that Label Studio puts before names lead to the picture of the same
    /// name, in whatever folder it lies; a name that leads nowhere gives the file that is missing.
    func file(_ name: String) -> URL {
        let own = folder.file(name)
        if FileManager.default.fileExists(atPath: own.path) { return own }
        let last = Self.lastPart(of: name)
        return byName[last] ?? byName[Self.withoutMark(last)] ?? own
    }

    /// The file's name in a path with any separators, or in an address, whose query may have the path (`?d=folder/1.jpg`).
    private static func lastPart(of name: String) -> String {
        let path = name.split(separator: "?d=").last.map(String.init) ?? name
        let last = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? path
        return last.removingPercentEncoding ?? last
    }

    /// Removes the eight digits and the hyphen before the name of an uploaded file.
    private static func withoutMark(_ name: String) -> String {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 8, parts[0].allSatisfy(\.isHexDigit) else { return name }
        return String(parts[1])
    }
}
