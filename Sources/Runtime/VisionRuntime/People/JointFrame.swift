import CoreGraphics
import Foundation

/// The square around a person or a hand. It is rotated with it.
struct JointFrame: Hashable, Sendable {
    /// The centre of the square, in pixels of the upright image, with the origin at the top left.
    var center: SIMD2<Double>
    /// The longer side of the bounding box of the joints after they are turned upright, in pixels.
    var size: Double
    /// The clockwise angle of the upward direction of the person or hand; 0 if it points up in the image.
    var turn: Double

    init(center: SIMD2<Double>, size: Double, turn: Double) {
        (self.center, self.size, self.turn) = (center, size, turn)
    }

    /// - Parameters:
    ///   - joints: the joints in pixels of the upright image, with the origin at the top left.
    ///   - up: the upward direction in the same coordinates.
    init(around joints: [SIMD2<Double>], up: SIMD2<Double>) {
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

    /// The crop whose side is a multiple of the size.
    func crop(sizes: Double, isMirrored: Bool) -> FaceCrop {
        FaceCrop(center: CGPoint(x: center.x, y: center.y), side: max(sizes * size, 1), roll: -turn, isMirrored: isMirrored)
    }
}
