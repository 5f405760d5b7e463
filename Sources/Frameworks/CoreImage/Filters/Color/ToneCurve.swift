/// A smooth curve through points, stored as a table. It is a natural cubic spline. Outside the range of the points, it is constant.
struct ToneCurve: Sendable {
    private let table: [Float]
    private static let stepCount = 1024

    /// - Parameter points: the points, in any order. They are sorted by x. If two points have the same x, only the first one is used.
    init(_ points: [SIMD2<Double>]) {
        var knots: [SIMD2<Double>] = []
        for point in points.sorted(by: { $0.x < $1.x }) where knots.last.map({ point.x - $0.x > 1e-6 }) ?? true { knots.append(point) }
        let curvature = Self.curvatures(knots)
        var segment = 0
        table = (0...Self.stepCount + 1).map { step in
            let x = Double(min(step, Self.stepCount)) / Double(Self.stepCount)
            guard let first = knots.first, let last = knots.last else { return Float(x) }
            if x <= first.x { return Float(first.y) }
            if x >= last.x { return Float(last.y) }
            while segment + 2 < knots.count, x > knots[segment + 1].x { segment += 1 }
            let (left, right) = (knots[segment], knots[segment + 1])
            let width = right.x - left.x
            let (a, b) = ((right.x - x) / width, (x - left.x) / width)
            let bend = (a * a * a - a) * curvature[segment] + (b * b * b - b) * curvature[segment + 1]
            return Float(a * left.y + b * right.y + bend * width * width / 6)
        }
    }

    /// The curve's value. Arguments outside 0…1 give the value at the nearer end of the curve.
    subscript(value: Float) -> Float {
        let position = unit(value) * Float(Self.stepCount)
        let index = Int(position)
        return table[index] + (table[index + 1] - table[index]) * (position - Float(index))
    }

    /// The second derivatives at the knots of a natural spline.
    private static func curvatures(_ knots: [SIMD2<Double>]) -> [Double] {
        let count = knots.count
        var (result, sums) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        guard count > 2 else { return result }
        for i in 1..<count - 1 {
            let ratio = (knots[i].x - knots[i - 1].x) / (knots[i + 1].x - knots[i - 1].x)
            let divisor = ratio * result[i - 1] + 2
            result[i] = (ratio - 1) / divisor
            let change =
                (knots[i + 1].y - knots[i].y) / (knots[i + 1].x - knots[i].x) - (knots[i].y - knots[i - 1].y)
                / (knots[i].x - knots[i - 1].x)
            sums[i] = (6 * change / (knots[i + 1].x - knots[i - 1].x) - ratio * sums[i - 1]) / divisor
        }
        for i in stride(from: count - 2, through: 0, by: -1) { result[i] = result[i] * result[i + 1] + sums[i] }
        result[count - 1] = 0
        return result
    }
}
