import Foundation

extension MLDataTable {
    /// The suffixes of files with tables.
    package static let fileExtensions = ["csv", "tsv", "json", "jsonl", "ndjson"]

    /// Reads comma-separated text, text that is separated by tabs (`.tsv`), a list of objects (`.json`), or an object in each line (`.jsonl`).
    ///
    /// - Throws: as ``init(contentsOf:options:)``.
    package init(file: URL) throws {
        var options = ParsingOptions()
        if file.pathExtension.lowercased() == "tsv" { options.delimiter = "\t" }
        try self.init(contentsOf: file, options: options)
    }
}
