import CoreMLRuntime
import simd

/// Functions that compute the geometry of points and contours.
open class VNGeometryUtils: NSObject {
    /// The smallest circle around all points, found by the iterative form of Welzl's algorithm. The expected time is linear in the number of points.
    ///
    /// - Throws: `invalidArgument` if there are no points or a coordinate is not finite.
    public class func boundingCircle(for points: [VNPoint]) throws -> VNCircle {
        try smallestCircle(around: points.map { SIMD2($0.x, $0.y) })
    }

    /// The smallest circle around the first `pointCount` points.
    ///
    /// - Throws: `invalidArgument` if there are no points or a coordinate is not finite.
    public class func boundingCircle(forSIMDPoints points: UnsafePointer<simd_float2>, pointCount: Int) throws -> VNCircle {
        guard pointCount > 0 else { throw VNErrorCode.invalidArgument.error("a bounding circle needs at least one point") }
        return try smallestCircle(around: (0..<pointCount).map { SIMD2(Double(points[$0].x), Double(points[$0].y)) })
    }

    private static func smallestCircle(around points: [SIMD2<Double>]) throws -> VNCircle {
        guard !points.isEmpty else { throw VNErrorCode.invalidArgument.error("a bounding circle needs at least one point") }
        guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            throw VNErrorCode.invalidArgument.error("a bounding circle needs points with finite coordinates")
        }
        // The seed depends only on the number of points, so the same points always give the same circle, bit for bit.
        var generator = SplitMix64(state: UInt64(points.count))
        let disk = Disk.smallest(around: points.shuffled(using: &generator))
        return VNCircle(center: VNPoint(x: disk.center.x, y: disk.center.y), radius: disk.radius)
    }
}

private struct Disk {
    var center: SIMD2<Double>
    var radius: Double

    func contains(_ point: SIMD2<Double>) -> Bool {
        // Points on the rim must count as inside despite rounding errors.
        let offset = point - center
        return (offset * offset).sum().squareRoot() <= radius * (1 + 1e-12) + 1e-300
    }

    init(center: SIMD2<Double>, radius: Double) {
        self.center = center
        self.radius = radius
    }

    init(through first: SIMD2<Double>, _ second: SIMD2<Double>) {
        center = (first + second) / 2
        let offset = first - center
        radius = (offset * offset).sum().squareRoot()
    }

    /// Creates the circle through three points. If the points lie on a line, the two points that are farthest apart define its diameter.
    init(through first: SIMD2<Double>, _ second: SIMD2<Double>, _ third: SIMD2<Double>) {
        let toSecond = second - first
        let toThird = third - first
        let cross = 2 * (toSecond.x * toThird.y - toSecond.y * toThird.x)
        guard cross != 0 else {
            let pairs = [Disk(through: first, second), Disk(through: second, third), Disk(through: first, third)]
            self = pairs.max { $0.radius < $1.radius } ?? pairs[0]
            return
        }
        let secondSquare = (toSecond * toSecond).sum()
        let thirdSquare = (toThird * toThird).sum()
        let offset = SIMD2(
            (toThird.y * secondSquare - toSecond.y * thirdSquare) / cross,
            (toSecond.x * thirdSquare - toThird.x * secondSquare) / cross)
        center = first + offset
        radius = (offset * offset).sum().squareRoot()
    }

    static func smallest(around points: [SIMD2<Double>]) -> Disk {
        var disk = Disk(center: points[0], radius: 0)
        for outer in points.indices where !disk.contains(points[outer]) {
            disk = Disk(center: points[outer], radius: 0)
            for middle in 0..<outer where !disk.contains(points[middle]) {
                disk = Disk(through: points[outer], points[middle])
                for inner in 0..<middle where !disk.contains(points[inner]) {
                    disk = Disk(through: points[outer], points[middle], points[inner])
                }
            }
        }
        return disk
    }
}
