import InputChecks

/// A table from a JSON list of objects. Each object is a row. The columns are the keys of all objects.
package struct TableRecords {
    package let rows: [[String: Any]]
    package let names: Set<String>

    /// The default maximum number of cells in a table whose cells are mostly missing.
    package static let maximumCellCount = 1 << 25
    /// The maximum number of cells for each value in the JSON, so that most cells cannot be missing. It applies to a table with more than
    /// `maximumCellCount` cells.
    private static let cellsPerValue = 4

    /// Reads a table from a list of objects.
    ///
    /// A key of only one object takes a few bytes, but becomes a column with a cell in each row. A table with far more cells than values is
    /// therefore an error.
    ///
    /// - Throws: ``TableReadingError`` if an element is not an object, or if the table would have too many cells.
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
