import CoreGraphics

/// The columns of a table, found from the rows of its lines.
struct TableColumns {
    /// The horizontal extents of the columns, from left to right; at least two.
    private(set) var extents: [ClosedRange<CGFloat>]
    private let height: CGFloat

    /// Two parts of the x axis form one column if the distance between them is smaller than this, in line heights.
    private static let gap: CGFloat = 0.5
    /// The distance, in line heights, below which two columns are joined if no row has text in both.
    private static let join: CGFloat = 2.5
    /// The greatest distance between the aligned ends of a column's lines, in line heights. Lines are aligned at their left ends, right ends or
    /// middles.
    private static let shift: CGFloat = 0.6

    /// - Returns: `nil` if the rows form no columns, or if a row has two lines in one column.
    init?(_ rows: [[LayoutLine]]) {
        height = rows.joined().map(\.height).median
        // A line over several columns hides the gaps between them. The tolerance is the number of such lines that is allowed.
        let tolerances = 0...max(rows.count / 4, rows.count > 2 ? 1 : 0)
        for tolerance in tolerances {
            extents = Self.extents(rows.joined().map(\.box), coveredBy: tolerance + 1, gap: Self.gap * height)
            joinComplements(rows)
            let isSound = rows.allSatisfy { row in
                let places = row.map { touched(by: $0.box) }
                return zip(places, places.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
            }
            if extents.count > 1, isSound { return }
        }
        return nil
    }

    /// The parts of the x axis that are covered by at least `least` boxes.
    private static func extents(_ boxes: [CGRect], coveredBy least: Int, gap: CGFloat) -> [ClosedRange<CGFloat>] {
        let starts = boxes.map { (x: $0.minX, step: 1) }
        let ends = (starts + boxes.map { (x: $0.maxX, step: -1) }).sorted { $0.x < $1.x || $0.x == $1.x && $0.step > $1.step }
        var extents: [ClosedRange<CGFloat>] = []
        var count = 0
        var start: CGFloat = 0
        for (x, step) in ends {
            if step > 0, count == least - 1 { start = x }
            if step < 0, count == least {
                if let last = extents.last, start - last.upperBound < gap {
                    extents[extents.count - 1] = last.lowerBound...x
                } else {
                    extents.append(start...x)
                }
            }
            count += step
        }
        return extents
    }

    /// Joins neighbouring columns if no row has text in both. This happens if numbers stand beside the head of their column, and not below
    /// the head.
    private mutating func joinComplements(_ rows: [[LayoutLine]]) {
        var places = rows.map { $0.map { touched(by: $0.box) } }
        var column = 0
        while column + 1 < extents.count {
            let (left, right) = (extents[column], extents[column + 1])
            let hasBoth = places.contains { row in row.contains { $0.contains(column) } && row.contains { $0.contains(column + 1) } }
            if hasBoth || right.lowerBound - left.upperBound > Self.join * height {
                column += 1
            } else {
                extents.replaceSubrange(column...column + 1, with: [left.lowerBound...right.upperBound])
                places = rows.map { $0.map { touched(by: $0.box) } }
            }
        }
    }

    /// The columns that a box overlaps, or the nearest column if it overlaps none.
    func touched(by box: CGRect) -> ClosedRange<Int> {
        let first = extents.firstIndex { $0.upperBound > box.minX } ?? extents.count
        let last = extents.lastIndex { $0.lowerBound < box.maxX } ?? -1
        if first <= last { return first...last }
        let nearest = extents.indices.min { distance($0, box) < distance($1, box) } ?? 0
        return nearest...nearest
    }

    private func distance(_ column: Int, _ box: CGRect) -> CGFloat {
        max(extents[column].lowerBound - box.maxX, box.minX - extents[column].upperBound)
    }

    /// The columns of each line of a row. A line that is centred over several columns, as a column head, spans these columns.
    ///
    /// - Parameter rows: all rows.
    func columns(of row: [LayoutLine], among rows: [[LayoutLine]]) -> [ClosedRange<Int>] {
        var columns = row.map { touched(by: $0.box) }
        for (place, line) in row.enumerated() where !isAligned(line, columns[place], rows) {
            let lowest = place > 0 ? columns[place - 1].upperBound + 1 : 0
            let highest = place + 1 < row.count ? columns[place + 1].lowerBound - 1 : extents.count - 1
            let wider = (lowest...columns[place].lowerBound).flatMap { first in (columns[place].upperBound...highest).map { first...$0 } }
            let centered = wider.filter { range in
                guard range.count > columns[place].count else { return false }
                let middle = (extents[range.lowerBound].lowerBound + extents[range.upperBound].upperBound) / 2
                return abs(middle - line.box.midX) < 0.75 * line.height
            }
            columns[place] = centered.min { $0.count < $1.count } ?? columns[place]
        }
        return columns
    }

    /// Whether a line in a single column is aligned with the column's other lines.
    private func isAligned(_ line: LayoutLine, _ columns: ClosedRange<Int>, _ rows: [[LayoutLine]]) -> Bool {
        guard columns.count == 1 else { return false }
        let others = rows.joined().filter { $0.id != line.id && touched(by: $0.box) == columns }.map(\.box)
        guard !others.isEmpty else { return true }
        // The end at which the other lines are aligned best: left, right or middle.
        let ends = [\CGRect.minX, \CGRect.maxX, \CGRect.midX].map { end in (end: end, places: others.map { $0[keyPath: end] }) }
        guard let best = ends.min(by: { $0.places.spread < $1.places.spread }) else { return true }
        return abs(best.places.median - line.box[keyPath: best.end]) < Self.shift * height
    }

    /// The x coordinates of the columns' edges. Each inner edge is halfway between two columns, and the outer edges are the sides of `box`.
    func edges(_ box: CGRect) -> [CGFloat] {
        [box.minX] + zip(extents, extents.dropFirst()).map { ($0.upperBound + $1.lowerBound) / 2 } + [box.maxX]
    }
}
