import Foundation

/// A table: named columns of equal length.
///
/// An operation that is not marked `throws` reports failure in its result. The returned table or column is then not valid, and its ``error`` is the
/// reason.
public struct MLDataTable: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
    /// The names of the columns, in order.
    private(set) var names: [String] = []
    private(set) var columns: [String: MLUntypedColumn] = [:]
    /// The reason why the operation that made the table failed; `nil` if it succeeded.
    public private(set) var error: (any Error)?

    /// Whether the table has no ``error``.
    public var isValid: Bool { error == nil }
    /// The numbers of rows and columns.
    public var size: (rows: Int, columns: Int) { (rowCount, names.count) }
    /// The names of the columns, in order.
    public var columnNames: ColumnNames { ColumnNames(names: names) }
    /// The types of the columns, by name.
    public var columnTypes: [String: MLDataValue.ValueType] { columns.mapValues(\.type) }

    var rowCount: Int { names.first.flatMap { columns[$0]?.count } ?? 0 }

    /// A table without columns.
    public init() {}

    /// A table of the given columns, sorted by their names.
    ///
    /// - Throws: `MLCreateError.generic` if the columns have different lengths, or the error of a column that is not valid.
    public init(namedColumns: [String: MLUntypedColumn]) throws {
        try self.init(ordered: namedColumns.sorted { $0.key < $1.key })
    }

    /// A table of the given columns, sorted by their names. An array becomes a column. A single value is repeated in every row.
    ///
    /// - Throws: the errors of `init(namedColumns:)`.
    public init(dictionary: [String: any MLDataValueConvertible]) throws {
        let values = dictionary.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.dataValue) }
        let counts = values.compactMap { $0.value.sequenceValue?.count }
        try self.init(
            ordered: values.map { name, value in
                (name, value.sequenceValue.map { MLUntypedColumn($0) } ?? MLUntypedColumn(repeating: value, count: counts.max() ?? 1))
            })
    }

    init(ordered: [(String, MLUntypedColumn)]) throws {
        for (name, column) in ordered {
            if let error = column.error { throw error }
            guard columns[name] == nil else { throw MLCreateError.generic(reason: "two columns are called '\(name)'") }
            guard names.isEmpty || column.count == rowCount else {
                throw MLCreateError.generic(reason: "the column '\(name)' has \(column.count) rows, those before it \(rowCount)")
            }
            names.append(name)
            columns[name] = column
        }
    }

    init(error: any Error) { self.error = error }

    /// The table that `make` returns, or a table with the error that it throws.
    static func catching(_ make: () throws -> MLDataTable) -> MLDataTable {
        do { return try make() } catch { return MLDataTable(error: error) }
    }

    /// The names and columns, in order.
    var ordered: [(String, MLUntypedColumn)] { names.map { ($0, columns[$0] ?? MLUntypedColumn()) } }

    func column(_ name: String) throws -> MLUntypedColumn {
        if let error { throw error }
        guard let column = columns[name] else {
            throw MLCreateError.generic(
                reason: "there is no column '\(name)'" + (names.isEmpty ? "" : ", but \(names.joined(separator: ", "))"))
        }
        return column
    }

    // MARK: Columns

    /// The column with a name. It is not valid if there is no such column. Setting an invalid column makes the table invalid.
    public subscript(columnName: String) -> MLUntypedColumn {
        get { MLUntypedColumn.catching { try column(columnName) } }
        set { set(newValue, columnName) }
    }

    /// The column with a name, with elements of the requested type. It is not valid if the column has another type.
    public subscript<Element: MLDataValueConvertible>(columnName: String) -> MLDataColumn<Element> {
        get {
            let column: MLUntypedColumn = self[columnName]
            if !column.isValid { return MLDataColumn(column) }
            let reason = "the column '\(columnName)' holds \(column.type), not \(Element.dataValueType)"
            return column.column(type: Element.self) ?? MLDataColumn(MLUntypedColumn(error: MLCreateError.type(reason: reason)))
        }
        set { set(newValue.untyped, columnName) }
    }

    /// The column with a name, with elements of the requested type; `nil` if there is no such column or it has another type.
    public subscript<T: MLDataValueConvertible>(columnName: String, columnType: T.Type) -> MLDataColumn<T>? {
        (try? column(columnName))?.column(type: columnType)
    }

    /// A table of the columns with the given names, in the order of the names.
    public subscript<S: Sequence>(columnNames: S) -> MLDataTable where S.Element == String {
        Self.catching { try MLDataTable(ordered: columnNames.map { ($0, try column($0)) }) }
    }

    /// Adds a column at the end, or replaces the column of that name. A column of another length makes the table invalid.
    public mutating func addColumn(_ newColumn: MLUntypedColumn, named: String) { set(newColumn, named) }
    /// Adds a column at the end, or replaces the column of that name. A column of another length makes the table invalid.
    public mutating func addColumn<Element: MLDataValueConvertible>(_ newColumn: MLDataColumn<Element>, named: String) {
        set(newColumn.untyped, named)
    }

    /// Removes a column. Does nothing if there is no such column.
    public mutating func removeColumn(named: String) {
        guard columns.removeValue(forKey: named) != nil else { return }
        names.removeAll { $0 == named }
    }

    /// Renames a column. The table becomes invalid if there is no such column, or if another column has the new name.
    public mutating func renameColumn(named: String, to: String) {
        guard named != to else { return }
        change { table in
            let ordered = table.ordered.map { ($0 == named ? to : $0, $1) }
            _ = try table.column(named)
            table = try MLDataTable(ordered: ordered)
        }
    }

    private mutating func set(_ column: MLUntypedColumn, _ name: String) {
        change { table in
            if let error = column.error { throw error }
            let isOnly = table.names.isEmpty || table.names == [name]
            guard isOnly || column.count == table.rowCount else {
                throw MLCreateError.generic(reason: "the column '\(name)' has \(column.count) rows, the table \(table.rowCount)")
            }
            if table.columns.updateValue(column, forKey: name) == nil { table.names.append(name) }
        }
    }

    private mutating func change(_ body: (inout MLDataTable) throws -> Void) {
        guard isValid else { return }
        do { try body(&self) } catch { self = MLDataTable(error: error) }
    }

    /// Appends the rows of a table with the same columns. A table without columns becomes a copy of the new table.
    public mutating func append(contentsOf newTable: MLDataTable) {
        change { table in
            if let error = newTable.error { throw error }
            if table.names.isEmpty {
                table = newTable
                return
            }
            guard Set(table.names) == Set(newTable.names) else {
                throw MLCreateError.generic(
                    reason: "the tables have the columns \(table.names.joined(separator: ", ")) and "
                        + newTable.names.joined(separator: ", "))
            }
            let joined = try table.ordered.map { name, column -> (String, MLUntypedColumn) in
                var column = column
                column.append(contentsOf: try newTable.column(name))
                return (name, column)
            }
            table = try MLDataTable(ordered: joined)
        }
    }

    public var description: String {
        if let error { return "not valid: \(error)" }
        let shown = min(rowCount, 10)
        let texts = ordered.map { name, column in [name] + (0..<shown).map { column[$0].description.prefix(40).description } }
        let widths = texts.map { $0.map(\.count).max() ?? 0 }
        let lines = (0...shown).map { row in
            zip(texts, widths).map { $0[row].padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
        }
        return (lines + ["\(rowCount) rows, \(names.count) columns"]).joined(separator: "\n")
    }

    public var debugDescription: String { description }
}
