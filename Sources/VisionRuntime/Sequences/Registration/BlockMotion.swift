import CKernels

/// What may move a reference's points: the number of unknowns of each. The unknowns are, in this order, the way to the right and down, the
/// four of an affine map, and the two of a projective one.
enum MotionModel: Int {
    case translation = 2
    case affine = 6
    case projective = 8

    /// How a point's displacement, to the right and down, depends on the unknowns.
    func rows(at point: SIMD2<Double>) -> (x: SIMD8<Double>, y: SIMD8<Double>) {
        let (x, y) = (point.x, point.y)
        switch self {
        case .translation: return (SIMD8(1, 0, 0, 0, 0, 0, 0, 0), SIMD8(0, 1, 0, 0, 0, 0, 0, 0))
        case .affine: return (SIMD8(1, 0, x, y, 0, 0, 0, 0), SIMD8(0, 1, 0, 0, x, y, 0, 0))
        case .projective: return (SIMD8(1, 0, x, y, 0, 0, x * x, x * y), SIMD8(0, 1, 0, 0, x, y, x * y, y * y))
        }
    }
}

/// A block of the reference against the floating image: how far it seems to lie from where it was looked for.
struct BlockMotion {
    let middle: SIMD2<Double>
    let correlation: Float
    /// The displacement's information, in pixels⁻², and its product with the displacement.
    private let xx, xy, yy: Double
    private let x, y: Double

    /// A displacement is never known better than this, in pixels: sampling is not exact, and a few blocks of much contrast, which may be
    /// those of something that moves, must not outweigh many others.
    private static let finest = 0.2

    /// Solves the block's own equations: Lucas and Kanade's, in the inverse compositional form of Baker and Matthews. Brightness and
    /// contrast are taken out first. The less noise is left over, the more the solution weighs.
    ///
    /// `nil` where the block lies beyond the floating image.
    init?(_ comparison: RegistrationComparison, _ block: RegistrationBlock, middle: SIMD2<Double>) {
        guard comparison.energy >= 0 else { return nil }
        self.middle = middle
        let energies = Double(comparison.energy) * Double(block.energy)
        let correlation = energies > 0 ? Double(comparison.product) / energies.squareRoot() : 0
        self.correlation = Float(correlation)
        guard correlation > 0.1 else {
            (xx, xy, yy, x, y) = (0, 0, 0, 0, 0)
            return
        }
        let contrast = Double(comparison.product) / Double(block.energy)
        // Half a gray value of noise is that of rounding.
        let noise =
            Double(comparison.energy) * (1 - correlation * correlation) / Double(REGISTRATION_BLOCK_SIDE * REGISTRATION_BLOCK_SIDE) + 0.5
        let information = contrast * contrast / noise
        let trace = information * Double(block.xx + block.yy)
        // The correlation's square once more: blocks that show something else have little to say.
        let weight = information * correlation * correlation / (1 + trace * Self.finest * Self.finest)
        xx = weight * Double(block.xx)
        xy = weight * Double(block.xy)
        yy = weight * Double(block.yy)
        x = weight / contrast * Double(comparison.x)
        y = weight / contrast * Double(comparison.y)
    }

    var information: Double { xx + yy }

    /// What the block says of its displacement, as two equations of weight 1.
    ///
    /// With the information H = L Lᵀ the equations H d = b are those of the rows of Lᵀ.
    var equations: (SIMD3<Double>, SIMD3<Double>) {
        let least = 1e-12 * information
        let first = max(xx, least).squareRoot()
        let below = xy / first
        let second = max(yy - below * below, least).squareRoot()
        let value = x / first
        return (SIMD3(first, below, value), SIMD3(0, second, (y - below * value) / second))
    }

    /// The displacement's distance from a given one, in units of its uncertainty, squared.
    func discrepancy(from displacement: SIMD2<Double>) -> Double {
        let determinant = xx * yy - xy * xy + 1e-6 * information * information + 1e-30
        let own = SIMD2(yy * x - xy * y, xx * y - xy * x) / determinant
        let difference = own - displacement
        return xx * difference.x * difference.x + 2 * xy * difference.x * difference.y + yy * difference.y * difference.y
    }
}
