import CreateML
import Foundation
import Reports

/// Labelled texts on the command line: a table, or a folder with a folder of text files for each label.
struct TextData {
    static let options: [Command.Option] = [
        .value("--text", "COLUMN", "the column of a table with the texts (text where not given)"),
        .value("--label", "COLUMN", "the column of a table with their labels (label where not given)"),
    ]

    private let text: String?
    private let label: String?

    init(_ arguments: Arguments) { (text, label) = (arguments.string("--text"), arguments.string("--label")) }

    /// - Throws: `UsageError` if columns are given for a folder, `MLCreateError` for data that cannot be read.
    func read(_ path: String) throws -> LabeledTexts {
        let url = URL(fileURLWithPath: path)
        guard url.isFolder else {
            return try LabeledTexts(TableFile.read(url), text: text ?? "text", label: label ?? "label")
        }
        if text != nil || label != nil { throw UsageError("--text and --label name columns of a table, and \(path) is a folder") }
        return try LabeledTexts(files: MLTextClassifier.DataSource.labeledDirectories(at: url).labeledTextFiles())
    }
}
