import Foundation

/// Paths as people want to read them.
package enum ShownPath {
    /// Replaces the paths of files in the working directory by relative paths in a text.
    package static func relative(_ text: String) -> String {
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
