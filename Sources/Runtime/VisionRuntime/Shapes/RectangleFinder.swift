import CKernels
import CoreGraphics

/// Finds quadrilaterals by their sides. Edge segments are joined to lines, and lines that meet at suitable angles form quadrilaterals. The
/// score of a quadrilateral is the visible fraction of its sides. The finder then refines each side in a picture of higher resolution.
struct RectangleFinder: Hashable, Sendable {
    /// The allowed ratios of the shorter to the longer side.
    var aspectRatios: ClosedRange<Float>
    /// The greatest deviation of a corner's angle from 90°, in degrees.
    var quadratureTolerance: Float
    /// The least length of the shorter side, relative to the picture's shorter side.
    var minimumSize: Float

    /// The longer side of the small picture in which sides are found, in pixels. It has little noise. `fineDimension` is the longer side of
    /// the picture in which the sides are refined.
    private static let coarseDimension = 640
    private static let fineDimension = 2048
    private static let capacity = 100

    private func views(_ regionOfInterest: CGRect, _ frame: FrameInfo) -> (coarse: ReducedView, fine: ReducedView) {
        (
            ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.coarseDimension),
            ReducedView(of: regionOfInterest, in: frame, maximumDimension: Self.fineDimension)
        )
    }

    func demands(_ regionOfInterest: CGRect, of frame: FrameInfo) -> [FrameDemand] {
        let views = views(regionOfInterest, frame)
        return [views.coarse.demand, views.fine.demand]
    }

    /// The quadrilaterals in a part of a frame, those with the highest scores first. If several are nearly equal, only one of them is returned. The
    /// confidence of a finding is its score, from 0 to 1.
    ///
    /// - Parameter isCertain: whether a quadrilateral with this score may be returned.
    /// - Throws: `VisionFailure`.
    func find(
        _ regionOfInterest: CGRect, in context: AnalysisContext, maximumCount: Int, isCertain: (_ score: Float) -> Bool
    ) throws -> [QuadrilateralFinding] {
        let views = views(regionOfInterest, context.frame.info)
        let coarse = try views.coarse.gray(of: context.frame)
        try context.cancellation.check()
        let found = try find(in: coarse).filter { isCertain($0.confidence) }
        guard !found.isEmpty else { return [] }
        try context.cancellation.check()
        let fine = try views.fine.gray(of: context.frame)
        let scale = (x: CGFloat(fine.width) / CGFloat(coarse.width), y: CGFloat(fine.height) / CGFloat(coarse.height))
        var kept: [Quadrilateral] = []
        for var quadrilateral in found {
            quadrilateral.corners = quadrilateral.corners.map { CGPoint(x: $0.x * scale.x, y: $0.y * scale.y) }
            withExtendedLifetime(fine) {
                var plane = fine.view
                rectangles_refine(&plane, &quadrilateral, max(3, 2.5 * Float(max(scale.x, scale.y))))
            }
            // Neighbouring sides may have been refined onto the same edge.
            if !kept.contains(where: { overlap($0, quadrilateral) > 0.7 }) { kept.append(quadrilateral) }
            if kept.count == maximumCount { break }
        }
        return kept.map { QuadrilateralFinding($0, in: views.fine) }
    }

    private func find(in plane: GrayPlane) throws -> [Quadrilateral] {
        let settings = RectangleSettings(
            minimum_aspect_ratio: aspectRatios.lowerBound, maximum_aspect_ratio: aspectRatios.upperBound, tolerance: quadratureTolerance,
            minimum_side: minimumSize * Float(min(plane.width, plane.height)))
        var found = [Quadrilateral](repeating: Quadrilateral(), count: Self.capacity)
        let count = withExtendedLifetime(plane) {
            var plane = plane.view
            return rectangles_find(&plane, settings, &found, Int32(Self.capacity))
        }
        guard count >= 0 else { throw VisionFailure(.outOfMemory, "there is no memory to find rectangles") }
        return Array(found.prefix(Int(count)))
    }

    private func overlap(_ one: Quadrilateral, _ other: Quadrilateral) -> Float {
        var (one, other) = (one, other)
        return rectangles_overlap(&one, &other)
    }
}
