extension MLDataTable {
    /// The rows of the table.
    public var rows: Rows { Rows(table: self) }

    /// The names of a table's columns.
    public struct ColumnNames: RandomAccessCollection, Equatable, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        public typealias Element = String
        public typealias Index = Int
        public typealias SubSequence = Slice<ColumnNames>

        let names: [String]

        public var startIndex: Int { 0 }
        public var endIndex: Int { names.count }
        public subscript(i: Int) -> String { names[i] }
        public var description: String { names.description }
        public var debugDescription: String { description }
    }

    /// The rows of a table, in order.
    public struct Rows: RandomAccessCollection, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        public typealias Element = Row
        public typealias Index = Int
        public typealias SubSequence = Slice<Rows>

        let table: MLDataTable

        public var startIndex: Int { 0 }
        public var endIndex: Int { table.rowCount }
        public subscript(index: Int) -> Row { Row(keys: table.columnNames, values: table.ordered.map { $1[index] }) }
        public var description: String { table.description }
        public var debugDescription: String { description }
    }

    /// The values of one row, addressed by column name.
    public struct Row: Collection, Equatable, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The names of the columns.
        public typealias Keys = ColumnNames
        /// The name of a column.
        public typealias Key = Keys.Element
        /// A cell.
        public typealias Value = Values.Element
        public typealias Element = (Key, Value)
        public typealias Index = Int
        public typealias SubSequence = Slice<Row>

        /// The cells of a row, in the order of the columns.
        public struct Values: RandomAccessCollection, Equatable, CustomStringConvertible, CustomDebugStringConvertible, Sendable {
            public typealias Element = MLDataValue
            public typealias Index = Int
            public typealias SubSequence = Slice<Values>

            let values: [MLDataValue]

            public var startIndex: Int { 0 }
            public var endIndex: Int { values.count }
            public subscript(i: Int) -> MLDataValue { values[i] }
            public var description: String { values.description }
            public var debugDescription: String { description }
        }

        /// The names of the columns, in order.
        public let keys: Keys
        /// The cells, in the order of the columns.
        public let values: Values

        init(keys: Keys, values: [MLDataValue]) { (self.keys, self.values) = (keys, Values(values: values)) }

        public var count: Int { keys.count }
        public var isEmpty: Bool { keys.isEmpty }
        public var startIndex: Int { 0 }
        public var endIndex: Int { keys.count }
        public func index(after i: Int) -> Int { i + 1 }
        /// The index of a column; `nil` if there is no column of that name.
        public func index(forKey key: Key) -> Index? { keys.firstIndex(of: key) }
        public subscript(position: Int) -> (Key, Value) { (keys[position], values[position]) }

        /// The value of a column; `nil` if there is no column of that name.
        public subscript(name: Key) -> Value? { index(forKey: name).map { values[$0] } }

        /// The value of a column; `nil` if the column does not exist, or the value is missing or of another type.
        public subscript<T: MLDataValueConvertible>(name: Key, type: T.Type) -> T? { self[name].flatMap { T(from: $0) } }

        public var description: String { "{" + zip(keys, values).map { "\($0): \($1)" }.joined(separator: ", ") + "}" }
        public var debugDescription: String { description }
    }

    // MARK: Choosing rows

    /// The rows with these indices. Cells are missing where the index is `nil`.
    func rows(_ rows: [Int?]) -> MLDataTable { mapColumns { $0.rows(rows) } }
    func rows(_ rows: [Int]) -> MLDataTable { mapColumns { $0.rows(rows) } }

    func mapColumns(_ change: (MLUntypedColumn) -> MLUntypedColumn) -> MLDataTable {
        isValid ? Self.catching { try MLDataTable(ordered: ordered.map { ($0, change($1)) }) } : self
    }

    /// - Precondition: the range is within the rows.
    public subscript(slice: Range<Int>) -> MLDataTable { mapColumns { $0[slice] } }
    /// The rows of a range.
    public subscript<R: RangeExpression>(slice: R) -> MLDataTable where R.Bound == Int { self[slice.relative(to: 0..<rowCount)] }

    /// The rows where `mask` is not 0.
    public subscript(mask: MLUntypedColumn) -> MLDataTable {
        isValid ? Self.catching { rows(try mask.selectedRows(of: rowCount)) } : self
    }
    /// The rows where `mask` is true.
    public subscript(mask: MLDataColumn<Bool>) -> MLDataTable { self[mask.untyped] }

    /// The first rows, at most `maxLength`.
    public func prefix(_ maxLength: Int = 10) -> MLDataTable { mapColumns { $0.prefix(maxLength) } }
    /// The last rows, at most `maxLength`.
    public func suffix(_ maxLength: Int = 10) -> MLDataTable { mapColumns { $0.suffix(maxLength) } }

    /// The rows without missing values.
    public func dropMissing() -> MLDataTable {
        rows((0..<rowCount).filter { row in columns.values.allSatisfy { $0[row].isValid } })
    }

    /// The table with `value` in place of the column's missing values.
    public func fillMissing(columnNamed: String, with value: MLDataValue) -> MLDataTable {
        Self.catching {
            var table = self
            table[columnNamed] = try column(columnNamed).fillMissing(with: value)
            if let error = table.error { throw error }
            return table
        }
    }

    /// The distinct rows, in order of first appearance.
    public func dropDuplicates() -> MLDataTable {
        var seen: Set<[MLDataValue]> = []
        return rows((0..<rowCount).filter { seen.insert(cells($0)).inserted })
    }

    private func cells(_ row: Int) -> [MLDataValue] { ordered.map { $1[row] } }

    /// Sorts the rows by a column. Rows with equal values keep their order. Missing values come last.
    public func sort(columnNamed: String, byIncreasingOrder: Bool = true) -> MLDataTable {
        Self.catching { rows(try column(columnNamed).sortedRows(byIncreasingOrder)) }
    }

    /// The rows where the column has one of `values`.
    public func intersect<T: MLDataValueConvertible>(_ values: T..., of columnNamed: String) -> MLDataTable {
        matching(Set(values.map(\.dataValue)), columnNamed, true)
    }

    /// The rows where the column has none of `values`.
    public func exclude<T: MLDataValueConvertible>(_ values: T..., of columnNamed: String) -> MLDataTable {
        matching(Set(values.map(\.dataValue)), columnNamed, false)
    }

    private func matching(_ values: Set<MLDataValue>, _ name: String, _ isWanted: Bool) -> MLDataTable {
        Self.catching {
            let column = try column(name)
            return rows((0..<rowCount).filter { values.contains(column[$0]) == isWanted })
        }
    }

    /// Applies `lazyTransform` to each row. The result is missing where `lazyTransform` returns `nil`.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Row) -> T?) -> MLDataColumn<T> {
        if let error { return MLDataColumn(MLUntypedColumn(error: error)) }
        return MLDataColumn(MLUntypedColumn(values: rows.map { lazyTransform($0)?.dataValue ?? .invalid }, type: T.dataValueType))
    }

    /// Applies `lazyTransform` to each row.
    public func map<T: MLDataValueConvertible>(_ lazyTransform: @escaping (Row) -> T) -> MLDataColumn<T> {
        map { row -> T? in lazyTransform(row) }
    }
}
