/// The shift between a floating image and a reference.
package struct TranslationAlignment: Equatable, Sendable {
    /// The shift from a point of the floating image to the reference, in pixels, to the right (`dx`) and down (`dy`).
    package let dx: Double
    package let dy: Double
    /// The confidence, from 0 to 1. It is 0 if the shift is unknown.
    package let confidence: Float

    package init(dx: Double, dy: Double, confidence: Float) {
        self.dx = dx
        self.dy = dy
        self.confidence = confidence
    }

    /// - Throws: `RegistrationFailure`.
    package static func align(floating: RegistrationImage, reference: RegistrationImage) throws -> TranslationAlignment {
        try reference.checkSize(of: floating)
        let blocks = ReferenceBlocks(reference)
        guard let start = try blocks.shifts(of: floating, from: reference).first else {
            return TranslationAlignment(dx: 0, dy: 0, confidence: 0)
        }
        let shift = blocks.descend(from: start, floating: floating, model: .translation).shift
        return TranslationAlignment(dx: -shift.x, dy: -shift.y, confidence: start.agreement.confidence)
    }
}

extension ReferenceBlocks {
    /// The likeliest shifts at the smallest size of the images, the best first. The array is empty if an image is too small or has no
    /// texture.
    ///
    /// Phase correlation proposes several shifts. A shift may fit only a part of the picture, or be wrong by one period of the transform.
    /// The agreement of the blocks decides between them.
    func shifts(of floating: RegistrationImage, from reference: RegistrationImage) throws -> [Refinement] {
        guard !smallest.corners.isEmpty, let one = floating.spectrum, let other = reference.spectrum else { return [] }
        let plane = reference.smallest
        let shifts = try other.shifts(of: one, width: plane.width, height: plane.height) + [SIMD2<Double>.zero]
        let alignment = BlockAlignment(level: smallest, floating: floating.smallest)
        return shifts.map { Homography(translation: -$0) }
            .map { (warp: $0, score: alignment.agreement($0).score) }
            .sorted { $0.score > $1.score }
            .prefix(2)
            .map { alignment.refined($0.warp, model: .translation, steps: 5, precision: 0.03) }
            .sorted { $0.agreement.score > $1.agreement.score }
    }

    /// Refines a warp from the smallest size of the images to the largest, and returns it in coordinates of the largest size.
    ///
    /// If one size disagrees with the smaller sizes, the result of the smaller sizes is used. This happens if the motion does not fit the
    /// model, for example if rotated images are registered by a shift.
    func descend(from start: Refinement, floating: RegistrationImage, model: MotionModel) -> Homography {
        var best = start
        var level = smallest
        var score = start.agreement.score
        for index in (0..<floating.levels.count - 1).reversed() {
            let warp = best.warp.scaled(by: 2)
            // In noisy images a homography's eight unknowns need all pixels.
            level = larger(than: level, index: index, takesAll: model == .projective && index == 0)
            best = BlockAlignment(level: level, floating: floating.levels[index])
                .refined(warp, model: model, steps: 4, precision: index == 0 ? 0.01 : 0.03, prior: best.equations)
            guard best.agreement.score >= 0.3 * score else { return warp.scaled(by: Double(1 << index)) }
            score = max(score, best.agreement.score)
        }
        return best.warp
    }
}
