/// A straight line by Theil and Sen: its slope is the median of the slopes between all pairs of points. Nearly a third of the points may be wrong.
struct RobustLine {
    let slope: Double
    let intercept: Double

    /// `nil` without points.
    init?(through points: [(x: Double, y: Double)]) {
        guard !points.isEmpty else { return nil }
        let slopes = points.indices.flatMap { first in
            points[(first + 1)...].compactMap { second in
                second.x == points[first].x ? nil : (second.y - points[first].y) / (second.x - points[first].x)
            }
        }
        slope = slopes.isEmpty ? 0 : RobustLine.median(slopes)
        let slope = slope
        intercept = RobustLine.median(points.map { $0.y - slope * $0.x })
    }

    func y(at x: Double) -> Double { slope * x + intercept }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
