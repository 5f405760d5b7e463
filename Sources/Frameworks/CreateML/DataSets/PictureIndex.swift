import Foundation

/// The reach of annotation files.
package enum AnnotationReach {
    /// Whether annotation files name pictures of their own folder alone. A server reads files that others made, which must not lead to its own.
    @TaskLocal package static var isFolderOnly = false
}

/// The pictures below a folder, by the names that annotation files give them.
final class PictureIndex {
    /// The reason why a picture without a file is left out.
    static let doubt = "it is not clear which picture of the folder is meant"

    let folder: URL
    private let isFolderOnly = AnnotationReach.isFolderOnly
    private lazy var byName: [String: [URL]] = {
        let pictures = (try? MLImageClassifier.DataSource.images(below: folder)) ?? []
        return Dictionary(grouping: isFolderOnly ? pictures.filter { $0.isInside(folder) } : pictures) { $0.lastPathComponent }
    }()

    init(_ folder: URL) { self.folder = folder }

    /// The picture of each name. Paths of another machine, addresses and the marks that Label Studio puts before names lead to the picture of
    /// the same name, in whatever folder it lies; of several, to the one whose folders are the path's. A name that leads nowhere gives the file
    /// that is missing. `nil` where it is not clear which picture is meant, or where it may not be looked at.
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
        let folders = Array(parts.dropLast())
        let lengths = pictures.map { Self.commonEnd($0.deletingLastPathComponent().pathComponents, folders) }
        let longest = lengths.max() ?? 0
        let best = zip(pictures, lengths).filter { $0.1 == longest }
        return best.count == 1 ? best[0].0 : nil
    }

    /// The picture at the path itself, if it is there and may be looked at.
    private func own(_ name: String) -> URL? {
        let direct = folder.file(name)
        guard FileManager.default.fileExists(atPath: direct.path), !isFolderOnly || direct.isInside(folder) else { return nil }
        return direct
    }

    /// The parts of a path with any separators, or of an address, whose query may have the path (`?d=folder/1.jpg`).
    private static func parts(of name: String) -> [String] {
        let path = name.split(separator: "?d=").last.map(String.init) ?? name
        return (path.removingPercentEncoding ?? path).split { $0 == "/" || $0 == "\\" }.map(String.init)
    }

    /// The number of equal parts at the ends.
    private static func commonEnd(_ first: [String], _ second: [String]) -> Int {
        zip(first.reversed(), second.reversed()).prefix(while: { $0.0 == $0.1 }).count
    }

    /// Removes the eight digits and the hyphen before the name of an uploaded file.
    private static func withoutMark(_ name: String) -> String {
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 8, parts[0].allSatisfy(\.isHexDigit) else { return name }
        return String(parts[1])
    }
}
