import Foundation
import Locks

/// Paths as people want to read them.
package enum ShownPath {
    /// The folders that archives were unpacked into, and the archives.
    private static let archives = Locked<[(folder: String, archive: String)]>([])

    /// Remembers which archive was unpacked into a folder, so that its files are named by the archive.
    package static func remember(_ archive: String, unpackedInto folder: URL) {
        archives.withLock { $0.append((folder.path, archive)) }
    }

    /// Replaces the paths of folders that archives were unpacked into by the archives' own in a text.
    package static func inArchives(_ text: String) -> String {
        archives.withLock { $0 }.reduce(text) { $0.replacingOccurrences(of: $1.folder, with: $1.archive) }
    }

    /// Replaces the paths of files in the working directory by relative paths in a text, and those of unpacked files by their archive's.
    package static func relative(_ text: String) -> String {
        let text = inArchives(text)
        let folder = FileManager.default.currentDirectoryPath
        guard folder != "/", !folder.isEmpty else { return text }
        var result = ""
        var rest = text[...]
        while let range = rest.range(of: folder + "/") {
            // The name of another folder may end with the name of this folder.
            let begins = range.lowerBound == text.startIndex || !isPartOfName(text[text.index(before: range.lowerBound)])
            result += rest[..<range.lowerBound] + (begins ? "" : rest[range])
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-_./~".contains(character)
    }
}
