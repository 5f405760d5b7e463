/// The data of an image that alignment by a homography needs, computed once.
package struct HomographyImage: Sendable {
    package let image: RegistrationImage
    let features: CornerFeatures

    /// - Throws: `ImageError` or `RegistrationFailure.outOfMemory` if there is no memory.
    package init(_ plane: GrayPlane) throws {
        image = try RegistrationImage(plane)
        features = try CornerFeatures(image)
    }
}

/// The homography between a floating image and a reference that was taken from another place or in another direction.
package struct HomographyAlignment: Equatable, Sendable {
    /// The map from points of the floating image to the reference, in pixels with the origin at the upper left corner. Its nine elements are row by
    /// row; the last is 1.
    package let matrix: [Double]
    /// The confidence, from 0 to 1. It is 0 if the map is unknown.
    package let confidence: Float

    package init(matrix: [Double], confidence: Float) {
        self.matrix = matrix
        self.confidence = confidence
    }

    /// - Throws: `RegistrationFailure`.
    package static func align(floating: HomographyImage, reference: HomographyImage) throws -> HomographyAlignment {
        try reference.image.checkSize(of: floating.image)
        let unknown = HomographyAlignment(matrix: Homography.identity.elements, confidence: 0)
        let blocks = ReferenceBlocks(reference.image)
        let shifts = try blocks.shifts(of: floating.image, from: reference.image)
        let starts =
            shifts.map { HomographyStart(refinement: $0, model: .translation) } + [matched(floating, reference, blocks)].compactMap(\.self)
        let refined = starts.map { $0.freed(floating: floating.image.smallest, blocks: blocks.smallest) }
        guard let start = refined.max(by: { $0.refinement.agreement.score < $1.refinement.agreement.score }) else { return unknown }
        let warp = blocks.descend(from: start.refinement, floating: floating.image, model: start.model)
        guard let map = warp.inverse?.normalized,
            warp.isPlausible(width: Double(reference.image.width), height: Double(reference.image.height))
        else { return unknown }
        return HomographyAlignment(matrix: map.elements, confidence: start.refinement.agreement.confidence)
    }

    /// Estimates the homography from matching corners.
    private static func matched(_ floating: HomographyImage, _ reference: HomographyImage, _ blocks: ReferenceBlocks) -> HomographyStart? {
        let matches = reference.features.matches(in: floating.features)
        let plane = reference.image.smallest
        let pairs = RobustHomography(
            from: matches.map(\.own), to: matches.map(\.other), size: SIMD2(Double(plane.width), Double(plane.height)))
        guard let warp = pairs.estimate() else { return nil }
        let agreement = BlockAlignment(level: blocks.smallest, floating: floating.image.smallest).agreement(warp)
        return HomographyStart(refinement: Refinement(warp: warp, agreement: agreement, equations: nil), model: .projective)
    }
}

/// A warp between two images at their smallest size, and the motion model with which the warp has been refined so far.
private struct HomographyStart {
    let refinement: Refinement
    let model: MotionModel

    /// Refines the warp with an affine map and then with a homography. It stops if the agreement falls, or if there are not enough blocks for the
    /// unknowns.
    func freed(floating: GrayPlane, blocks: ReferenceBlocks.Level) -> HomographyStart {
        let alignment = BlockAlignment(level: blocks, floating: floating)
        var best = self
        for next in [MotionModel.affine, .projective] where next.rawValue >= model.rawValue {
            guard best.refinement.agreement.correlations.count >= 3 * next.rawValue else { break }
            let refinement = alignment.refined(best.refinement.warp, model: next, steps: 12, precision: 0.05)
            // A model with more unknowns may agree slightly less, because the steps end before the optimum.
            guard refinement.agreement.score >= 0.98 * best.refinement.agreement.score,
                refinement.warp.isPlausible(width: Double(floating.width), height: Double(floating.height))
            else { break }
            best = HomographyStart(refinement: refinement, model: next)
        }
        return best
    }
}
