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
