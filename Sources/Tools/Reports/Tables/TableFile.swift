import CreateML
import Foundation

/// Files with tables.
package enum TableFile {
    /// The extensions of files with tables.
    package static var suffixes: [String] { MLDataTable.fileExtensions }

    package static func isTable(_ name: String) -> Bool { suffixes.contains((name as NSString).pathExtension.lowercased()) }

    /// Reads comma-separated text, text that is separated by tabs (`.tsv`), a list of objects (`.json`), or an object in each line (`.jsonl`).
    ///
    /// - Throws: `MLCreateError.io` that names the file and the line or the reason.
    package static func read(_ url: URL) throws -> MLDataTable {
        try MLDataTable(file: url)
    }
}
