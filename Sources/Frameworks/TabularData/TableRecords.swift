import InputChecks

/// A table as a JSON list of objects, one for each row. Its columns are the keys of all rows.
package struct TableRecords {
    package let rows: [[String: Any]]
    package let names: Set<String>

    /// The default for the largest number of cells in a table most of whose values are missing.
    package static let maximumCellCount = 1 << 25
    /// The largest number of cells for each value in a table that is larger than `maximumCellCount`.
    private static let cellsPerValue = 4

    /// Reads a table from records. It also throws if the table would have far more cells than the records have values. A key that only one
    /// record has takes a few bytes, but becomes a column with a cell in each row.
    ///
    /// - Throws: ``TableReadingError``.
    package init(_ list: some Sequence<Any>, maximumCellCount: Int = TableRecords.maximumCellCount) throws {
        rows = try list.enumerated().map { row, record in
            guard let object = record as? [String: Any] else { throw TableReadingError("element \(row) of the list is not an object") }
            return object
        }
        var names: Set<String> = []
        var values = 0
        for row in rows {
            values += row.count
            names.formUnion(row.keys)
        }
        self.names = names
        guard rows.count.times(names.count) <= max(maximumCellCount, values.times(Self.cellsPerValue)) else {
            throw TableReadingError("its \(rows.count) rows have \(names.count) different keys; most cells would be missing")
        }
    }
}
