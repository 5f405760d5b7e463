/// A sparse matrix: rows of features, most of which are zero. Only the features that are not zero are stored, row by row, with their columns and
/// values.
struct SparseRows: Sendable {
    /// The index of each row's first entry, followed by the number of entries.
    private(set) var starts = [0]
    private(set) var columns: [Int32] = []
    private(set) var values: [Float] = []
    let width: Int

    init(width: Int) { self.width = width }

    var count: Int { starts.count - 1 }

    /// Adds a row.
    ///
    /// - Precondition: the column numbers are less than `width`, and no number occurs twice.
    mutating func append(_ entries: some Sequence<(column: Int32, value: Float)>) {
        for (column, value) in entries {
            columns.append(column)
            values.append(value)
        }
        starts.append(columns.count)
    }

    /// Multiplies the values of each column by a factor.
    mutating func scale(_ factors: [Double]) {
        for index in columns.indices { values[index] *= Float(factors[Int(columns[index])]) }
    }

    /// The transposed matrix. Its rows are the columns of this matrix.
    var transposed: SparseRows {
        var result = SparseRows(width: count)
        var places = [Int](repeating: 0, count: width + 1)
        for column in columns { places[Int(column) + 1] += 1 }
        for column in 0..<width { places[column + 1] += places[column] }
        result.starts = places
        result.columns = [Int32](repeating: 0, count: columns.count)
        result.values = [Float](repeating: 0, count: columns.count)
        for row in 0..<count {
            for index in starts[row]..<starts[row + 1] {
                let place = places[Int(columns[index])]
                result.columns[place] = Int32(row)
                result.values[place] = values[index]
                places[Int(columns[index])] += 1
            }
        }
        return result
    }

    /// Divides the rows into consecutive parts with about the same number of entries. The parts depend only on the rows.
    func parts(_ maximumCount: Int) -> [Range<Int>] {
        var (parts, start): ([Range<Int>], Int) = ([], 0)
        for part in 1...max(maximumCount, 1) {
            let wanted = (columns.count + count) * part / max(maximumCount, 1)
            var end = start
            while end < count, part == max(maximumCount, 1) || starts[end + 1] + end + 1 <= wanted { end += 1 }
            if end > start { parts.append(start..<end) }
            start = end
        }
        return parts
    }
}
