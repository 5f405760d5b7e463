import simd

/// A white point, given by a temperature in kelvin and a tint perpendicular to the Planckian locus.
struct WhitePoint {
    /// The chromaticity in CIE xy.
    let x: Double
    let y: Double

    /// - Parameter neutral: the temperature, limited to 1667…25000 K, and the tint. A tint of 3000 is a step of 1 in CIE 1960 uv, towards
    ///   pink.
    init(_ neutral: SIMD2<Double>) {
        let t = min(max(neutral.x, 1667), 25000)
        // The cubic approximation of the Planckian locus by Kim and others.
        let q = 1e3 / t
        let x =
            t <= 4000
            ? -0.2661239 * q * q * q - 0.2343589 * q * q + 0.8776956 * q + 0.179910
            : -3.0258469 * q * q * q + 2.1070379 * q * q + 0.2226347 * q + 0.240390
        let y =
            t <= 2222
            ? -1.1063814 * x * x * x - 1.34811020 * x * x + 2.18555832 * x - 0.20219683
            : t <= 4000
                ? -0.9549476 * x * x * x - 1.37418593 * x * x + 2.09137015 * x - 0.16748867
                : 3.0817580 * x * x * x - 5.87338670 * x * x + 3.75112997 * x - 0.37001483
        let scale = -2 * x + 12 * y + 3
        let (u, v) = (4 * x / scale, 6 * y / scale - min(max(neutral.y, -300), 300) / 3000)
        let back = 2 * u - 8 * v + 4
        self.x = 3 * u / back
        self.y = max(2 * v / back, 1e-3)
    }

    private var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

    /// The matrix for linear sRGB that adapts colours from one white point to another, in Bradford's cone responses.
    static func adaptation(from: WhitePoint, to: WhitePoint) -> ColorMatrix {
        let bradford = double3x3(rows: [
            SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
        ])
        let toXYZ = double3x3(rows: [
            SIMD3(0.4123908, 0.3575843, 0.1804808), SIMD3(0.2126390, 0.7151687, 0.0721923), SIMD3(0.0193308, 0.1191948, 0.9505322),
        ])
        let (source, target) = (bradford * from.xyz, bradford * to.xyz)
        let gains = double3x3(diagonal: target / source)
        let matrix = toXYZ.inverse * bradford.inverse * gains * bradford * toXYZ
        let row = { (index: Int) in SIMD3<Float>(Float(matrix[0][index]), Float(matrix[1][index]), Float(matrix[2][index])) }
        return .rows(row(0), row(1), row(2))
    }
}
