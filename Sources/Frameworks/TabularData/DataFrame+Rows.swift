/// Selection and sorting of rows.
extension DataFrame {
    /// A row of a table.
    public struct Row: Sendable {
        fileprivate let frame: DataFrame
        /// The row's index in the table.
        public let index: Int

        /// The value of a column; `nil` if it is missing.
        ///
        /// - Precondition: there is a column of that name.
        public subscript(name: String) -> Any? { frame[name][index] }
        /// The value of a column; `nil` if it is missing or of another type.
        ///
        /// - Precondition: there is a column of that name.
        public subscript<T>(name: String, type: T.Type) -> T? { frame[name][index] as? T }
    }

    /// All rows, in order.
    public var rows: [Row] { (0..<shape.rows).map { Row(frame: self, index: $0) } }

    func rows(_ indices: [Int]) -> DataFrame { DataFrame(columns: columns.map { $0.rows(indices) }) }

    /// The rows for which a closure returns `true` for the value of a column.
    ///
    /// - Precondition: there is a column of that name and type.
    public func filter<T>(on name: String, _ type: T.Type, _ isIncluded: (T?) throws -> Bool) rethrows -> DataFrame {
        let column = self[name, type]
        return rows(try column.indices.filter { try isIncluded(column[$0]) })
    }

    /// The rows for which a closure returns `true`.
    public func filter(_ isIncluded: (Row) throws -> Bool) rethrows -> DataFrame { rows(try rows.filter(isIncluded).map(\.index)) }

    /// The direction of sorting.
    public enum Order: Sendable, Equatable {
        /// The least value first.
        case ascending
        /// The greatest value first.
        case descending
    }

    /// The rows sorted by a column. Rows with equal values keep their order. Missing values come last.
    ///
    /// - Precondition: there is a column of that name and type.
    public func sorted<T: Comparable>(on name: String, _ type: T.Type, order: Order = .ascending) -> DataFrame {
        let column = self[name, type]
        return rows(
            column.indices.sorted { a, b in
                switch (column[a], column[b]) {
                case (let x?, let y?): x == y ? a < b : (x < y) == (order == .ascending)
                case (nil, nil): a < b
                case (let x, nil): x != nil
                case (nil, _?): false
                }
            })
    }

    /// The first rows, at most `length`.
    public func prefix(_ length: Int) -> DataFrame { rows(Array(0..<min(max(length, 0), shape.rows))) }
    /// The last rows, at most `length`.
    public func suffix(_ length: Int) -> DataFrame { rows(Array(shape.rows - min(max(length, 0), shape.rows)..<shape.rows)) }

    /// Splits the rows at random into two tables. Both keep the order of the rows.
    ///
    /// - Parameters:
    ///   - proportion: the fraction of the rows in the first table, 0…1.
    ///   - seed: the random seed. The same seed gives the same tables. With `nil`, they differ at each call.
    public func randomSplit(by proportion: Double, seed: Int? = nil) -> (DataFrame, DataFrame) {
        let seed = seed ?? Int.random(in: .min ... .max)
        var state = UInt64(bitPattern: Int64(seed))
        var keys: [(UInt64, Int)] = []
        for index in 0..<shape.rows {
            // SplitMix64 (Steele, Lea and Flood, 2014).
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            keys.append((value ^ (value >> 31), index))
        }
        let share = proportion.isFinite ? min(max(proportion, 0), 1) : 0
        let order = keys.sorted { $0 < $1 }.map(\.1)
        let count = Int((share * Double(order.count)).rounded())
        return (rows(order[..<count].sorted()), rows(order[count...].sorted()))
    }

    /// A summary of the table, with a row for each column. It has the column's name and the numbers of values, of missing values and of distinct
    /// values. For number columns, it also has the mean, the standard deviation, the minimum and the maximum.
    public func summary() -> DataFrame {
        func numbers(_ column: AnyColumn) -> Column<Double> {
            Column(name: column.name, contents: column.map { ($0 as? Double) ?? ($0 as? Int).map(Double.init) } as [Double?])
        }
        let values = columns.map { column in
            column.wrappedElementType == Int.self || column.wrappedElementType == Double.self ? numbers(column) : nil
        }
        var result = DataFrame()
        result.append(column: Column(name: "column", contents: columns.map(\.name)))
        result.append(column: Column(name: "count", contents: columns.map { $0.count - $0.missingCount }))
        result.append(column: Column(name: "missing", contents: columns.map(\.missingCount)))
        result.append(
            column: Column(
                name: "unique",
                contents: columns.map { column in Set(column.indices.filter { !column.isNil(at: $0) }.map { column.text(at: $0) }).count }))
        result.append(column: Column(name: "mean", contents: values.map { $0?.mean() }))
        result.append(column: Column(name: "std", contents: values.map { $0?.standardDeviation() }))
        result.append(column: Column(name: "min", contents: values.map { $0?.min() }))
        result.append(column: Column(name: "max", contents: values.map { $0?.max() }))
        return result
    }
}
