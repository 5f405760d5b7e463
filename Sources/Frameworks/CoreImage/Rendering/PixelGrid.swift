import CoreGraphics

extension CGRect {
    /// The smallest rectangle of whole pixels that covers the intersection with another rectangle. The pixels are those of this rectangle.
    /// `nil` if the rectangles do not intersect.
    func pixels(covering other: CGRect) -> CGRect? {
        let visible = intersection(other)
        guard !visible.isNull, !visible.isEmpty else { return nil }
        let left = min(width - 1, max(0, (visible.minX - minX + 1e-6).rounded(.down)))
        let right = max(left + 1, min(width, (visible.maxX - minX - 1e-6).rounded(.up)))
        let bottom = min(height - 1, max(0, (visible.minY - minY + 1e-6).rounded(.down)))
        let top = max(bottom + 1, min(height, (visible.maxY - minY - 1e-6).rounded(.up)))
        return CGRect(x: minX + left, y: minY + bottom, width: right - left, height: top - bottom)
    }

    /// The columns and rows of this rectangle's pixels whose centres lie in `part`. Rows are counted from the top.
    func range(of part: CGRect) -> (columns: Range<Int>, rows: Range<Int>) {
        (
            wholeRange(part.minX - minX, part.maxX - minX, count: width),
            wholeRange(maxY - part.maxY, maxY - part.minY, count: height)
        )
    }

    /// The rectangle of the given rows, counted from the top.
    func band(_ rows: Range<Int>) -> CGRect {
        CGRect(x: minX, y: maxY - CGFloat(rows.upperBound), width: width, height: CGFloat(rows.count))
    }

    /// The rectangle with a margin on all sides. An infinite rectangle stays infinite.
    func expanded(by dx: CGFloat, _ dy: CGFloat) -> CGRect { isNull || isInfinite ? self : insetBy(dx: -dx, dy: -dy) }

    /// The rectangle with the same margin on all sides. An infinite rectangle stays infinite.
    func expanded(by distance: CGFloat) -> CGRect { expanded(by: distance, distance) }

    /// The width and height as numbers of pixels.
    func pixelCounts() throws -> (width: Int, height: Int) { (try Self.side(width), try Self.side(height)) }

    private static func side(_ length: CGFloat) throws -> Int {
        let rounded = length.rounded()
        guard rounded >= 1, rounded <= CGFloat(ImageLimits.maximumSide) else {
            throw ImageError(.invalidArgument, "a side of \(length) pixels is not possible")
        }
        return Int(rounded)
    }
}

private func wholeRange(_ low: CGFloat, _ high: CGFloat, count: CGFloat) -> Range<Int> {
    let count = count.rounded()
    let first = Int(min(max(low.rounded(), 0), count))
    let last = Int(min(max(high.rounded(), 0), count))
    return first..<max(first, last)
}
