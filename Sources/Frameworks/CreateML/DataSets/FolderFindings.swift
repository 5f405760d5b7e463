import Foundation

/// A description of a folder's contents, for errors about a folder that lacks the expected files.
package enum FolderFindings {
    private static let shownCount = 4

    /// Lists a folder's contents for a message: `12 images, the folders 'a', 'b', and notes.json`.
    package static func text(_ folder: URL) -> String {
        let contents = (try? folder.folderContents()) ?? []
        let images = contents.count { MLImageClassifier.DataSource.isImage($0) && !$0.isFolder }
        let folders = contents.filter(\.isFolder).map { "'\($0.lastPathComponent)'" }
        let others = contents.filter { !MLImageClassifier.DataSource.isImage($0) && !$0.isFolder }.map(\.lastPathComponent)
        var parts: [String] = []
        if images > 0 { parts.append("\(images) \(images == 1 ? "image" : "images")") }
        if !folders.isEmpty { parts.append("the \(folders.count == 1 ? "folder" : "folders") \(list(folders))") }
        if !others.isEmpty { parts.append(list(others)) }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(shownCount).joined(separator: ", ") + (names.count > shownCount ? " and \(names.count - shownCount) more" : "")
    }
}
