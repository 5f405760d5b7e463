import CoreGraphics

/// A line of text that was found in a plane, before it is read.
struct FoundLine: Sendable {
    let place: LinePlace
    /// The likeness of the line to text, from 0 to 1.
    let likeness: Float

    init(place: LinePlace, likeness: Float) {
        (self.place, self.likeness) = (place, likeness)
    }

    /// - Parameter view: the view that the plane shows.
    init(_ line: QuadrilateralFinding, in view: ReducedView) {
        let toPixels = view.normalization.inverted()
        self.init(place: LinePlace(corners: line.corners.map { $0.applying(toPixels) }), likeness: line.confidence)
    }
}

extension [FoundLine] {
    /// The lines, with the parts of one line joined. All lines must have an extent.
    ///
    /// The model `textLines` learnt from Latin, Greek and Cyrillic letters. In scripts without spaces between words, or with letters as wide as high, it
    /// may find several parts of one line.
    var joined: [FoundLine] {
        let bounds = map(\.place.bounds)
        let order = indices.sorted { bounds[$0].minX < bounds[$1].minX }
        // A line is the chain of its parts. Each part points to an earlier part, and the first part points to itself.
        var earlier: [Int] = indices.map { $0 }
        func first(_ index: Int) -> Int {
            var index = index
            while earlier[index] != index { index = earlier[index] }
            return index
        }
        for (rank, index) in order.enumerated() {
            let near = bounds[index].insetBy(dx: -self[index].place.height, dy: -self[index].place.height)
            for other in order[(rank + 1)...] {
                if bounds[other].minX > near.maxX { break }
                guard near.intersects(bounds[other]), self[index].place.isContinued(by: self[other].place) else { continue }
                let ends = [first(index), first(other)].sorted()
                earlier[ends[1]] = ends[0]
            }
        }
        let lines = Dictionary(grouping: indices, by: first)
        return indices.compactMap { lines[$0].map { parts in FoundLine(joining: parts.map { self[$0] }) } }
    }
}

extension FoundLine {
    /// - Parameter parts: the parts of one line; at least one.
    fileprivate init(joining parts: [FoundLine]) {
        let longest = parts.reduce(parts[0]) { $0.place.length >= $1.place.length ? $0 : $1 }
        let place = longest.place
        let corners = parts.flatMap { $0.place.corners.map(place.part(of:)) }
        self.init(
            place: parts.count > 1 ? place.part(CGRect(around: corners)) : place, likeness: parts.map(\.likeness).max() ?? longest.likeness)
    }
}

extension LinePlace {
    /// The greatest ratio of the heights of two parts of one line.
    private static let excess: CGFloat = 1.8
    /// The greatest distance between the middles of two parts across the line, in heights of the lower part.
    private static let shift: CGFloat = 0.4
    /// The gap between two parts along the line, in heights of the lower part. If it is negative, the parts overlap.
    private static let gap: ClosedRange<CGFloat> = -0.7...0.2
    /// The least cosine of the angle between two parts. The direction of a short part is not well known.
    private static let cosine: CGFloat = 0.95

    /// Whether two rectangles are parts of one line of text, one after the other.
    fileprivate func isContinued(by other: LinePlace) -> Bool {
        let (long, short) = length >= other.length ? (self, other) : (other, self)
        let low = min(height, other.height)
        guard max(height, other.height) <= Self.excess * low,
            across.dx * other.across.dx + across.dy * other.across.dy >= Self.cosine * length * other.length
        else { return false }
        let middle = long.part(of: short.middle)
        let gap = abs(middle.x - 0.5) * long.length - (long.length + short.length) / 2
        return abs(middle.y - 0.5) * long.height <= Self.shift * low && Self.gap.contains(gap / low)
    }
}
