import CoreGraphics

/// Groups lines into rows of lines side by side, such as the columns of a receipt.
struct TextRows {
    /// The rows from the top down, each with its lines from left to right.
    private var rows: [[ReadLine]] = []

    /// The greatest distance between the middles of two lines of one row, in heights of the lower line.
    private static let shift: CGFloat = 0.5
    /// The number of the latest rows to which a line may still be added.
    private static let reach = 6
    /// The greatest vertical distance between the lines of a level row, in line heights.
    private static let drift: CGFloat = 0.3
    /// The greatest ratio of a line's height to the median height in a level row.
    private static let excess: CGFloat = 1.6

    init(_ lines: [ReadLine]) {
        for line in lines.sorted(by: { $0.outline.middle.y < $1.outline.middle.y }) {
            if let row = rows.indices.suffix(Self.reach).last(where: { goesOn(rows[$0], line) }) {
                rows[row].append(line)
            } else {
                rows.append([line])
            }
        }
        for row in rows.indices { rows[row].sort { $0.outline.middle.x < $1.outline.middle.x } }
    }

    /// The lines in the order of reading. All lines of a level row get the same top and bottom, as in a table.
    var lines: [ReadLine] { rows.flatMap(leveled) }

    /// Whether a line continues the nearest line of a row. It must have the same direction, and must not be above or below that line.
    private func goesOn(_ row: [ReadLine], _ line: ReadLine) -> Bool {
        let (place, bounds) = (line.outline, line.outline.bounds)
        let middle = place.middle
        guard
            let nearest = row.map(\.outline).min(by: { abs($0.middle.x - middle.x) < abs($1.middle.x - middle.x) }),
            nearest.across.dx > 0, place.across.dx > 0
        else { return false }
        let low = min(nearest.height, place.height)
        // The slope of a short line is not well known.
        let slopes = [0, nearest.across.dy / nearest.across.dx, place.across.dy / place.across.dx]
        let isLevel = slopes.contains { slope in
            abs(nearest.middle.y + slope * (middle.x - nearest.middle.x) - middle.y) < Self.shift * low
        }
        let shared = min(nearest.bounds.maxX, bounds.maxX) - max(nearest.bounds.minX, bounds.minX)
        return isLevel && shared < 0.5 * low
    }

    private func leveled(_ row: [ReadLine]) -> [ReadLine] {
        guard row.count > 1 else { return row }
        let heights = row.map(\.outline.height).sorted()
        let middles = row.map(\.outline.middle.y)
        guard let highest = heights.last, let first = middles.min(), let last = middles.max(),
            last - first <= Self.drift * heights[heights.count / 2], highest <= Self.excess * heights[heights.count / 2]
        else { return row }
        let bounds = row.map(\.outline.bounds)
        let top = bounds.map(\.minY).min() ?? 0
        let bottom = bounds.map(\.maxY).max() ?? 0
        return zip(row, bounds).map { line, bounds in
            var line = line
            line.outline = LinePlace(CGRect(x: bounds.minX, y: top, width: bounds.width, height: bottom - top))
            return line
        }
    }
}
