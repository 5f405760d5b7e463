extension CGRect {
    /// The smallest upright rectangle that contains the points; zero if there are none.
    package init(around points: [CGPoint]) {
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        self.init(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }

    /// The smallest upright rectangle that contains the other rectangles; zero if there are none.
    package init(around rectangles: some Sequence<CGRect>) {
        self.init(around: rectangles.flatMap { [CGPoint(x: $0.minX, y: $0.minY), CGPoint(x: $0.maxX, y: $0.maxY)] })
    }

    /// The corners, clockwise from the top left. The y axis points upwards.
    package var corners: [CGPoint] {
        [CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: minY)]
    }
}

extension CGRect {
    /// The part that both rectangles share; null if they share none, or if a number is none. Foundation's `intersection` ends the program for numbers
    /// that are none.
    func overlap(_ other: CGRect) -> CGRect {
        let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
        let (low, high) = (max(minY, other.minY), min(maxY, other.maxY))
        guard !isNull, !other.isNull, left <= right, low <= high else { return .null }
        return CGRect(x: left, y: low, width: right - left, height: high - low)
    }
}
