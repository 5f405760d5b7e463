extension MLDataTable {
    /// The rows that a joined table has.
    public enum JoinType: Sendable, Equatable, Hashable {
        /// Pairs of matching rows only.
        case inner
        /// All rows of both tables, with or without a match.
        case outer
        /// All rows of this table, and the rows of the other table that match one of them.
        case left
        /// All rows of the other table, and the rows of this table that match one of them.
        case right
    }

    /// Joins the rows of two tables that have equal values in the columns `columnsNamed`. Without names, the tables are joined on all columns that
    /// they have in common. Each pair of matching rows gives a row. If a row without a match is included, its cells from the other table are
    /// missing. A missing value matches nothing. If a name of the other table is taken, `.1` is added to it.
    public func join(with: MLDataTable, on columnsNamed: String..., type: JoinType = .inner) -> MLDataTable {
        Self.catching {
            if let error = error ?? with.error { throw error }
            let shared = columnsNamed.isEmpty ? names.filter { with.columns[$0] != nil } : columnsNamed
            guard !shared.isEmpty else { throw MLCreateError.generic(reason: "the tables have no column in common to join on") }
            let (keys, others) = (try keys(shared), try with.keys(shared))
            var places: [[MLDataValue]: [Int]] = [:]
            for (row, key) in others.enumerated() where key.allSatisfy(\.isValid) { places[key, default: []].append(row) }
            var (rows, partners): ([Int?], [Int?]) = ([], [])
            var used: Set<Int> = []
            for (row, key) in keys.enumerated() {
                let found = places[key] ?? []
                for partner in found {
                    rows.append(row)
                    partners.append(partner)
                }
                used.formUnion(found)
                if found.isEmpty, type == .left || type == .outer {
                    rows.append(row)
                    partners.append(nil)
                }
            }
            if type == .right || type == .outer {
                for partner in others.indices where !used.contains(partner) {
                    rows.append(nil)
                    partners.append(partner)
                }
            }
            return try joined(with, shared, rows, partners)
        }
    }

    private func joined(_ other: MLDataTable, _ shared: [String], _ rows: [Int?], _ partners: [Int?]) throws -> MLDataTable {
        var result: [(String, MLUntypedColumn)] = []
        for (name, column) in ordered {
            guard shared.contains(name), let second = other.columns[name] else {
                result.append((name, column.rows(rows)))
                continue
            }
            let values = zip(rows, partners).map { row, partner in row.map { column[$0] } ?? partner.map { second[$0] } ?? .invalid }
            result.append((name, MLUntypedColumn(values)))
        }
        for (name, column) in other.ordered where !shared.contains(name) {
            var free = name
            while result.contains(where: { $0.0 == free }) { free += ".1" }
            result.append((free, column.rows(partners)))
        }
        return try MLDataTable(ordered: result)
    }

    /// The values of each row in the named columns.
    func keys(_ names: [String]) throws -> [[MLDataValue]] {
        let columns = try names.map { try column($0) }
        return (0..<rowCount).map { row in columns.map { $0[row] } }
    }
}
