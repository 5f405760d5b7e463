/// The features of a table's rows in the form that the learners read.
struct LearningColumns: Sendable {
    enum Column: Sendable {
        /// A number for each row; NaN where it is missing.
        case numbers([Double])
        /// The index of each row's category, below `count`; -1 for a category that is not known.
        case categories([Int32], count: Int)

        /// The number of rows.
        var rows: Int {
            switch self {
            case .numbers(let values): values.count
            case .categories(let codes, _): codes.count
            }
        }

        /// The number of values in a feature vector: a category has one for each that it may be.
        var width: Int {
            switch self {
            case .numbers: 1
            case .categories(_, let count): count
            }
        }
    }

    var columns: [Column]
    let rows: Int

    /// - Precondition: every column has this number of rows.
    init(_ columns: [Column], rows: Int) {
        precondition(columns.allSatisfy { $0.rows == rows }, "the columns have equal lengths")
        self.columns = columns
        self.rows = rows
    }

    /// The number of values in a feature vector.
    var width: Int { columns.reduce(0) { $0 + $1.width } }

    /// The rows with these indices.
    func rows(_ indices: [Int]) -> LearningColumns {
        let columns = columns.map { column -> Column in
            switch column {
            case .numbers(let values): .numbers(indices.map { values[$0] })
            case .categories(let codes, let count): .categories(indices.map { codes[$0] }, count: count)
            }
        }
        return LearningColumns(columns, rows: indices.count)
    }
}
