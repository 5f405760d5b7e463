import CoreGraphics
import Foundation

/// The positions of the 68 points of a face, in the scheme of the 300-W challenge. The network `faceLandmarks` was trained on this scheme.
///
/// Left and right refer to the picture of an upright face; the picture's left is the person's right:
/// - Points 0–16: the jaw, from left to right.
/// - Points 17–21 and 22–26: the left and the right brow, from left to right.
/// - Points 27–30: the bridge of the nose, down to the tip.
/// - Points 31–35: under the nose, from left to right.
/// - Points 36–41 and 42–47: the left and the right eye, clockwise from their left corners.
/// - Points 48–59 and 60–67: the outer and the inner edge of the lips, clockwise from their left corners.
struct FaceShape: Sendable, Hashable {
    static let pointCount = 68

    /// The points, in pixels of the upright image, with the origin at the top left.
    var points: [SIMD2<Double>]
    /// The likely error of each point, in pixels of the image; `nil` if the network does not give it.
    var errors: [Double]?

    /// The points that a network found in a crop.
    ///
    /// - Parameters:
    ///   - fractions: alternately x and y, 0…1 of the crop. The origin is at the top left.
    ///   - errors: the likely error of each point, relative to the crop's side.
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

    /// For each point, the index of its mirrored counterpart.
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

    /// The mean of some points.
    func middle(of indices: ClosedRange<Int>) -> SIMD2<Double> {
        indices.reduce(SIMD2.zero) { $0 + points[$1] } / Double(indices.count)
    }

    /// The vector from the centre of the picture's left eye to the centre of its right eye.
    var betweenEyes: SIMD2<Double> { middle(of: 42...47) - middle(of: 36...41) }

    /// The counterclockwise angle of the line through the eyes.
    var roll: Double { atan2(-betweenEyes.y, betweenEyes.x) }

    /// The size of the face: the distance between the eyes or between eyes and mouth, whichever is longer. It hardly changes when a face turns aside.
    /// Errors are given in this unit.
    var size: Double {
        let eyes = (middle(of: 36...41) + middle(of: 42...47)) / 2
        return max(betweenEyes.length, (middle(of: 48...59) - eyes).length)
    }

    /// The upright square around the middle between eyes and mouth.
    ///
    /// - Parameter sizes: the square's side, in units of the face's size.
    func crop(of sizes: Double) -> FaceCrop {
        let eyes = (middle(of: 36...41) + middle(of: 42...47)) / 2
        let center = (eyes + middle(of: 48...59)) / 2
        return FaceCrop(center: CGPoint(x: center.x, y: center.y), side: max(sizes * size, 1), roll: roll)
    }
}
