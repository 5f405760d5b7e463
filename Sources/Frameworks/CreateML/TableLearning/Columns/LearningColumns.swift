/// The feature columns of a table, in the form that the learners read.
struct LearningColumns: Sendable {
    enum Column: Sendable {
        /// A number for each row; NaN if it is missing.
        case numbers([Double])
        /// The index of each row's category, below `count`; −1 for an unknown category.
        case categories([Int32], count: Int)

        /// The number of rows.
        var rows: Int {
            switch self {
            case .numbers(let values): values.count
            case .categories(let codes, _): codes.count
            }
        }

        /// The number of values in a feature vector: one for a number, or one for each possible category.
        var width: Int {
            switch self {
            case .numbers: 1
            case .categories(_, let count): count
            }
        }
    }

    /// The stored columns. They may have more rows than the selection.
    let stored: [Column]
    /// The indices of the selected rows in the stored columns, in order; `nil` if all rows are selected.
    let selection: [UInt32]?
    let rows: Int

    /// - Precondition: every column has this number of rows.
    init(_ columns: [Column], rows: Int) {
        precondition(columns.allSatisfy { $0.rows == rows }, "the columns have equal lengths")
        (stored, selection, self.rows) = (columns, nil, rows)
    }

    private init(_ stored: [Column], _ selection: [UInt32]) { (self.stored, self.selection, rows) = (stored, selection, selection.count) }

    /// The columns with only the selected rows. If not all stored rows are selected, each call copies the rows.
    var columns: [Column] {
        guard let selection else { return stored }
        return stored.map { column in
            switch column {
            case .numbers(let values): .numbers(selection.map { values[Int($0)] })
            case .categories(let codes, let count): .categories(selection.map { codes[Int($0)] }, count: count)
            }
        }
    }

    /// A copy that stores only the selected rows.
    func copied() -> LearningColumns { LearningColumns(columns, rows: rows) }

    /// The number of values in a feature vector.
    var width: Int { stored.reduce(0) { $0 + $1.width } }

    /// The rows with these indices.
    func rows(_ indices: [Int]) -> LearningColumns {
        LearningColumns(stored, indices.map { index in selection.map { $0[index] } ?? UInt32(truncatingIfNeeded: index) })
    }
}
