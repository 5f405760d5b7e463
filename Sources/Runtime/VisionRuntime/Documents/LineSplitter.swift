import CoreGraphics

/// Splits lines that were read across columns, and joins list markers with their items.
struct LineSplitter {
    private let page: LevelCoordinates
    /// A gap between the words of a row.
    private struct Gap {
        let from: CGFloat
        let to: CGFloat
        let middle: CGFloat
    }

    /// The least widths of gaps between words, in line heights. A gap of the width `wide` always splits its line. A gap of the width `narrow` splits
    /// it only if a nearby row has a gap at the same place.
    private static let wide: CGFloat = 2.5
    private static let narrow: CGFloat = 0.8
    /// The greatest distance between two rows with gaps at the same place that confirm each other, in line heights.
    private static let reach: CGFloat = 4

    init(_ page: LevelCoordinates) {
        self.page = page
    }

    /// The split and joined lines, row by row. Their identifiers are their indices.
    func lines(_ lines: [LayoutLine]) -> [LayoutLine] {
        let rows = lines.rows.map { $0.count > 1 ? $0.map(\.tightened) : $0 }.map(joiningMarkers)
        let gaps = rows.map(gaps)
        var result: [LayoutLine] = []
        for (number, row) in rows.enumerated() {
            for line in row { result += line.split(at: places(in: line, row: number, gaps), in: page) }
        }
        for place in result.indices { result[place].id = place }
        return result
    }

    /// Joins a list marker with the line that follows. The marker was read as a separate line. The row must have no other lines.
    private func joiningMarkers(_ row: [LayoutLine]) -> [LayoutLine] {
        guard row.count == 2, row[0].words.count == 1, let marker = ListMarker(row[0].text + " ."), marker.string == row[0].text,
            row[1].box.minX - row[0].box.maxX < 4 * row[1].height
        else { return row }
        return [row[1].preceded(by: row[0], in: page)]
    }

    private func gaps(_ row: [LayoutLine]) -> [Gap] {
        let boxes = row.flatMap(\.words).map(\.box).sorted { $0.minX < $1.minX }
        guard let height = row.map(\.height).min() else { return [] }
        return zip(boxes, boxes.dropFirst()).compactMap { left, right in
            guard right.minX - left.maxX >= Self.narrow * height else { return nil }
            return Gap(from: left.maxX, to: right.minX, middle: row[0].middle)
        }
    }

    private func places(in line: LayoutLine, row: Int, _ gaps: [[Gap]]) -> [Int] {
        let height = line.height
        return line.words.indices.dropFirst().filter { place in
            let (before, after) = (line.words[place - 1].box, line.words[place].box)
            let gap = Gap(from: min(before.maxX, after.maxX), to: max(before.minX, after.minX), middle: line.middle)
            guard gap.to - gap.from >= Self.narrow * height else { return false }
            if place == 1, let marker = ListMarker(line.text), line.text.hasPrefix(marker.string + " ") { return false }
            return gap.to - gap.from >= Self.wide * height || isConfirmed(gap, row, height, gaps)
        }
    }

    /// Whether a row nearby has a gap at the same place.
    private func isConfirmed(_ gap: Gap, _ row: Int, _ height: CGFloat, _ gaps: [[Gap]]) -> Bool {
        let nearby = max(row - 6, 0)...min(row + 6, gaps.count - 1)
        return nearby.contains { other in
            other != row
                && gaps[other].contains {
                    abs($0.middle - gap.middle) < Self.reach * height && min($0.to, gap.to) - max($0.from, gap.from) >= 0.6 * height
                }
        }
    }
}
