import CKernels

/// The result of a refinement by Gauss-Newton steps.
struct Refinement {
    /// The map from points of the reference to the floating plane.
    let warp: Homography
    let agreement: Agreement
    /// The equations of the last Gauss-Newton step.
    let equations: NormalEquations?
}

/// Aligns a floating plane to the blocks of a reference of the same size.
struct BlockAlignment {
    let level: ReferenceBlocks.Level
    let floating: GrayPlane

    func agreement(_ warp: Homography) -> Agreement { Agreement(motions(warp), total: level.corners.count) }

    /// Takes Gauss-Newton steps until a step is smaller than `precision`, in pixels.
    ///
    /// - Parameters:
    ///   - start: the first map from points of the reference to the floating plane. It must be accurate to a pixel or two.
    ///   - prior: the equations of the blocks at half the size, which led to `start`.
    func refined(
        _ start: Homography, model: MotionModel, steps: Int, precision: Double, prior: NormalEquations? = nil
    ) -> Refinement {
        var warp = start
        var motions = motions(warp)
        var moved = SIMD8<Double>.zero
        var equations = prior
        for _ in 0..<steps {
            guard let next = step(motions, model: model, prior: prior, moved: moved), let back = map(next.solution).inverse
            else { break }
            equations = next.equations
            warp = (warp * back).normalized
            moved += next.solution
            motions = self.motions(warp)
            if Self.size(of: next.solution) < precision { break }
        }
        return Refinement(warp: warp, agreement: Agreement(motions, total: level.corners.count), equations: equations)
    }

    private func motions(_ warp: Homography) -> [BlockMotion] {
        let placements = level.middles.map { middle in
            let place = warp.linearized(at: middle)
            return RegistrationPlacement(
                x: Self.bounded(place.image.x - 0.5), y: Self.bounded(place.image.y - 0.5), xx: Float(place.x.x), xy: Float(place.x.y),
                yx: Float(place.y.x), yy: Float(place.y.y))
        }
        let found = withExtendedLifetime(floating) {
            [RegistrationComparison](unsafeUninitializedCapacity: placements.count) { buffer, count in
                var plane = floating.view
                registration_compare(&plane, placements, level.templates, Int32(placements.count), buffer.baseAddress)
                count = placements.count
            }
        }
        return found.indices.compactMap { BlockMotion(found[$0], level.blocks[$0], middle: level.middles[$0]) }
    }

    /// The coordinate in single precision. If it is not finite, a value outside of every plane.
    private static func bounded(_ coordinate: Double) -> Float { coordinate.isFinite ? Float(coordinate) : -1e9 }

    /// Fits the unknowns of the motion model, in pixels, to the measured displacements of the blocks. Blocks that disagree with the others have lower
    /// weights.
    ///
    /// - Parameter moved: the sum of the steps since `prior` was solved.
    private func step(
        _ motions: [BlockMotion], model: MotionModel, prior: NormalEquations?, moved: SIMD8<Double>
    ) -> (solution: SIMD8<Double>, equations: NormalEquations)? {
        let telling = motions.filter { $0.information > 0 }
        guard !telling.isEmpty else { return nil }
        let rows = telling.map { model.rows(at: ($0.middle - centre) / reach) }
        var start = NormalEquations()
        // A pixel at half the size is two pixels here. Half of the weight remains, because blocks at the same place are not independent.
        if let prior { start.add(prior, solution: -moved, weight: 0.5 / 4) }
        var equations = start
        equations.add(telling, rows: rows, weights: [Double](repeating: 1, count: telling.count))
        var width: Double?
        for _ in 0..<3 {
            guard let solution = equations.solution(unknowns: model.rawValue) else { return nil }
            let discrepancies = telling.indices.map { index in
                telling[index].discrepancy(from: SIMD2((rows[index].x * solution).sum(), (rows[index].y * solution).sum()))
            }
            // Geman and McClure's weights. Their width comes from the better half of the blocks.
            let scale = width ?? max(0.25, 4 * discrepancies.sorted()[discrepancies.count / 2])
            width = scale
            equations = start
            equations.add(telling, rows: rows, weights: discrepancies.map { 1 / ((1 + $0 / scale) * (1 + $0 / scale)) })
        }
        return equations.solution(unknowns: model.rawValue).map { ($0, equations) }
    }

    /// An upper bound of the distance by which a step moves a corner.
    private static func size(of step: SIMD8<Double>) -> Double { step.replacing(with: -step, where: step .< 0).sum() }

    /// The origin (`centre`) and the unit (`reach`) of the coordinates of the unknowns. In these coordinates, the longer side of the plane goes from
    /// -1 to 1.
    private var centre: SIMD2<Double> { SIMD2(Double(level.plane.width), Double(level.plane.height)) / 2 }
    private var reach: Double { Double(max(level.plane.width, level.plane.height)) / 2 }

    private func map(_ step: SIMD8<Double>) -> Homography {
        let t = step / reach
        let map = Homography([1 + t[2], t[3], t[0], t[4], 1 + t[5], t[1], -t[6], -t[7], 1])
        return map.inPixels(centre: centre, reach: reach)
    }
}

extension NormalEquations {
    fileprivate mutating func add(_ motions: [BlockMotion], rows: [(x: SIMD8<Double>, y: SIMD8<Double>)], weights: [Double]) {
        for index in motions.indices {
            let (first, second) = motions[index].equations
            let row = rows[index]
            add(row: first.x * row.x + first.y * row.y, value: first.z, weight: weights[index])
            add(row: second.y * row.y, value: second.z, weight: weights[index])
        }
    }
}
