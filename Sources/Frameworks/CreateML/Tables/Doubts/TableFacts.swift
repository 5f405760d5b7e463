/// The counted columns of a table, and the doubts about learning from the table.
package struct TableFacts: Sendable {
    package let rowCount: Int
    package let columns: [ColumnFacts]
    /// The partition (see ``MLUntypedColumn/partition``) of each column whose values may correspond one to one to those of another column.
    private let partitions: [String: Int]

    /// - Parameter names: the columns to count; all columns if `nil`.
    package init(_ table: MLDataTable, columns names: [String]? = nil) {
        rowCount = table.rowCount
        let named = (names ?? table.names).compactMap { name in table.columns[name].map { (name, $0) } }
        let facts = ParallelLoop.map(named.count) { ColumnFacts(named[$0].0, named[$0].1) }
        let counts = Dictionary(grouping: facts.filter(\.mayNameTarget), by: \.values.count)
        let twins = counts.values.filter { $0.count > 1 }.joined().map(\.name)
        let numbers = ParallelLoop.map(twins.count) { table.columns[twins[$0]]?.partition ?? 0 }
        partitions = Dictionary(zip(twins, numbers)) { first, _ in first }
        columns = facts
    }

    /// The doubts about the table that do not depend on the choice of columns.
    package var doubts: [TableDoubt] {
        if rowCount < 2 { return [rowCount == 0 ? .noRows : .oneRow] }
        if columns.count < 2 { return [.oneColumn] }
        return [.fewRows(rowCount)].compactMap { $0 }
    }

    /// Whether two columns agree: rows with the same value in one column have the same value in the other, and the reverse.
    package func isSame(_ name: String, as target: String) -> Bool {
        guard name != target, let partition = partitions[name] else { return false }
        return partitions[target] == partition
    }

    /// The doubt about a column whose values correspond one to one to those of the target; `nil` for other columns.
    package func namesTarget(_ name: String, _ target: String) -> TableDoubt? {
        isSame(name, as: target) ? .namesTarget(name, target) : nil
    }
}

extension MLDataTable {
    /// Warnings, as sentences, about learning a target column from feature columns. Fatal doubts are left out, because the trainers throw them.
    ///
    /// - Parameter features: the feature columns; all columns except the target if `nil`.
    package func warnings(target: String, features: [String]?, asClass: Bool) -> [String] {
        let used = features ?? names.filter { $0 != target }
        let facts = TableFacts(self, columns: used + [target])
        var doubts = facts.doubts
        for column in facts.columns {
            if column.name == target {
                doubts += column.targetDoubts(asClass: asClass, leavesOutMissing: false)
            } else if column.name.isEmpty, features == nil {
                doubts.append(.unnamedLeftOut)
            } else {
                doubts += column.featureDoubts
                if asClass { doubts += [facts.namesTarget(column.name, target)].compactMap { $0 } }
            }
        }
        return doubts.filter { !$0.isFatal }.map(\.text)
    }
}

extension MLUntypedColumn {
    /// A hash of the sets of rows that have equal values. If two columns group the rows into the same sets, they have the same hash. Other columns
    /// almost never have the same hash.
    fileprivate var partition: Int {
        var places: [MLDataValue: Int] = [:]
        var hasher = Hasher()
        for (row, value) in values.enumerated() {
            let place = places[value] ?? row
            if place == row { places[value] = row }
            hasher.combine(place)
        }
        return hasher.finalize()
    }
}
