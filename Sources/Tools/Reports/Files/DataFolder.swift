import CreateML
import Foundation

/// Finds the data in folders and archives of users.
package enum DataFolder {
    /// The folder that has the data. If a folder has nothing but another folder with data, as the zip of a folder does, it is that inner folder.
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

    /// Whether a file has the name of a zip archive.
    package static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") && !URL(fileURLWithPath: path).isFolder }
}
