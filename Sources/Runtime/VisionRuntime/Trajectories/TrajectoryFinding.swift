import CoreGraphics
import CoreMedia
import Foundation

/// The trajectory of an object that follows a parabola.
package struct TrajectoryFinding: Sendable {
    /// The identity of the object. It stays the same while the object is tracked.
    package let id: UUID
    /// The latest positions where the object was seen, oldest first. They are normalised to the region of interest, with the origin at its lower
    /// left.
    package let detectedPoints: [CGPoint]
    /// Five points on the parabola, from the object's first position to its last.
    package let projectedPoints: [CGPoint]
    /// The coefficients a, b and c of the parabola y = a·x² + b·x + c, in the coordinates of the points.
    package let coefficients: SIMD3<Float>
    /// The radius of the object, as a fraction of the image's longer side.
    package let radius: Double
    /// The time from the first to the last frame in which the object was seen.
    package let timeRange: CMTimeRange
    package let confidence: Float

    private static let projectedCount = 5

    /// - Parameters:
    ///   - pointCount: the number of positions in ``detectedPoints``.
    ///   - unit: the size of a pixel of the reduced picture. It is in pixels of the frame.
    ///   - region: the region of interest, in pixels of the frame, with the origin at the upper left.
    ///   - longerSide: the length of the frame's longer side, in pixels.
    init?(_ flight: Flight, pointCount: Int, unit: Double, region: CGRect, longerSide: Double) {
        guard let curve = flight.sums.motion(degree: 2), let line = flight.sums.motion(degree: 1) else { return nil }
        let parabola = Parabola(
            across: line, down: curve, from: flight.first.seconds, to: flight.last.seconds, smallestSpan: unit)
        id = flight.id
        detectedPoints = flight.points.suffix(pointCount).map { Self.normalized($0.center, region) }
        projectedPoints = (0..<Self.projectedCount).map { index in
            Self.normalized(parabola.place(Double(index) / Double(Self.projectedCount - 1)), region)
        }
        coefficients = parabola.coefficients(region)
        radius = flight.radius / longerSide
        timeRange = CMTimeRange(start: flight.first.time, end: flight.last.time)
        let seen = Double(flight.points.count) / Double(flight.last.frame - flight.first.frame + 1)
        let off = curve.totalDeviation / (unit + 0.1 * flight.radius)
        confidence = Float(min(max(seen * exp(-0.5 * off * off), 0), 1))
    }

    private static func normalized(_ place: SIMD2<Double>, _ region: CGRect) -> CGPoint {
        CGPoint(x: (place.x - Double(region.minX)) / Double(region.width), y: (Double(region.maxY) - place.y) / Double(region.height))
    }
}

/// A parabola: the vertical position as a quadratic function of the horizontal position. It is made from polynomials of time for both positions.
private struct Parabola {
    /// Two horizontal measures, in pixels. `middle` is the position in the middle of the time range. `span` is the distance from the first
    /// to the last moment.
    private let middle: Double
    private let span: Double
    /// The coefficients of 1, u and u² for the vertical position. u goes from -½ at the first moment to ½ at the last.
    private let height: SIMD3<Double>

    /// - Parameter smallestSpan: the least horizontal distance, in pixels. A narrower parabola is widened to this distance, because a vertical one
    ///   would have no finite coefficients.
    init(across: Motion, down: Motion, from first: Double, to last: Double, smallestSpan: Double) {
        let start = across.place(first).x, end = across.place(last).x
        middle = (start + end) / 2
        let way = end - start
        span = abs(way) >= smallestSpan ? way : way < 0 ? -smallestSpan : smallestSpan
        // The time is t = t₀ + d·u.
        let d = down.time(last) - down.time(first), t = (down.time(first) + down.time(last)) / 2
        height = SIMD3(
            down.y.x + down.y.y * t + down.y.z * t * t, (down.y.y + 2 * down.y.z * t) * d, down.y.z * d * d)
    }

    /// The position on the parabola, in pixels.
    ///
    /// - Parameter share: the fraction of the time range, from 0 to 1.
    func place(_ share: Double) -> SIMD2<Double> {
        let u = share - 0.5
        return SIMD2(middle + span * u, height.x + height.y * u + height.z * u * u)
    }

    /// The coefficients a, b and c in coordinates that are normalised to the region, with the origin at its lower left.
    ///
    /// - Parameter region: a rectangle in pixels, with the origin at the upper left.
    func coefficients(_ region: CGRect) -> SIMD3<Float> {
        let width = Double(region.width), tall = Double(region.height)
        // u = (x - m) / s, with x, m and s as fractions of the width.
        let m = (middle - Double(region.minX)) / width, s = span / width
        let a = height.z / (s * s), b = height.y / s - 2 * m * a, c = height.x - height.y * m / s + m * m * a
        return SIMD3(Float(-a / tall), Float(-b / tall), Float((Double(region.maxY) - c) / tall))
    }
}
