import CreateML
import Foundation
import InputChecks
import Reports

/// A table that was uploaded. It is the only file of the upload, in the folder itself or in a subfolder.
struct TableUpload {
    /// The limits of a table. Larger tables would need gigabytes of memory.
    struct Limits {
        var bytes = 256 << 20
        var cells = 20_000_000
        /// The maximum number of bytes of JSON. While JSON is read, its values need more memory than in the table.
        var jsonBytes = 64 << 20
        var jsonCells = 4_000_000
        var columns = 1_000
    }

    let file: URL
    private let limits: Limits

    /// - Returns: `nil` if the folder has anything other than one table.
    init?(in folder: URL, limits: Limits = Limits()) {
        guard let file = Self.onlyFile(in: folder), TableFile.isTable(file.lastPathComponent) else { return nil }
        (self.file, self.limits) = (file, limits)
    }

    private static func onlyFile(in folder: URL) -> URL? {
        let names = DataFolder.visible(in: folder)
        guard let name = names.first, names.count == 1 else { return nil }
        let only = folder.appendingPathComponent(name)
        return DataFolder.isFolder(only) ? onlyFile(in: only) : only
    }

    /// The lock that lets only one table be read at a time.
    private static let turn = NSLock()

    /// Reads the table and makes its profile.
    ///
    /// - Throws: as ``read()``.
    func profile() throws -> TableProfile { try Self.turn.withLock { TableProfile(try read()) } }

    /// Reads the table.
    ///
    /// - Throws: `UsageError` if the table is too large, and `MLCreateError` if it is damaged. The errors do not contain the path.
    func read() throws -> MLDataTable {
        let isJSON = !["csv", "tsv"].contains(file.pathExtension.lowercased())
        try checkSize(isJSON ? limits.jsonBytes : limits.bytes, isJSON ? limits.jsonCells : limits.cells)
        let table: MLDataTable
        do {
            table = try MLDataTable.$maximumCellCount.withValue(limits.jsonCells) { try TableFile.read(file) }
        } catch {
            let text = ErrorText.describe(error).replacingOccurrences(of: file.path, with: file.lastPathComponent)
            throw MLCreateError.io(reason: text)
        }
        guard table.size.columns <= limits.columns else {
            throw tooLarge("\(table.size.columns) columns", "\(limits.columns)")
        }
        return table
    }

    /// Checks the size of the table before memory is used for its cells. The number of cells is estimated from the characters that may separate
    /// cells.
    private func checkSize(_ bytes: Int, _ cells: Int) throws {
        let source = try InputFile(file.path)
        var (size, separators) = (0, 0)
        let separator = file.pathExtension.lowercased() == "tsv" ? UInt8(ascii: "\t") : UInt8(ascii: ",")
        while case let part = try source.read(upTo: 1 << 20), !part.isEmpty {
            size += part.count
            separators += part.withUnsafeBytes { bytes in bytes.count { $0 == separator || $0 == UInt8(ascii: "\n") } }
            guard size <= bytes else { throw tooLarge("more than \(bytes >> 20) MB", "no more") }
            guard separators <= cells else { throw tooLarge("more than \(cells / 1_000_000) million cells", "no more") }
        }
    }

    private func tooLarge(_ what: String, _ limit: String) -> UsageError {
        UsageError("\(file.lastPathComponent) has \(what), and Studio takes \(limit); osprey train tabular reads larger tables")
    }
}
