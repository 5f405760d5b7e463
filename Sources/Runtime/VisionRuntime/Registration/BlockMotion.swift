import CKernels

/// A motion model. The raw value is the number of unknowns. The first two unknowns are the shift to the right and down. Four more make an affine map,
/// and the last two a projective map.
enum MotionModel: Int {
    case translation = 2
    case affine = 6
    case projective = 8

    /// The displacement of a point for a value of 1 of each unknown: to the right (`x`) and down (`y`).
    func rows(at point: SIMD2<Double>) -> (x: SIMD8<Double>, y: SIMD8<Double>) {
        let (x, y) = (point.x, point.y)
        switch self {
        case .translation: return (SIMD8(1, 0, 0, 0, 0, 0, 0, 0), SIMD8(0, 1, 0, 0, 0, 0, 0, 0))
        case .affine: return (SIMD8(1, 0, x, y, 0, 0, 0, 0), SIMD8(0, 1, 0, 0, x, y, 0, 0))
        case .projective: return (SIMD8(1, 0, x, y, 0, 0, x * x, x * y), SIMD8(0, 1, 0, 0, x, y, x * y, y * y))
        }
    }
}

/// The measured displacement of a block of the reference in the floating image, relative to its predicted position.
struct BlockMotion {
    let middle: SIMD2<Double>
    let correlation: Float
    /// The information matrix of the displacement, in pixels⁻² (`xx`, `xy` and `yy`), and its product with the displacement (`x` and `y`).
    private let xx, xy, yy: Double
    private let x, y: Double

    /// The least uncertainty of a displacement, in pixels. Sampling is never exact. The limit also keeps a few blocks of high contrast from
    /// outweighing many others, because they may show a moving object.
    private static let finest = 0.2

    /// Measures the displacement of a block with the Lucas-Kanade method, in the inverse compositional form of Baker and Matthews. Brightness and
    /// contrast are normalised first. The less noise remains after the displacement, the higher is the weight of the block.
    ///
    /// `nil` if the block lies outside of the floating image.
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
        // Rounding adds noise of half a gray value.
        let noise =
            Double(comparison.energy) * (1 - correlation * correlation) / Double(REGISTRATION_BLOCK_SIDE * REGISTRATION_BLOCK_SIDE) + 0.5
        let information = contrast * contrast / noise
        let trace = information * Double(block.xx + block.yy)
        // The correlation enters once more as its square, so that blocks that show something else count little.
        let weight = information * correlation * correlation / (1 + trace * Self.finest * Self.finest)
        xx = weight * Double(block.xx)
        xy = weight * Double(block.xy)
        yy = weight * Double(block.yy)
        x = weight / contrast * Double(comparison.x)
        y = weight / contrast * Double(comparison.y)
    }

    var information: Double { xx + yy }

    /// Two equations of weight 1 that hold the same information about the displacement as this measurement.
    ///
    /// The displacement d satisfies H d = b, where H is the information matrix. With H = L Lᵀ, the rows of Lᵀ are the left sides of the two
    /// equations.
    var equations: (SIMD3<Double>, SIMD3<Double>) {
        let least = 1e-12 * information
        let first = max(xx, least).squareRoot()
        let below = xy / first
        let second = max(yy - below * below, least).squareRoot()
        let value = x / first
        return (SIMD3(first, below, value), SIMD3(0, second, (y - below * value) / second))
    }

    /// The squared distance between the measured displacement and a given one, in units of the uncertainty.
    func discrepancy(from displacement: SIMD2<Double>) -> Double {
        let determinant = xx * yy - xy * xy + 1e-6 * information * information + 1e-30
        let own = SIMD2(yy * x - xy * y, xx * y - xy * x) / determinant
        let difference = own - displacement
        return xx * difference.x * difference.x + 2 * xy * difference.x * difference.y + yy * difference.y * difference.y
    }
}
