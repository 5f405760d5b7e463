import CoreMedia
import Foundation

/// An object that follows a parabola: the blobs in which it was seen, oldest first.
struct Flight: Sendable {
    let id: UUID
    private(set) var points: [MovingBlob]
    private(set) var sums: MotionSums
    /// The length of the path through all points, in pixels.
    private var path: Double

    /// The maximum number of points. More points do not make the parabola more precise. The flight ends at this number, and its continuation is a new
    /// flight.
    static let greatestCount = 1024
    /// The number of points at each end of a flight from which further positions are predicted. Not all points are used, because few throws are exact
    /// parabolas.
    private static let window = 16
    /// The greatest deviation from the parabola, as a fraction of the path. The distortion of a lens bends long paths.
    private static let greatestBend = 0.02

    /// - Parameter points: at least two points, oldest first.
    init(id: UUID = UUID(), _ points: [MovingBlob]) {
        self.id = id
        self.points = points
        sums = MotionSums(points)
        path = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1.center - $1.0.center).length }
    }

    var first: MovingBlob { points[0] }
    var last: MovingBlob { points[points.count - 1] }

    /// The mean radius of the latest points, in pixels.
    var radius: Double {
        let latest = points.suffix(Self.window)
        return latest.reduce(0) { $0 + $1.radius } / Double(latest.count)
    }

    /// The flight with a later point; `nil` if the points then do not lie on a parabola.
    ///
    /// - Parameter unit: the size of a pixel of the reduced picture that is analyzed, in pixels of the frame.
    func appending(_ point: MovingBlob, unit: Double) -> Flight? {
        var longer = self
        longer.path += (point.center - last.center).length
        longer.points.append(point)
        longer.sums.add(point)
        return longer.isParabola(unit: unit, bend: Self.greatestBend) ? longer : nil
    }

    /// The flight with further points before or between its points; `nil` if the points then do not lie on a parabola.
    func inserting(_ more: [MovingBlob], unit: Double) -> Flight? {
        let longer = Flight(id: id, (points + more).sorted { $0.frame < $1.frame })
        return longer.isParabola(unit: unit, bend: Self.greatestBend) ? longer : nil
    }

    /// Whether the points lie on a parabola: the vertical position is a quadratic function of time, and the horizontal position is nearly linear.
    ///
    /// - Parameter bend: the greatest deviation of the points, as a fraction of the path.
    func isParabola(unit: Double, bend: Double = 0.01) -> Bool {
        guard let curve = sums.motion(degree: 2), let line = sums.motion(degree: 1) else { return false }
        let radius = radius
        let tolerance = max(0.8 * unit, bend * path, 0.2 * radius)
        return curve.deviation.max() < tolerance && line.deviation.x < max(1.5 * unit, 0.03 * path, 0.3 * radius)
    }

    /// Whether the distance from the first to the last point is large enough, relative to the object's size.
    func movesFar(unit: Double) -> Bool { (last.center - first.center).length >= max(5 * unit, last.radius) }

    /// A predicted position (`place`) of the object, and the search radius around it (`reach`).
    struct Expectation {
        let place: SIMD2<Double>
        let reach: Double
        /// The point of the flight that is nearest in time: the first or the last one.
        let nearest: MovingBlob
    }

    /// The predicted position of the object at a time before the first or after the last point.
    func expectation(at seconds: Double, unit: Double) -> Expectation? {
        let isLater = seconds > last.seconds
        let near = isLater ? points.suffix(Self.window) : points.prefix(Self.window)
        let sums = points.count <= Self.window ? sums : MotionSums(near)
        guard let motion = sums.motion(degree: 2) else { return nil }
        let nearest = isLater ? last : first
        let freedom = max(2 * sums.count - 6, 1)
        let spread = max(
            motion.totalDeviation * (sums.count / freedom).squareRoot(), 0.35 * unit + 0.04 * nearest.radius)
        let reach = 3 * spread * (1 + motion.variance(seconds)).squareRoot() + 0.7 * unit
        return Expectation(place: motion.place(seconds), reach: reach, nearest: nearest)
    }

    /// The blob that continues the flight in a frame.
    ///
    /// - Parameter isNext: whether the frame is adjacent to the flight's frames. In other frames, the border must not cut the blob, and the
    ///   blob must not be joined from pieces. Pieces look separate where the object hardly differs from the scene.
    func continuation(in frame: BlobFrame, unit: Double, isNext: Bool) -> MovingBlob? {
        guard let expected = expectation(at: frame.seconds, unit: unit) else { return nil }
        let size = expected.nearest.radius + unit
        let near = frame.blobs.filter {
            !$0.isTaken && (isNext || !$0.isCut) && ($0.center - expected.place).length < expected.reach + $0.radius + size
        }
        guard isNext else { return Self.nearest(of: near, to: expected, within: expected.reach, unit: unit) }
        if let whole = Self.nearest(of: near, to: expected, within: 0.5 * expected.reach, unit: unit) { return whole }
        let pieces = near.filter { !$0.isCut && $0.radius < size }
        let pairs = pieces.indices.flatMap { index in
            pieces[(index + 1)...].map { pieces[index].joined($0) }.filter { $0.radius < 1.25 * size }
        }
        return Self.nearest(of: near + pairs, to: expected, within: expected.reach, unit: unit)
    }

    private static func nearest(of blobs: [MovingBlob], to expected: Expectation, within reach: Double, unit: Double) -> MovingBlob? {
        var found: MovingBlob?
        var nearest = reach
        for blob in blobs {
            var distance = (blob.center - expected.place).length
            if blob.isCut {
                guard expected.nearest.mayBeCut(to: blob, unit: unit) else { continue }
                distance = max(distance - 0.6 * blob.radius, 0)
            } else {
                guard expected.nearest.isSimilar(to: blob, unit: unit) else { continue }
            }
            if distance < nearest { (found, nearest) = (blob, distance) }
        }
        return found
    }
}
