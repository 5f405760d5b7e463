import InputChecks

/// How large a table of records is whose keys are its columns.
package enum TableSize {
    /// The most cells of a table most of which are missing, unless something else is said.
    package static let mostCells = 1 << 25
    /// In a larger table, so many cells for each value.
    private static let cellsPerValue = 4

    /// Throws if the table would have far more cells than the records have values: a few bytes of a key that no other record has are a column,
    /// with a cell in each row.
    ///
    /// - Throws: ``TableReadingError``.
    package static func check(_ records: [[String: Any]], most: Int = mostCells) throws {
        var names: Set<String> = []
        var values = 0
        for record in records {
            values += record.count
            names.formUnion(record.keys)
        }
        guard records.count.times(names.count) <= max(most, values.times(cellsPerValue)) else {
            throw TableReadingError("its \(records.count) rows have \(names.count) different keys; most cells would be missing")
        }
    }
}
