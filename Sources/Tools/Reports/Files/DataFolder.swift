import CreateML
import Foundation

/// Finds the data set in a user's folder or unpacked archive.
package enum DataFolder {
    /// The folder that has the data. If a folder contains only another folder, as after unpacking the zip of a folder, it is the inner folder.
    package static func root(of folder: URL) -> URL {
        let names = visible(in: folder)
        guard names.count == 1, let only = names.first, isFolder(folder.appendingPathComponent(only)) else { return folder }
        let inner = folder.appendingPathComponent(only)
        let hasMore =
            visible(in: inner).contains { isFolder(inner.appendingPathComponent($0)) } || ListedLabels.file(in: inner) != nil
            || BoxFormat.isAnnotated(inner.path)
        return hasMore ? root(of: inner) : folder
    }

    /// The names in a folder, sorted. Hidden files are left out, and so is the folder `__MACOSX` that archives of a Mac have.
    package static func visible(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
            .sorted()
    }

    package static func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }

    /// Whether a path ends in `.zip` and is not a folder.
    package static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") && !URL(fileURLWithPath: path).isFolder }
}
