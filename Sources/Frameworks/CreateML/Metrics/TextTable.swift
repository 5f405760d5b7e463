/// A table as text. The first column is aligned to the left, the other columns to the right.
package struct TextTable {
    private var rows: [[String]]

    package init(_ header: [String]) { rows = [header] }

    package mutating func add(_ row: [String]) { rows.append(row) }

    package var text: String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
