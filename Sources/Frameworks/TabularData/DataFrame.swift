/// A table: named columns of equal length.
public struct DataFrame: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The columns, in order.
    public private(set) var columns: [AnyColumn] = []

    /// A table without columns.
    public init() {}

    /// A table of the given columns.
    ///
    /// - Precondition: the columns have equal lengths and different names.
    public init<S: Sequence>(columns: S) where S.Element == AnyColumn {
        self.columns = Array(columns)
        // A set of names is used because a file may have very many columns.
        var names: Set<String> = []
        for column in self.columns {
            precondition(column.count == self.columns[0].count, "the column '\(column.name)' is as long as the others")
            precondition(names.insert(column.name).inserted, "two columns are called '\(column.name)'")
        }
    }

    /// The numbers of rows and columns.
    public var shape: (rows: Int, columns: Int) { (columns.first?.count ?? 0, columns.count) }
    /// Whether the table has no rows.
    public var isEmpty: Bool { shape.rows == 0 }

    // MARK: Columns

    /// The index of a column; `nil` if there is no column of that name.
    public func indexOfColumn(_ name: String) -> Int? { columns.firstIndex { $0.name == name } }
    /// Whether there is a column of that name.
    public func containsColumn(_ name: String) -> Bool { indexOfColumn(name) != nil }

    /// Whether there is a column with this name and with values of this type.
    public func containsColumn<T>(_ name: String, _ type: T.Type) -> Bool {
        indexOfColumn(name).map { columns[$0].wrappedElementType == type } ?? false
    }

    private func place(_ name: String) -> Int {
        guard let index = indexOfColumn(name) else { preconditionFailure("there is no column '\(name)'") }
        return index
    }

    /// The column with a name. Setting a column under a new name adds the column.
    ///
    /// - Precondition: when a column is read, it exists. When a column is set, it is as long as the other columns.
    public subscript(name: String) -> AnyColumn {
        get { columns[place(name)] }
        set {
            var column = newValue
            column.name = name
            guard let index = indexOfColumn(name) else { return append(column: column) }
            precondition(column.count == shape.rows || columns.count == 1, "the columns have equal lengths")
            columns[index] = column
        }
    }

    /// The column with a name, with the static type of its values.
    ///
    /// - Precondition: there is a column of that name and type.
    public subscript<T>(name: String, type: T.Type) -> Column<T> {
        get { columns[place(name)].assumingType(type) }
        set { self[name] = newValue.eraseToAnyColumn() }
    }

    /// The column with an index.
    ///
    /// - Precondition: there is a column with that index.
    public subscript(column index: Int) -> AnyColumn { columns[index] }

    /// A table of the columns with the given names, in the order of the names.
    ///
    /// - Precondition: there are columns of these names.
    public func selecting<S: Sequence>(columnNames: S) -> DataFrame where S.Element == String {
        DataFrame(columns: columnNames.map { self[$0] })
    }

    /// Adds a column.
    ///
    /// - Precondition: the column is as long as the other columns, and no other column has its name.
    public mutating func append(column: AnyColumn) {
        precondition(columns.isEmpty || column.count == shape.rows, "the column '\(column.name)' is as long as the others")
        precondition(!containsColumn(column.name), "two columns are called '\(column.name)'")
        columns.append(column)
    }

    /// Adds a column, as `append(column:)` does for an ``AnyColumn``.
    ///
    /// - Precondition: the column is as long as the other columns, and no other column has its name.
    public mutating func append<T>(column: Column<T>) { append(column: column.eraseToAnyColumn()) }

    /// Removes a column and returns it.
    ///
    /// - Precondition: there is a column of that name.
    @discardableResult
    public mutating func removeColumn(_ name: String) -> AnyColumn { columns.remove(at: place(name)) }

    /// Renames a column.
    ///
    /// - Precondition: there is a column named `name`, and no other column named `newName`.
    public mutating func renameColumn(_ name: String, to newName: String) {
        precondition(name == newName || !containsColumn(newName), "two columns are called '\(newName)'")
        columns[place(name)].name = newName
    }

    /// Adds the rows of another table. If a table lacks a column of the other table, the column's values are missing in its rows.
    ///
    /// - Precondition: columns of the same name have the same type.
    public mutating func append(_ other: DataFrame) {
        let (own, added) = (shape.rows, other.shape.rows)
        for index in columns.indices {
            if let place = other.indexOfColumn(columns[index].name) {
                columns[index].append(contentsOf: other.columns[place])
            } else {
                columns[index].appendMissing(added)
            }
        }
        for column in other.columns where !containsColumn(column.name) {
            var new = column.missing(own)
            new.append(contentsOf: column)
            columns.append(new)
        }
    }

    public var description: String {
        let shown = min(shape.rows, 10)
        let texts = columns.map { column in
            [column.name, "<\(column.wrappedElementType)>"]
                + (0..<shown).map { column.shown(at: $0) }
        }
        let widths = texts.map { $0.map(\.count).max() ?? 0 }
        let lines = (0..<shown + 2).map { row in
            zip(texts, widths).map { $0[row] + String(repeating: " ", count: $1 - $0[row].count) }.joined(separator: "  ")
        }
        return (columns.isEmpty ? [] : lines).joined(separator: "\n") + "\n\(shape.rows) rows, \(shape.columns) columns"
    }

    public var debugDescription: String { description }
}
