import Foundation

extension MLDataTable {
    /// The suffixes of table files.
    package static let fileExtensions = ["csv", "tsv", "json", "jsonl", "ndjson"]

    /// Reads a table from a file. The suffix of the file tells its format: comma-separated text, tab-separated text (`.tsv`), a list of objects
    /// (`.json`), or an object in each line (`.jsonl`, `.ndjson`).
    ///
    /// - Throws: the errors of ``init(contentsOf:options:)``.
    package init(file: URL) throws {
        var options = ParsingOptions()
        if file.pathExtension.lowercased() == "tsv" { options.delimiter = "\t" }
        try self.init(contentsOf: file, options: options)
    }
}
