import Foundation

extension MLDataTable {
    /// The suffixes of table files.
    package static let fileExtensions = ["csv", "tsv", "json", "jsonl", "ndjson"]

    /// Reads a table from a file. The suffix of the file tells the format. `.tsv` is tab-separated text, `.json` a list of objects, and `.jsonl` or
    /// `.ndjson` an object in each line. Other files are comma-separated text.
    ///
    /// - Throws: the errors of ``init(contentsOf:options:)``.
    package init(file: URL) throws {
        var options = ParsingOptions()
        if file.pathExtension.lowercased() == "tsv" { options.delimiter = "\t" }
        try self.init(contentsOf: file, options: options)
    }
}
