import Foundation

/// Finds the pictures below a folder by the names that annotation files give them.
final class PictureIndex {
    /// The message for a picture name that could mean several files.
    static let doubt = "it is not clear which picture of the folder is meant"

    let folder: URL
    private let isFolderOnly = AnnotationReach.isFolderOnly
    private lazy var byName: [String: [Picture]] = {
        let pictures = (try? MLImageClassifier.DataSource.images(below: folder)) ?? []
        let own = isFolderOnly ? pictures.filter { $0.isInside(folder) } : pictures
        return Dictionary(grouping: own.map(Picture.init)) { $0.url.lastPathComponent }
    }()

    /// A picture, and the folders above it, the innermost first.
    private struct Picture {
        let url: URL
        let folders: [String]

        init(_ url: URL) { (self.url, folders) = (url, url.deletingLastPathComponent().pathComponents.reversed()) }
    }

    init(_ folder: URL) { self.folder = folder }

    /// Finds the file of each named picture.
    ///
    /// A name may be a path on another computer, a web address, or a file name with Label Studio's prefix. The picture with the same file name is
    /// then taken, in any folder below the index's folder. If several pictures have this file name, the picture whose folders agree best with the
    /// path is taken. If no picture is found, the result is the path of the missing file.
    ///
    /// - Returns: for each name its file; `nil` if several pictures could be meant, or if the picture may not be read.
    func files(_ names: [String]) -> [URL?] {
        let found = names.map(file)
        var users: [String: Set<String>] = [:]
        for (name, file) in zip(names, found) {
            if let file { users[file.path, default: []].insert(name) }
        }
        return zip(names, found).map { name, file -> URL? in
            guard let file, let count = users[file.path]?.count else { return nil }
            return count == 1 || own(name) != nil ? file : nil
        }
    }

    private func file(_ name: String) -> URL? {
        if let direct = own(name) { return direct }
        let parts = Self.parts(of: name)
        let last = parts.last ?? name
        guard let pictures = byName[last] ?? byName[Self.withoutMark(last)] else {
            let missing = folder.file(name)
            return FileManager.default.fileExists(atPath: missing.path) ? nil : missing
        }
        let folders = Array(parts.dropLast().reversed())
        let lengths = pictures.map { Self.commonStart($0.folders, folders) }
        let longest = lengths.max() ?? 0
        let best = zip(pictures, lengths).filter { $0.1 == longest }
        return best.count == 1 ? best[0].0.url : nil
    }

    /// The file at exactly the path `name`, without a search; `nil` if it does not exist or may not be read.
    private func own(_ name: String) -> URL? {
        let direct = folder.file(name)
        guard FileManager.default.fileExists(atPath: direct.path), !isFolderOnly || direct.isInside(folder) else { return nil }
        return direct
    }

    /// The components of a path or a web address. Separators are `/` or `\`. The path may also be in an address's query (`?d=folder/1.jpg`).
    private static func parts(of name: String) -> [String] {
        let path = name.split(separator: "?d=").last.map(String.init) ?? name
        return (path.removingPercentEncoding ?? path).split { $0 == "/" || $0 == "\\" }.map(String.init)
    }

    /// The number of leading elements that two lists have in common.
    private static func commonStart(_ first: [String], _ second: [String]) -> Int {
        var count = 0
        while count < first.count, count < second.count, first[count] == second[count] { count += 1 }
        return count
    }

    /// Removes the prefix that Label Studio adds to the name of an uploaded file: eight hexadecimal digits and a hyphen.
    private static func withoutMark(_ name: String) -> String {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 8, parts[0].allSatisfy(\.isHexDigit) else { return name }
        return String(parts[1])
    }
}
