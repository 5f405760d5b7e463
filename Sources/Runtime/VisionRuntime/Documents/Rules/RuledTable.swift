import CoreGraphics

/// A table whose cells are divided by rules, while the layout of the page is analyzed.
struct RuledTable {
    /// The edges of the rows and of the columns, from the top left, in level coordinates; at least three of each.
    let rowEdges: [CGFloat]
    let columnEdges: [CGFloat]
    /// The areas between the rules, row by row. They cover every position exactly once.
    private let areas: [Area]
    /// The number of the area at each position, row by row.
    private let numbers: [[Int]]

    private typealias Area = (rows: ClosedRange<Int>, columns: ClosedRange<Int>)

    /// The tables that rules form.
    ///
    /// - Parameter height: the usual height of the page's lines of text.
    static func tables(_ rules: [Rule], in page: LevelCoordinates, lineHeight height: CGFloat) -> [RuledTable] {
        let strokes = rules.map { Stroke($0, in: page) }
        let (across, down) = (strokes.filter(\.isLevel), strokes.filter { !$0.isLevel })
        return groups(across, down, reach: reach * height).compactMap { RuledTable($0.across, $0.down, lineHeight: height) }
    }

    /// The distance within which two rules meet, and the distance within which two rules are one edge, in line heights.
    private static let (reach, thickness): (CGFloat, CGFloat) = (0.5, 0.4)
    /// The number of a table's positions above which the rules are a pattern.
    private static let limit = 20_000
    /// The least fraction of the outline that rules cover.
    private static let leastOutline: CGFloat = 0.75

    /// A rule in level coordinates.
    private struct Stroke {
        let start: CGPoint
        let end: CGPoint
        let isLevel: Bool

        init(_ rule: Rule, in page: LevelCoordinates) {
            let (start, end) = (page.point(rule.start), page.point(rule.end))
            isLevel = abs(end.x - start.x) > abs(end.y - start.y)
            let isForward = isLevel ? start.x <= end.x : start.y <= end.y
            (self.start, self.end) = isForward ? (start, end) : (end, start)
        }

        /// The extent along the rule's direction.
        var extent: ClosedRange<CGFloat> { isLevel ? start.x...end.x : start.y...end.y }
        /// The coordinate across the direction, at the rule's middle.
        var middle: CGFloat { isLevel ? (start.y + end.y) / 2 : (start.x + end.x) / 2 }

        /// The coordinate across the direction, at a place along it. Beyond the ends, it is that of the nearer end.
        func position(at place: CGFloat) -> CGFloat {
            let (from, to) = isLevel ? (start.y, end.y) : (start.x, end.x)
            let part = (place - extent.lowerBound) / max(extent.upperBound - extent.lowerBound, .leastNormalMagnitude)
            return from + min(max(part, 0), 1) * (to - from)
        }
    }

    /// The groups of rules that meet, each with its horizontal and its vertical rules.
    private static func groups(_ across: [Stroke], _ down: [Stroke], reach: CGFloat) -> [(across: [Stroke], down: [Stroke])] {
        var groups: [(across: Set<Int>, down: Set<Int>)] = []
        for (number, rule) in across.enumerated() {
            let met = down.indices.filter { other in
                down[other].extent.contains(rule.position(at: down[other].middle), within: reach)
                    && rule.extent.contains(down[other].position(at: rule.middle), within: reach)
            }
            guard !met.isEmpty else { continue }
            var group: (across: Set<Int>, down: Set<Int>) = ([number], Set(met))
            for other in groups where !other.down.isDisjoint(with: met) {
                group.across.formUnion(other.across)
                group.down.formUnion(other.down)
            }
            groups.removeAll { !$0.down.isDisjoint(with: met) }
            groups.append(group)
        }
        return groups.map { group in (group.across.sorted().map { across[$0] }, group.down.sorted().map { down[$0] }) }
    }

    /// - Returns: `nil` if the rules do not enclose at least two rows and two columns.
    private init?(_ across: [Stroke], _ down: [Stroke], lineHeight height: CGFloat) {
        let thickness = Self.thickness * height
        let rows = Self.edges(across, thickness: thickness)
        let columns = Self.edges(down, thickness: thickness)
        guard rows.count > 2, columns.count > 2, rows.count * columns.count <= Self.limit else { return nil }
        (rowEdges, columnEdges) = (rows.map(\.position), columns.map(\.position))
        let sides = [
            (rows[0], columnEdges), (rows[rows.count - 1], columnEdges), (columns[0], rowEdges), (columns[columns.count - 1], rowEdges),
        ]
        let covered = sides.map { edge, others in (0..<others.count - 1).filter { edge.divides(others, at: $0) }.count }.reduce(0, +)
        guard CGFloat(covered) >= Self.leastOutline * CGFloat(2 * (rows.count + columns.count - 2)) else { return nil }
        (areas, numbers) = Self.areas(rows, columns)
    }

    /// The areas, row by row, and the number of the area at each position. An area goes on to the right and down up to the next rule.
    private static func areas(_ rows: [Edge], _ columns: [Edge]) -> (areas: [Area], numbers: [[Int]]) {
        let (rowEdges, columnEdges) = (rows.map(\.position), columns.map(\.position))
        var areas: [Area] = []
        var numbers = [[Int?]](repeating: [Int?](repeating: nil, count: columns.count - 1), count: rows.count - 1)
        for row in numbers.indices {
            for column in numbers[row].indices where numbers[row][column] == nil {
                var (bottom, right) = (row, column)
                while right + 2 < columns.count, numbers[row][right + 1] == nil, !columns[right + 1].divides(rowEdges, at: row) {
                    right += 1
                }
                while bottom + 2 < rows.count, !(column...right).contains(where: { rows[bottom + 1].divides(columnEdges, at: $0) }) {
                    bottom += 1
                }
                for row in row...bottom { for column in column...right { numbers[row][column] = areas.count } }
                areas.append((row...bottom, column...right))
            }
        }
        return (areas, numbers.map { $0.compactMap(\.self) })
    }

    /// The edge of rows or columns: rules at one position.
    private struct Edge {
        let strokes: [Stroke]
        let position: CGFloat

        /// Whether rules cover at least half of the distance between an edge of the other direction and the next one.
        func divides(_ others: [CGFloat], at place: Int) -> Bool {
            let (low, high) = (others[place], others[place + 1])
            let covered = strokes.map { min($0.extent.upperBound, high) - max($0.extent.lowerBound, low) }.filter { $0 > 0 }.reduce(0, +)
            return covered >= 0.5 * (high - low)
        }
    }

    private static func edges(_ strokes: [Stroke], thickness: CGFloat) -> [Edge] {
        let extents = strokes.map(\.extent)
        let middle = ((extents.map(\.lowerBound).min() ?? 0) + (extents.map(\.upperBound).max() ?? 0)) / 2
        let sorted = strokes.map { (stroke: $0, position: $0.position(at: middle)) }.sorted { $0.position < $1.position }
        var edges: [[(stroke: Stroke, position: CGFloat)]] = []
        for stroke in sorted {
            if let last = edges.last?.last, stroke.position - last.position < thickness {
                edges[edges.count - 1].append(stroke)
            } else {
                edges.append([stroke])
            }
        }
        return edges.map { edge in Edge(strokes: edge.map(\.stroke), position: edge.map(\.position).median) }
    }

    /// The number of the area that has a point; `nil` if the point is outside of the table.
    func area(at point: CGPoint) -> Int? {
        guard let row = Self.place(point.y, rowEdges), let column = Self.place(point.x, columnEdges) else { return nil }
        return numbers[row][column]
    }

    private static func place(_ position: CGFloat, _ edges: [CGFloat]) -> Int? {
        guard position >= edges[0], position < edges[edges.count - 1] else { return nil }
        return (edges.firstIndex { $0 > position } ?? 1) - 1
    }

    /// The table with its lines of text.
    ///
    /// - Parameter lines: the lines in the table; each is in one area.
    /// - Returns: `nil` without lines.
    func filled(with lines: [LayoutLine]) -> LayoutTable? {
        let parts = Dictionary(grouping: lines) { area(at: $0.words[0].box.middle) }
        let cells = areas.enumerated().map { number, area in
            LayoutTable.Cell(lines: (parts[number] ?? []).rows.flatMap { $0 }, rows: area.rows, columns: area.columns)
        }
        return lines.isEmpty ? nil : LayoutTable(rowEdges: rowEdges, columnEdges: columnEdges, cells: cells)
    }
}

extension ClosedRange<CGFloat> {
    fileprivate func contains(_ value: CGFloat, within distance: CGFloat) -> Bool {
        value >= lowerBound - distance && value <= upperBound + distance
    }
}
