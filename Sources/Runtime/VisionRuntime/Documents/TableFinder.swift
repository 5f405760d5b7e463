import CoreGraphics

/// A table, while the layout of the page is analyzed.
struct LayoutTable {
    struct Cell {
        /// The lines from the top down.
        var lines: [LayoutLine]
        var rows: ClosedRange<Int>
        let columns: ClosedRange<Int>
    }

    /// The edges of the rows and the columns, from the top left, in level coordinates.
    let rowEdges: [CGFloat]
    let columnEdges: [CGFloat]
    /// The extents of the columns' lines along the x axis.
    let columnExtents: [ClosedRange<CGFloat>]
    /// The cells. A position that no cell covers is an empty cell.
    let cells: [Cell]

    var rowCount: Int { rowEdges.count - 1 }
    var columnCount: Int { columnEdges.count - 1 }
    var lines: [LayoutLine] { cells.flatMap(\.lines) }
    var box: CGRect {
        CGRect(
            x: columnEdges[0], y: rowEdges[0], width: columnEdges[columnCount] - columnEdges[0], height: rowEdges[rowCount] - rowEdges[0])
    }

    /// A table without rules. Each of its inner edges is halfway between two rows or columns.
    init(rowCount: Int, columns: TableColumns, cells: [Cell]) {
        self.cells = cells
        let box = cells.flatMap(\.lines).bounds
        columnEdges = columns.edges(box)
        columnExtents = columns.extents
        var edges = [box.minY]
        for row in 1..<max(rowCount, 1) {
            let above = cells.filter { $0.rows.upperBound == row - 1 }.flatMap(\.lines).map(\.box.maxY).max()
            let below = cells.filter { $0.rows.lowerBound == row }.flatMap(\.lines).map(\.box.minY).min()
            let sides = [above, below].compactMap(\.self)
            edges.append(max(edges[row - 1], sides.isEmpty ? 0 : sides.reduce(0, +) / CGFloat(sides.count)))
        }
        rowEdges = edges + [max(edges[edges.count - 1], box.maxY)]
    }

    /// A table whose edges are rules.
    init(rowEdges: [CGFloat], columnEdges: [CGFloat], cells: [Cell]) {
        (self.rowEdges, self.columnEdges, self.cells) = (rowEdges, columnEdges, cells)
        columnExtents = zip(columnEdges, columnEdges.dropFirst()).map { $0...$1 }
    }
}

/// Finds tables: successive rows of lines that form columns.
struct TableFinder {
    /// The greatest distance between the middles of a table's successive rows, in line heights.
    private static let reach: CGFloat = 4.5
    /// The least number of positions (rows times columns) in a table, and the least fraction of positions with text.
    private static let leastPlaces = 6
    private static let leastShare = 0.5
    /// The greatest number of rows that may fail to fit the columns before the search stops.
    private static let maximumMisfitCount = 2
    /// The fraction of the usual row distance below which two rows belong to one cell.
    private static let closeness: CGFloat = 0.75

    /// - Parameter lines: the lines that may belong to tables.
    static func tables(_ lines: [LayoutLine]) -> [LayoutTable] {
        var runs: [[[LayoutLine]]] = []
        for row in lines.rows {
            if let last = runs.last?.last, row[0].middle - last[0].middle < reach * row[0].height {
                runs[runs.count - 1].append(row)
            } else {
                runs.append([row])
            }
        }
        return runs.flatMap(tables)
    }

    private static func tables(_ run: [[LayoutLine]]) -> [LayoutTable] {
        var tables: [LayoutTable] = []
        var place = 0
        while let first = run[place...].firstIndex(where: { $0.count > 1 }) {
            guard let (last, columns) = rows(of: run, from: first), let table = table(Array(run[first...last]), columns) else {
                place = first + 1
                continue
            }
            tables.append(headed(run[place..<first], Array(run[first...last]), columns) ?? table)
            place = last + 1
        }
        return tables
    }

    /// Finds the longest run of rows that begins with the row `first` and fits common columns.
    ///
    /// - Returns: the index of the last row; `nil` if no other row fits.
    private static func rows(of run: [[LayoutLine]], from first: Int) -> (last: Int, columns: TableColumns)? {
        var found: (last: Int, columns: TableColumns)?
        var misfits = 0
        for last in (first + 1)..<max(run.count, first + 1) where run[last].count > 1 {
            let rows = run[first...last]
            if let columns = TableColumns(Array(rows)) {
                // A line over several columns between two rows separates two tables.
                if rows.contains(where: { $0.count == 1 && columns.touched(by: $0[0].box).count > 1 }) { break }
                found = (last, columns)
            } else {
                misfits += 1
                if misfits > maximumMisfitCount { break }
            }
        }
        return found
    }

    /// A table with a head that spans several columns. Further lines may lie between the head and the rows.
    ///
    /// - Parameter above: the rows above the table's rows.
    private static func headed(_ above: ArraySlice<[LayoutLine]>, _ rows: [[LayoutLine]], _ columns: TableColumns) -> LayoutTable? {
        let usual = zip(rows, rows.dropFirst()).map { $1[0].middle - $0[0].middle }.median
        for count in 1...3 where count <= above.count {
            let heads = Array(above.suffix(count))
            let head = heads[0][0]
            let range = columns.columns(of: heads[0], among: rows)[0]
            let (left, right) = (columns.extents[range.lowerBound].lowerBound, columns.extents[range.upperBound].upperBound)
            let isCentered = abs((left + right) / 2 - head.box.midX) < 0.75 * head.height && left < head.box.minX - head.height
            guard heads.allSatisfy({ $0.count == 1 }), rows[0][0].middle - head.middle < 1.3 * usual else { return nil }
            guard range.count > 1, isCentered, let whole = table(heads + rows, columns) else { continue }
            if whole.rowCount == (table(rows, columns)?.rowCount ?? 0) + 1 { return whole }
        }
        return nil
    }

    private static func table(_ rows: [[LayoutLine]], _ columns: TableColumns) -> LayoutTable? {
        let (cells, rowCount) = cells(rows, columns)
        let places = rowCount * columns.extents.count
        let covered = cells.reduce(0) { $0 + $1.rows.count * $1.columns.count }
        let texts = cells.flatMap(\.lines)
        let isList = 2 * texts.filter { ListMarker($0.text) != nil }.count > texts.count
        let isProse = texts.reduce(0) { $0 + $1.words.count } > 6 * texts.count
        guard rowCount > 1, places >= leastPlaces, Double(covered) >= leastShare * Double(places), !isList, !isProse else { return nil }
        return LayoutTable(rowCount: rowCount, columns: columns, cells: cells)
    }

    /// The cells with text, and the number of rows.
    private static func cells(_ rows: [[LayoutLine]], _ columns: TableColumns) -> (cells: [LayoutTable.Cell], rowCount: Int) {
        let places = rows.map { columns.columns(of: $0, among: rows) }
        let pitches = zip(rows, rows.dropFirst()).map { $1[0].middle - $0[0].middle }
        let close = closeness * (pitches.sorted().dropFirst(3 * pitches.count / 4).first ?? 0)
        func isClose(_ number: Int) -> Bool { pitches.indices.contains(number - 1) && pitches[number - 1] < close }
        func isFree(_ columns: ClosedRange<Int>, _ row: Int) -> Bool { !places[row].contains { $0.overlaps(columns) } }
        var cells: [LayoutTable.Cell] = []
        var row = -1
        for (number, lines) in rows.enumerated() {
            let above = places[number].compactMap { columns in
                cells.lastIndex { $0.columns == columns && $0.rows.upperBound == row }
            }
            if isClose(number), above.count == lines.count, lines.count < rows[number - 1].count {
                for (line, cell) in zip(lines, above) { cells[cell].lines.append(line) }
                continue
            }
            // A text halfway between two rows belongs to both.
            let isBetween =
                isClose(number) && isClose(number + 1)
                && places[number].allSatisfy { columns in
                    isFree(columns, number - 1) && isFree(columns, number + 1)
                        && !cells.contains { $0.rows.upperBound >= row && $0.columns.overlaps(columns) }
                }
            if !isBetween { row += 1 }
            for (line, columns) in zip(lines, places[number]) {
                // A position with text of its own is not part of the cell above.
                for cell in cells.indices where cells[cell].rows.contains(row) && cells[cell].columns.overlaps(columns) {
                    cells[cell].rows = cells[cell].rows.lowerBound...row - 1
                }
                cells.append(LayoutTable.Cell(lines: [line], rows: isBetween ? row...row + 1 : row...row, columns: columns))
            }
        }
        return (cells, (cells.map(\.rows.upperBound).max() ?? -1) + 1)
    }
}
