import CoreMedia
import Foundation

/// An object on a parabola: where it was seen, oldest first.
struct Flight: Sendable {
    let id: UUID
    private(set) var points: [MovingBlob]
    private(set) var sums: MotionSums
    /// The length of the way from point to point.
    private var path: Double

    /// More points add nothing to a parabola: the flight ends, and what goes on is another one.
    static let greatestCount = 1024
    /// So many points tell the place before or after them, as few throws are parabolas to the pixel.
    private static let window = 16
    /// The part of its way that an object may be off its parabola: lenses bend the ways of objects that are followed for long.
    private static let greatestBend = 0.02

    /// - Parameter points: two at least, oldest first.
    init(id: UUID = UUID(), _ points: [MovingBlob]) {
        self.id = id
        self.points = points
        sums = MotionSums(points)
        path = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1.center - $1.0.center).length }
    }

    var first: MovingBlob { points[0] }
    var last: MovingBlob { points[points.count - 1] }

    /// The mean of the latest points' radii, in pixels.
    var radius: Double {
        let latest = points.suffix(Self.window)
        return latest.reduce(0) { $0 + $1.radius } / Double(latest.count)
    }

    /// The flight with a later point; `nil` where that lies off the parabola.
    ///
    /// - Parameter unit: the size of a pixel that was looked at.
    func appending(_ point: MovingBlob, unit: Double) -> Flight? {
        var longer = self
        longer.path += (point.center - last.center).length
        longer.points.append(point)
        longer.sums.add(point)
        return longer.isParabola(unit: unit, bend: Self.greatestBend) ? longer : nil
    }

    /// The flight with points before it or between its own; `nil` where they lie off the parabola.
    func inserting(_ more: [MovingBlob], unit: Double) -> Flight? {
        let longer = Flight(id: id, (points + more).sorted { $0.frame < $1.frame })
        return longer.isParabola(unit: unit, bend: Self.greatestBend) ? longer : nil
    }

    /// Whether the height is a parabola of time, and the way across about as long in each second.
    ///
    /// - Parameter bend: the part of the way that the points may be off.
    func isParabola(unit: Double, bend: Double = 0.01) -> Bool {
        guard let curve = sums.motion(degree: 2), let line = sums.motion(degree: 1) else { return false }
        let radius = radius
        let tolerance = max(0.8 * unit, bend * path, 0.2 * radius)
        return curve.deviation.max() < tolerance && line.deviation.x < max(1.5 * unit, 0.03 * path, 0.3 * radius)
    }

    /// How far an object gets from the first to the last point, against its size.
    func movesFar(unit: Double) -> Bool { (last.center - first.center).length >= max(5 * unit, last.radius) }

    /// Where the object is expected, and how far off it may be found.
    struct Expectation {
        let place: SIMD2<Double>
        let reach: Double
        /// The object when it was last seen, or first.
        let nearest: MovingBlob
    }

    /// Where the object is expected before its first point or after its last one.
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

    /// What is found where the object is expected.
    ///
    /// - Parameter isNext: whether the frame is the next one to those of the flight. Only then a part of the object at the border counts, and
    ///   so do two pieces that the scene may split it into, where it looks like it in between.
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
