/// The rectangle of least area around points.
package struct OrientedRectangle: Sendable {
    /// The corners from the top left clockwise, with the y axis upwards. The top left corner is chosen so that the rectangle is rotated by
    /// at most 45°.
    package let corners: [SIMD2<Double>]

    /// Finds the rectangle of least area. One of its sides lies along a side of the convex hull (Freeman and Shapira 1975).
    package init(around points: [SIMD2<Double>]) {
        let hull = Self.convexHull(of: points)
        var best = (area: Double.infinity, axis: SIMD2(1.0, 0.0))
        for (from, to) in zip(hull, hull.dropFirst() + hull.prefix(1)) {
            let side = to - from
            let length = (side * side).sum().squareRoot()
            guard length > 0 else { continue }
            let extent = Self.extent(of: hull, along: side / length)
            let area = (extent.upper.x - extent.lower.x) * (extent.upper.y - extent.lower.y)
            if area < best.area { best = (area, side / length) }
        }
        // The axis is the one of the four directions of the sides that points most to the right.
        var axis = best.axis
        while axis.x < abs(axis.y) || axis.x == -axis.y { axis = SIMD2(-axis.y, axis.x) }
        let (lower, upper) = Self.extent(of: hull, along: axis)
        let normal = SIMD2(-axis.y, axis.x)
        corners = [(lower.x, upper.y), (upper.x, upper.y), (upper.x, lower.y), (lower.x, lower.y)].map { axis * $0.0 + normal * $0.1 }
    }

    private static func extent(
        of points: [SIMD2<Double>], along axis: SIMD2<Double>
    ) -> (lower: SIMD2<Double>, upper: SIMD2<Double>) {
        var (lower, upper) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for point in points {
            let place = SIMD2((point * axis).sum(), (point * SIMD2(-axis.y, axis.x)).sum())
            (lower, upper) = (pointwiseMin(lower, place), pointwiseMax(upper, place))
        }
        return points.isEmpty ? (.zero, .zero) : (lower, upper)
    }

    /// The convex hull of points, counterclockwise, by Andrew's monotone chain algorithm (1979).
    static func convexHull(of points: [SIMD2<Double>]) -> [SIMD2<Double>] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count > 2 else { return sorted }
        func chain(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
            var hull: [SIMD2<Double>] = []
            for point in points {
                while hull.count >= 2 {
                    let (from, to) = (hull[hull.count - 1] - hull[hull.count - 2], point - hull[hull.count - 2])
                    if from.x * to.y - from.y * to.x > 0 { break }
                    hull.removeLast()
                }
                hull.append(point)
            }
            return hull.dropLast()
        }
        return chain(sorted) + chain(sorted.reversed())
    }
}
