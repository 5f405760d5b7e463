/// Weighted sums over points and their times. Polynomials of time are fitted to the points with them.
struct MotionSums: Sendable {
    /// The origins and the unit of the sums. Times are relative to `start`, in units of `interval`. Positions are relative to `origin`, in pixels.
    /// This keeps the sums precise.
    private let start: Double
    private let interval: Double
    private let origin: SIMD2<Double>
    /// The sums of w, w·t, w·t², w·t³ and w·t⁴, where w is a weight and t a time.
    private var powers = SIMD8<Double>.zero
    /// The sums of w·x, w·x·t, w·x·t² and w·x², where x is a horizontal position. `down` has the same sums of vertical positions.
    private var across = SIMD4<Double>.zero
    private var down = SIMD4<Double>.zero

    /// - Parameter interval: the approximate time between two frames, in seconds.
    init(start: Double, interval: Double, origin: SIMD2<Double>) {
        (self.start, self.interval, self.origin) = (start, interval, origin)
    }

    init(_ points: some Collection<MovingBlob>) {
        let first = points.first
        let last = points.reduce(first?.seconds ?? 0) { max($0, $1.seconds) }
        let duration = last - (first?.seconds ?? 0)
        self.init(
            start: first?.seconds ?? 0, interval: duration > 0 ? duration / Double(max(points.count - 1, 1)) : 1,
            origin: first?.center ?? .zero)
        for point in points { add(point) }
    }

    mutating func add(_ point: MovingBlob) {
        let time = (point.seconds - start) / interval, weight = point.weight
        let place = point.center - origin
        let square = time * time
        let moments = SIMD4(1, time, square, 0) * weight
        powers += SIMD8(1, time, square, square * time, square * square, 0, 0, 0) * weight
        across += moments * place.x
        down += moments * place.y
        across.w += weight * place.x * place.x
        down.w += weight * place.y * place.y
    }

    /// The sum of the weights. It is the number of points if all weights are 1.
    var count: Double { powers[0] }

    /// The polynomials that fit the points best.
    ///
    /// - Parameter degree: the degree of the polynomials, 1 or 2.
    /// - Returns: `nil` if there are fewer points than coefficients.
    func motion(degree: Int) -> Motion? {
        guard let inverse = degree == 1 ? inverseOfLines() : SymmetricMatrix(inverseOfPowers: powers) else { return nil }
        let used = SIMD3<Double>(1, 1, degree == 1 ? 0 : 1)
        let right = (SIMD3(across.x, across.y, across.z) * used, SIMD3(down.x, down.y, down.z) * used)
        let x = inverse * right.0, y = inverse * right.1
        let rest = SIMD2(across.w - (x * right.0).sum(), down.w - (y * right.1).sum())
        return Motion(
            start: start, interval: interval, x: x + SIMD3(origin.x, 0, 0), y: y + SIMD3(origin.y, 0, 0), inverse: inverse,
            deviation: (rest.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: .infinity)) / count).squareRoot())
    }

    private func inverseOfLines() -> SymmetricMatrix? {
        let determinant = powers[0] * powers[2] - powers[1] * powers[1]
        guard determinant > 1e-12 * powers[0] * powers[2] else { return nil }
        return SymmetricMatrix(
            xx: powers[2] / determinant, xy: -powers[1] / determinant, xz: 0, yy: powers[0] / determinant, yz: 0, zz: 0)
    }
}

struct SymmetricMatrix: Sendable {
    let xx, xy, xz, yy, yz, zz: Double

    static func * (matrix: SymmetricMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            matrix.xx * vector.x + matrix.xy * vector.y + matrix.xz * vector.z,
            matrix.xy * vector.x + matrix.yy * vector.y + matrix.yz * vector.z,
            matrix.xz * vector.x + matrix.yz * vector.y + matrix.zz * vector.z)
    }
}

extension SymmetricMatrix {
    /// The matrix whose product with the sums of w·y, w·y·t and w·y·t² gives the coefficients of the parabola that fits best.
    ///
    /// - Parameter powers: the sums of w, w·t, w·t², w·t³ and w·t⁴.
    /// - Returns: `nil` if there are fewer points than coefficients.
    init?(inverseOfPowers powers: SIMD8<Double>) {
        let (a, b, c, d, e) = (powers[0], powers[1], powers[2], powers[3], powers[4])
        let xx = c * e - d * d, xy = c * d - b * e, xz = b * d - c * c
        let determinant = a * xx + b * xy + c * xz
        guard determinant > 1e-12 * a * c * e else { return nil }
        let yy = a * e - c * c, yz = b * c - a * d, zz = a * c - b * b
        self.init(
            xx: xx / determinant, xy: xy / determinant, xz: xz / determinant, yy: yy / determinant, yz: yz / determinant,
            zz: zz / determinant)
    }
}

/// A motion whose coordinates are polynomials of time.
struct Motion: Sendable {
    let start: Double
    let interval: Double
    /// `x` has the coefficients of 1, t and t² for the horizontal position, `y` those for the vertical position. The time t since `start`
    /// is in units of `interval`.
    let x: SIMD3<Double>
    let y: SIMD3<Double>
    fileprivate let inverse: SymmetricMatrix
    /// The root mean square deviation of the points from the polynomials, horizontally and vertically, in pixels.
    let deviation: SIMD2<Double>

    fileprivate init(
        start: Double, interval: Double, x: SIMD3<Double>, y: SIMD3<Double>, inverse: SymmetricMatrix, deviation: SIMD2<Double>
    ) {
        (self.start, self.interval, self.x, self.y, self.inverse, self.deviation) = (start, interval, x, y, inverse, deviation)
    }

    func time(_ seconds: Double) -> Double { (seconds - start) / interval }

    private func powers(_ seconds: Double) -> SIMD3<Double> {
        let time = time(seconds)
        return SIMD3(1, time, time * time)
    }

    func place(_ seconds: Double) -> SIMD2<Double> {
        let powers = powers(seconds)
        return SIMD2((x * powers).sum(), (y * powers).sum())
    }

    /// The variance of the fitted position at a time. The points are assumed to have a variance of 1.
    func variance(_ seconds: Double) -> Double {
        let powers = powers(seconds)
        return max((powers * (inverse * powers)).sum(), 0)
    }

    /// The root mean square distance of the points from the fitted positions, in pixels.
    var totalDeviation: Double { (deviation * deviation).sum().squareRoot() }
}

extension SIMD2<Double> {
    /// The Euclidean length.
    var length: Double { (self * self).sum().squareRoot() }
}
