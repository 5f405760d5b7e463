import Foundation
import Locks

/// The form in which paths are shown to people.
package enum ShownPath {
    /// The folders into which archives were unpacked, with the paths of the archives.
    private static let archives = Locked<[(folder: String, archive: String)]>([])

    /// Records which archive was unpacked into a folder. Files in the folder are then shown with the path of the archive.
    package static func remember(_ archive: String, unpackedInto folder: URL) {
        archives.withLock { $0.append((folder.path, archive)) }
    }

    /// Replaces, in a text, the paths of folders into which archives were unpacked by the paths of the archives.
    package static func inArchives(_ text: String) -> String {
        archives.withLock { $0 }.reduce(text) { $0.replacingOccurrences(of: $1.folder, with: $1.archive) }
    }

    /// Makes paths in a text short. Paths of files in the working directory become relative. Paths of unpacked files begin with the path of their
    /// archive.
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
