import CreateML
import Foundation

/// Folders of data as people have them.
package enum DataFolder {
    /// The folder with the data: one that has nothing but another folder with data leads to that, as a zip of a folder does.
    package static func root(of folder: URL) -> URL {
        let names = visible(in: folder)
        guard names.count == 1, let only = names.first, isFolder(folder.appendingPathComponent(only)) else { return folder }
        let inner = folder.appendingPathComponent(only)
        let hasMore =
            visible(in: inner).contains { isFolder(inner.appendingPathComponent($0)) } || ListedLabels.file(in: inner) != nil
            || BoxFormat.isAnnotated(inner.path)
        return hasMore ? root(of: inner) : folder
    }

    /// The names of what is in a folder, sorted, without hidden files and what a Mac's archives have beside the files.
    package static func visible(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
            .sorted()
    }

    package static func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }

    /// Whether a file is named as a zip archive is.
    package static func isArchive(_ path: String) -> Bool { path.lowercased().hasSuffix(".zip") && !URL(fileURLWithPath: path).isFolder }
}
