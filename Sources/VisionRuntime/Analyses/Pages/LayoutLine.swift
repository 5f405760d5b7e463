import CoreGraphics

/// A line, or a part of one, where the page is level.
struct LayoutLine {
    struct Word {
        /// In the line's text.
        let range: Range<String.Index>
        let box: CGRect
    }

    let finding: RecognizedTextFinding
    let text: String
    private(set) var box: CGRect
    /// One at least, in the order of the text.
    let words: [Word]
    /// Its place among the page's lines.
    var id = 0

    /// - Returns: `nil` for a line without a word, or without extent.
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

    /// The line as high as its words are, where that is clearly less than it says: lines of a row are all as high as the highest.
    var tightened: LayoutLine {
        var line = self
        let bounds = CGRect(around: words.flatMap(\.box.corners))
        // Words without tall letters do not tell.
        guard (0.6...0.77).contains(bounds.height / height) else { return self }
        line.box = CGRect(x: box.minX, y: bounds.minY, width: box.width, height: bounds.height)
        return line
    }

    /// The line in pieces that begin at words.
    ///
    /// - Parameter places: of words, each but the first one's, growing.
    func split(at places: [Int], in page: LevelCoordinates) -> [LayoutLine] {
        guard !places.isEmpty else { return [self] }
        return zip([0] + places, places + [words.count]).compactMap { first, end in
            finding.part(words[first].range.lowerBound..<words[end - 1].range.upperBound).flatMap { LayoutLine($0, in: page) }
        }
    }

    /// The line with another one before it.
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
    /// The smallest box around all; zero where there are none.
    var bounds: CGRect { CGRect(around: flatMap(\.box.corners)) }

    /// The lines in rows of those that stand side by side, from the top down, each from left to right.
    var rows: [[LayoutLine]] {
        var rows: [[LayoutLine]] = []
        for line in sorted(by: { $0.middle < $1.middle }) {
            // Rows interleave where columns do not share their base lines, so that the last one need not be it.
            let place = rows.indices.suffix(6).last { row in
                // A row may drift up or down on its way.
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
    /// How much of the x axis both cover; negative for the gap between them.
    func overlap(alongX other: CGRect) -> CGFloat { min(maxX, other.maxX) - max(minX, other.minX) }

    /// How much of the y axis both cover; negative for the gap between them.
    func overlap(alongY other: CGRect) -> CGFloat { min(maxY, other.maxY) - max(minY, other.minY) }
}

extension [CGFloat] {
    /// The middle one by size, the lower one of two; zero where there are none.
    var median: CGFloat { isEmpty ? 0 : sorted()[(count - 1) / 2] }

    /// The difference between the largest and the smallest.
    var spread: CGFloat { (self.max() ?? 0) - (self.min() ?? 0) }
}
