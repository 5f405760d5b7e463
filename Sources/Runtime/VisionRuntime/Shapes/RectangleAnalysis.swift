import CoreGraphics

/// Finds rectangles in a part of an image. They may be seen in perspective.
package struct RectangleAnalysis: Analysis {
    private let finder: RectangleFinder
    private let minimumConfidence: Float
    private let maximumObservations: Int
    private let regionOfInterest: CGRect

    /// - Parameters:
    ///   - minimumAspectRatio: the least ratio of the shorter to the longer side, from 0 to 1. `maximumAspectRatio` is the greatest ratio.
    ///   - quadratureTolerance: the greatest deviation of a corner's angle from 90°. The range is 0° to 45°.
    ///   - minimumSize: the least length of the shorter side. The unit is the image's shorter side.
    ///   - minimumConfidence: the least confidence, from 0 to 1.
    ///   - maximumObservations: the maximum number of findings. With 0 there is no limit.
    ///   - regionOfInterest: normalised to the upright image, origin at the lower left.
    /// - Throws: `VisionFailure` of kind `invalidArgument` if a setting is out of range.
    package init(
        minimumAspectRatio: Float, maximumAspectRatio: Float, quadratureTolerance: Float, minimumSize: Float, minimumConfidence: Float,
        maximumObservations: Int, regionOfInterest: CGRect
    ) throws {
        for (name, value, range) in [
            ("minimum aspect ratio", minimumAspectRatio, 0...1), ("maximum aspect ratio", maximumAspectRatio, 0...1),
            ("quadrature tolerance", quadratureTolerance, 0...45), ("minimum size", minimumSize, 0...1),
            ("minimum confidence", minimumConfidence, 0...1),
        ] as [(String, Float, ClosedRange<Float>)] where !range.contains(value) {
            throw VisionFailure(.invalidArgument, "the \(name) \(value) is not within \(range.lowerBound)...\(range.upperBound)")
        }
        guard minimumAspectRatio <= maximumAspectRatio else {
            throw VisionFailure(
                .invalidArgument, "the minimum aspect ratio \(minimumAspectRatio) is above the maximum, \(maximumAspectRatio)")
        }
        guard maximumObservations >= 0 else {
            throw VisionFailure(.invalidArgument, "there cannot be \(maximumObservations) observations at most")
        }
        finder = RectangleFinder(
            aspectRatios: minimumAspectRatio...maximumAspectRatio, quadratureTolerance: quadratureTolerance, minimumSize: minimumSize)
        self.minimumConfidence = minimumConfidence
        self.maximumObservations = maximumObservations
        self.regionOfInterest = regionOfInterest
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { finder.demands(regionOfInterest, of: frame) }

    /// The rectangles, the most certain first.
    package func findings(in context: AnalysisContext) throws -> [QuadrilateralFinding] {
        let found = try finder.find(
            regionOfInterest, in: context, maximumCount: maximumObservations == 0 ? .max : maximumObservations,
            isCertain: { Self.confidence($0) >= minimumConfidence })
        return found.map { QuadrilateralFinding(corners: $0.corners, confidence: Self.confidence($0.confidence)) }
    }

    /// The confidence of a rectangle with a score from 0 to 1.
    ///
    /// Programs ask for confidences of 0.8 and more. A rectangle whose sides are all visible has a score of at least one half, and thus a confidence of
    /// at least 0.75.
    private static func confidence(_ score: Float) -> Float {
        let missing = 1 - min(max(score, 0), 1)
        return 1 - missing * missing
    }
}
