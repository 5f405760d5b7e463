import CoreGraphics
import Foundation

/// The square around a hand. It is rotated with the hand.
struct HandFrame: Hashable, Sendable {
    /// The centre of the square, in pixels of the upright image, with the origin at the top left.
    var center: SIMD2<Double>
    /// The longer side of the bounding box of the joints after the hand is turned upright, in pixels.
    var size: Double
    /// The clockwise angle of the line from the wrist to the knuckles; 0 for a hand whose fingers point up.
    var turn: Double

    /// The knuckles that give the direction of a hand, together with the wrist.
    private static let knuckles: [HandJoint] = [.indexMCP, .middleMCP, .ringMCP]

    init(center: SIMD2<Double>, size: Double, turn: Double) {
        (self.center, self.size, self.turn) = (center, size, turn)
    }

    /// - Parameter joints: in the order of ``HandJoint``, in pixels of the upright image, origin at the top left.
    init(around joints: [SIMD2<Double>]) {
        let wrist = joints[HandJoint.wrist.rawValue]
        let up = Self.knuckles.reduce(SIMD2.zero) { $0 + joints[$1.rawValue] } / Double(Self.knuckles.count) - wrist
        turn = atan2(up.x, -up.y)
        let (right, down) = (SIMD2(cos(turn), sin(turn)), SIMD2(-sin(turn), cos(turn)))
        var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
        for joint in joints {
            let place = SIMD2((joint * right).sum(), (joint * down).sum())
            low.replace(with: place, where: place .< low)
            high.replace(with: place, where: place .> high)
        }
        let middle = (low + high) / 2
        center = middle.x * right + middle.y * down
        size = (high - low).max()
    }

    /// The crop that the network for joints was trained on.
    func crop(isMirrored: Bool = false) -> FaceCrop {
        FaceCrop(center: CGPoint(x: center.x, y: center.y), side: max(Self.sizesInCrop * size, 1), roll: -turn, isMirrored: isMirrored)
    }

    private static let sizesInCrop = 1.6
}
