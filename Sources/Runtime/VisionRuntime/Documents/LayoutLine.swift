import CoreGraphics

/// A line of text, or a part of a line, in level coordinates.
struct LayoutLine {
    struct Word {
        /// The word's range in the line's text.
        let range: Range<String.Index>
        let box: CGRect
    }

    let finding: RecognizedTextFinding
    let text: String
    private(set) var box: CGRect
    /// The words in the order of the text. There is at least one.
    let words: [Word]
    /// The index of the line among the page's lines.
    var id = 0

    /// - Returns: `nil` if the line has no word or no extent.
    init?(_ finding: RecognizedTextFinding, in page: LevelCoordinates) {
        guard let candidate = finding.candidates.first else { return nil }
        self.finding = finding
        text = candidate.string
        box = page.box(finding.quadrilateral.corners)
        words = candidate.string.split(separator: " ").compactMap { word in
            let range = word.startIndex..<word.endIndex
            guard let corners = try? candidate.corners(of: range) else { return nil }
            return Word(range: range, box: page.box(corners))
        }
        guard !words.isEmpty, box.width > 0, box.height > 0, box.width.isFinite, box.height.isFinite else { return nil }
    }

    var height: CGFloat { box.height }
    var middle: CGFloat { box.midY }

    /// The line with the height of its words, if the words are clearly lower than the line. The recogniser gives all lines of a row the
    /// height of the highest line.
    var tightened: LayoutLine {
        var line = self
        let bounds = CGRect(around: words.flatMap(\.box.corners))
        let height = bounds.height / (text.contains(where: "gjpqyQ,;()[]{}|/".contains) ? 1 : Self.heightWithoutDescenders)
        // Words without tall letters do not show a line's height.
        guard (0.6...0.77).contains(height / box.height) else { return self }
        line.box = CGRect(x: box.minX, y: bounds.minY, width: box.width, height: height)
        return line
    }

    /// The height of letters without descenders, such as `d`. The unit is the height of a line with all kinds of letters.
    private static let heightWithoutDescenders: CGFloat = 0.77

    /// Splits the line into pieces that begin at words.
    ///
    /// - Parameter places: the indices of the words that begin the second and all further pieces, in ascending order.
    func split(at places: [Int], in page: LevelCoordinates) -> [LayoutLine] {
        guard !places.isEmpty else { return [self] }
        return zip([0] + places, places + [words.count]).compactMap { first, end in
            finding.part(words[first].range.lowerBound..<words[end - 1].range.upperBound).flatMap { LayoutLine($0, in: page) }
        }
    }

    /// The line with the text of another line inserted before its own.
    func preceded(by other: LayoutLine, in page: LevelCoordinates) -> LayoutLine {
        let count = other.text.unicodeScalars.count
        let width = other.box.width / CGFloat(max(count, 1))
        let boxes = (0..<count).map { place in
            CGRect(x: other.box.minX + CGFloat(place) * width, y: box.minY, width: width, height: box.height).part(of: box)
        }
        return LayoutLine(finding.preceded(by: other.text, boxes: boxes), in: page) ?? self
    }
}

extension [LayoutLine] {
    /// The smallest box around all lines; zero if there are no lines.
    var bounds: CGRect { CGRect(around: flatMap(\.box.corners)) }

    /// The lines grouped into rows of lines side by side. Rows go from the top down, lines from left to right.
    var rows: [[LayoutLine]] {
        var rows: [[LayoutLine]] = []
        for line in sorted(by: { $0.middle < $1.middle }) {
            // Rows interleave if columns do not share their baselines, so the row may be an earlier one than the last.
            let place = rows.indices.suffix(6).last { row in
                // A row may drift up or down along its length, so the line is compared with the nearest line of the row.
                guard let nearest = rows[row].max(by: { $0.box.overlap(alongX: line.box) < $1.box.overlap(alongX: line.box) }) else {
                    return false
                }
                let low = Swift.min(nearest.height, line.height)
                return abs(nearest.middle - line.middle) < 0.5 * low && nearest.box.overlap(alongX: line.box) < 0.3 * low
            }
            if let place { rows[place].append(line) } else { rows.append([line]) }
        }
        return rows.map { $0.sorted { $0.box.minX < $1.box.minX } }
    }
}

extension CGRect {
    var middle: CGPoint { CGPoint(x: midX, y: midY) }

    /// The length of the range on the x axis that both rectangles cover. If there is a gap between them, the negative width of the gap.
    func overlap(alongX other: CGRect) -> CGFloat { min(maxX, other.maxX) - max(minX, other.minX) }

    /// The length of the range on the y axis that both rectangles cover. If there is a gap between them, the negative height of the gap.
    func overlap(alongY other: CGRect) -> CGFloat { min(maxY, other.maxY) - max(minY, other.minY) }
}

extension [CGFloat] {
    /// The median, or the lower of the two middle values; zero if there are no values.
    var median: CGFloat { isEmpty ? 0 : sorted()[(count - 1) / 2] }

    /// The difference between the largest and the smallest value.
    var spread: CGFloat { (self.max() ?? 0) - (self.min() ?? 0) }
}
