import CoreGraphics
import Foundation

/// Where the 68 points of a face are: the scheme of the 300-W challenge, which the network `faceLandmarks` was trained on.
///
/// As an upright face is seen: 0–16 along the jaw from the left to the right; 17–21 and 22–26 the left and the right brow, from the left;
/// 27–30 down the bridge of the nose to its tip; 31–35 under the nose, from the left; 36–41 and 42–47 the left and the right eye, clockwise from
/// their left corners; 48–59 the outer edge of the lips and 60–67 the inner one, clockwise from their left corners. What is on the left of
/// the picture is on the person's right.
struct FaceShape: Sendable, Hashable {
    static let pointCount = 68

    /// In pixels of the upright image, origin at the top left.
    var points: [SIMD2<Double>]
    /// How far off each point may be, in pixels of the image; `nil` where the network does not say.
    var errors: [Double]?

    /// The points of a network that looked at a crop.
    ///
    /// - Parameters:
    ///   - fractions: x and y in turn, 0…1 of the crop, origin at its top left.
    ///   - errors: how far off each point may be, as a part of the crop's side.
    init(_ fractions: [Float], errors: [Float]?, in crop: FaceCrop) {
        precondition(fractions.count == 2 * Self.pointCount && errors?.count ?? Self.pointCount == Self.pointCount)
        let seen = (0..<Self.pointCount).map { crop.imagePoint(Double(fractions[2 * $0]), Double(fractions[2 * $0 + 1])) }
        let distances = errors.map { errors in errors.map { Double($0) * crop.side } }
        points = crop.isMirrored ? Self.mirrored.map { seen[$0] } : seen
        self.errors = crop.isMirrored ? distances.map { distances in Self.mirrored.map { distances[$0] } } : distances
    }

    init(points: [SIMD2<Double>]) {
        precondition(points.count == Self.pointCount)
        self.points = points
    }

    /// For each point the one that takes its place in a mirror.
    private static let mirrored: [Int] = {
        let pairs: [(first: ClosedRange<Int>, second: ClosedRange<Int>)] = [
            (0...7, 9...16), (17...21, 22...26), (31...32, 34...35), (48...50, 52...54), (60...61, 63...64),
        ]
        var other = Array(0..<pointCount)
        for (first, second) in pairs {
            for (a, b) in zip(first, second.reversed()) { (other[a], other[b]) = (b, a) }
        }
        for (a, b) in [(36, 45), (37, 44), (38, 43), (39, 42), (40, 47), (41, 46), (55, 59), (56, 58), (65, 67)] {
            (other[a], other[b]) = (b, a)
        }
        return other
    }()

    /// The middle of some points.
    func middle(of indices: ClosedRange<Int>) -> SIMD2<Double> {
        indices.reduce(SIMD2.zero) { $0 + points[$1] } / Double(indices.count)
    }

    /// From the middle of the left eye in the picture to that of the right one.
    var betweenEyes: SIMD2<Double> { middle(of: 42...47) - middle(of: 36...41) }

    /// The angle, counterclockwise, by which the line through the eyes is turned.
    var roll: Double { atan2(-betweenEyes.y, betweenEyes.x) }

    /// The length that errors are measured in, which hardly changes when a face turns aside: the distance of the eyes, or that between eyes
    /// and mouth where that is longer.
    var size: Double {
        let eyes = (middle(of: 36...41) + middle(of: 42...47)) / 2
        return max(betweenEyes.length, (middle(of: 48...59) - eyes).length)
    }

    /// The upright square around the middle between eyes and mouth.
    ///
    /// - Parameter sizes: how many sizes of the face its side is.
    func crop(of sizes: Double) -> FaceCrop {
        let eyes = (middle(of: 36...41) + middle(of: 42...47)) / 2
        let center = (eyes + middle(of: 48...59)) / 2
        return FaceCrop(center: CGPoint(x: center.x, y: center.y), side: max(sizes * size, 1), roll: roll)
    }
}
