import CoreGraphics

extension [LayoutLine] {
    /// The greatest distance between the middles of successive lines of one chain, in line heights.
    private static var reach: CGFloat { 2.7 }
    /// The greatest ratio of the heights of two successive lines. The ratio is above 1, because a line's height depends on its letters.
    private static var excess: CGFloat { 1.45 }

    /// The lines in chains from the top down. Two lines are linked if each is the only neighbour of the other, above or below, and their heights are
    /// similar.
    var chains: [[LayoutLine]] {
        let lines = sorted { $0.middle < $1.middle }
        var below = lines.map { _ in [Int]() }
        var above = below
        for (upper, line) in lines.enumerated() {
            for lower in lines.indices[(upper + 1)...] {
                let other = lines[lower]
                if other.middle - line.middle > Self.reach * line.height { break }
                guard line.isAbove(other) else { continue }
                if let first = below[upper].first, other.middle > lines[first].middle + 0.5 * other.height { continue }
                below[upper].append(lower)
            }
        }
        for lower in lines.indices {
            let candidates = lines.indices[..<lower].reversed().prefix { lines[lower].middle - lines[$0].middle <= 6 * lines[lower].height }
            for upper in candidates where lines[upper].isAbove(lines[lower]) {
                if let first = above[lower].first, lines[upper].middle < lines[first].middle - 0.5 * lines[upper].height { break }
                above[lower].append(upper)
            }
        }
        var next = [Int: Int]()
        for upper in lines.indices where below[upper].count == 1 {
            let lower = below[upper][0]
            let heights = [lines[upper].height, lines[lower].height]
            if above[lower] == [upper], heights.max() ?? 0 <= Self.excess * (heights.min() ?? 0) { next[upper] = lower }
        }
        let followers = Set(next.values)
        return lines.indices.filter { !followers.contains($0) }.map { first in
            sequence(first: first) { next[$0] }.map { lines[$0] }
        }
    }
}

extension LayoutLine {
    /// Whether this line is above another line, and not beside it.
    fileprivate func isAbove(_ other: LayoutLine) -> Bool {
        other.middle - middle > 0.4 * Swift.min(height, other.height)
            && box.overlap(alongX: other.box) > 0.1 * Swift.min(box.width, other.box.width)
    }
}
