import Foundation
import InputChecks

/// The formats of files that annotate many pictures. A format is recognised by the first bytes of the file.
package enum AnnotationFileKind: Sendable {
    /// Create ML's list of pictures (`.json`).
    case createML
    /// COCO's lists of images, categories and boxes (`.json`).
    case coco
    /// Label Studio's list of tasks with boxes (`.json`).
    case labelStudioBoxes
    /// Label Studio's list of tasks with choices for whole pictures (`.json`).
    case labelStudioChoices
    /// Roboflow's table with a row for each box (`.csv`).
    case boxTable
    /// Roboflow's table with a column for each label (`.csv`).
    case labelTable

    /// The number of bytes at the beginning of a file that are read to recognise its format.
    private static let headSize = 64 << 10

    /// - Returns: `nil` for files of other formats, and for files that cannot be read.
    package init?(_ file: URL) {
        guard ["json", "csv"].contains(file.pathExtension.lowercased()),
            let head = try? Data(startOfFile: file, count: Self.headSize)
        else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        let name = file.lastPathComponent
        let found =
            file.pathExtension.lowercased() == "csv" ? Self.table(text, name) : Self.json(text, name, isWhole: head.count < Self.headSize)
        guard let found else { return nil }
        self = found
    }

    private static func json(_ text: String, _ name: String, isWhole: Bool) -> AnnotationFileKind? {
        func has(_ key: String) -> Bool { hasMember("\"\(key)", text) }
        switch text.unicodeScalars.first(where: { !" \t\r\n\u{FEFF}".unicodeScalars.contains($0) }) {
        case "{": return isWhole && !(has("images") && has("annotations")) ? nil : .coco
        case "[":
            if has("result") || has("completions") || has("annotation_id") || has("lead_time") || has("original_width") {
                return hasMember("labels", text)
                    ? .labelStudioBoxes : has("choices") || has("choice") ? .labelStudioChoices : .labelStudioBoxes
            }
            // A list without pictures is Create ML's only if the file has the name of Create ML's annotation file.
            return has("image") || has("imagefilename") || has("filename") || name == CreateMLAnnotations.fileName ? .createML : nil
        default: return nil
        }
    }

    /// Whether the text has a JSON member whose name ends with `end`. A string value with this ending does not count: a label may be named `result`,
    /// for example.
    private static func hasMember(_ end: String, _ text: String) -> Bool {
        text.components(separatedBy: end + "\"").dropFirst().contains { $0.first(where: { !$0.isWhitespace }) == ":" }
    }

    private static func table(_ text: String, _ name: String) -> AnnotationFileKind? {
        let line = text.prefix { !$0.isNewline }
        let names = line.split(separator: ",").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"\u{FEFF}")) }
        if BoxTable.Columns(names) != nil { return .boxTable }
        return name == LabelTable.fileName && names.count > 1 ? .labelTable : nil
    }
}
