import Foundation

/// The parabola y = a·x² + b·x + c, in pixels with the origin at the lower left.
struct Parabola: Sendable {
    let a: Double
    let b: Double
    let c: Double

    /// The least-squares parabola through points; `nil` if fewer than three points have different x coordinates.
    init?(through points: [CGPoint]) {
        guard let first = points.first, let last = points.last, points.count >= 3 else { return nil }
        // The x coordinates are centred and divided by half the width, so that the sums stay small.
        let middle = Double(first.x + last.x) / 2
        let scale = max(abs(Double(last.x - first.x)) / 2, 1)
        var sums = [Double](repeating: 0, count: 5)
        var (y0, y1, y2) = (0.0, 0.0, 0.0)
        for point in points {
            let (x, y) = ((Double(point.x) - middle) / scale, Double(point.y))
            for power in 0..<5 { sums[power] += pow(x, Double(power)) }
            y0 += y
            y1 += x * y
            y2 += x * x * y
        }
        let (s0, s1, s2, s3, s4) = (sums[0], sums[1], sums[2], sums[3], sums[4])
        let determinant = s4 * (s2 * s0 - s1 * s1) - s3 * (s3 * s0 - s1 * s2) + s2 * (s3 * s1 - s2 * s2)
        guard abs(determinant) > 1e-9 else { return nil }
        let p = (y2 * (s2 * s0 - s1 * s1) - s3 * (y1 * s0 - s1 * y0) + s2 * (y1 * s1 - s2 * y0)) / determinant
        let q = (s4 * (y1 * s0 - y0 * s1) - y2 * (s3 * s0 - s1 * s2) + s2 * (s3 * y0 - y1 * s2)) / determinant
        let r = (s4 * (s2 * y0 - s1 * y1) - s3 * (s3 * y0 - s2 * y1) + y2 * (s3 * s1 - s2 * s2)) / determinant
        a = p / (scale * scale)
        b = q / scale - 2 * p * middle / (scale * scale)
        c = p * middle * middle / (scale * scale) - q * middle / scale + r
    }

    func y(at x: Double) -> Double { (a * x + b) * x + c }

    /// The length of the parabola between two x coordinates, in pixels.
    func length(from start: Double, to end: Double) -> Double {
        let steps = 64
        let xs = (0...steps).map { start + (end - start) * Double($0) / Double(steps) }
        return zip(xs, xs.dropFirst()).reduce(0) { $0 + hypot($1.1 - $1.0, y(at: $1.1) - y(at: $1.0)) }
    }
}
