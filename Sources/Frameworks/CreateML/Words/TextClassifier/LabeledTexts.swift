import CoreMLSpecification
import Foundation
import InputChecks

/// Texts with their labels.
package struct LabeledTexts: Sendable {
    package var texts: [String] = []
    package var labels: [String] = []
    /// A warning for each file that could not be read.
    package var warnings: [String] = []

    package init() {}

    /// The texts and labels of a table's rows. A missing text is the empty text. Labels are texts or whole numbers.
    ///
    /// - Throws: `MLCreateError` if a column is missing or of another type, or if a label is missing.
    package init(_ table: MLDataTable, text: String, label: String) throws {
        let (own, marks) = (try table.column(text), try table.column(label))
        guard own.type == .string || own.type == .invalid else {
            throw MLCreateError.type(reason: "the column '\(text)' holds \(own.type), not texts")
        }
        try TableTargets.requireNoneMissing(label, marks)
        guard marks.type == .string || marks.type == .int || marks.isEmpty else {
            throw MLCreateError.type(reason: "the column '\(label)' holds \(marks.type); labels are texts or whole numbers")
        }
        texts = own.values.map { $0.stringValue ?? "" }
        labels = marks.values.map(\.description)
    }

    /// The given texts of each label.
    package init(_ texts: [String: [String]]) {
        for (label, own) in texts.sorted(by: { $0.key < $1.key }) {
            self.texts += own
            labels += [String](repeating: label, count: own.count)
        }
    }

    /// Reads the text files of each label, in UTF-8. A file that cannot be read is left out, with a warning that names it.
    ///
    /// - Throws: `MLCreateError.generic` if a label has no readable file.
    package init(files: [String: [URL]]) throws {
        for (label, own) in files.sorted(by: { $0.key < $1.key }) {
            let before = texts.count
            for file in own {
                do {
                    texts.append(try Self.read(file))
                    labels.append(label)
                } catch {
                    warnings.append("\(file.path) was skipped: \(FileReason.text(of: error))")
                }
            }
            if texts.count == before {
                throw MLCreateError.generic(
                    reason: "the label '\(label)' has no text that can be read" + (warnings.last.map { ": \($0)" } ?? ""))
            }
        }
    }

    private static let largestFile = 64 << 20

    private static func read(_ file: URL) throws -> String {
        let data = try Data(contentsOfFile: file)
        guard data.count <= largestFile else { throw MLCreateError.io(reason: "it has \(data.count) bytes, more than \(largestFile)") }
        guard let text = String(validating: data, as: UTF8.self) else { throw MLCreateError.io(reason: "it is not UTF-8") }
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    var count: Int { texts.count }

    func rows(_ indices: [Int]) -> LabeledTexts {
        var rows = LabeledTexts()
        rows.texts = indices.map { texts[$0] }
        rows.labels = indices.map { labels[$0] }
        return rows
    }
}
