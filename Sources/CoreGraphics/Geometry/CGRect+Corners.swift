extension CGRect {
    /// The smallest upright rectangle around points; zero where there are none.
    package init(around points: [CGPoint]) {
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        self.init(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }

    /// The corners from the top left clockwise, where y grows upwards.
    package var corners: [CGPoint] {
        [CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: minY)]
    }
}
