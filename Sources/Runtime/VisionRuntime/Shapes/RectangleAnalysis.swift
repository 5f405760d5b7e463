import CoreGraphics

/// The rectangles in a part of an image, seen in perspective.
package struct RectangleAnalysis: Analysis {
    private let finder: RectangleFinder
    private let minimumConfidence: Float
    private let maximumObservations: Int
    private let regionOfInterest: CGRect

    /// - Parameters:
    ///   - minimumAspectRatio: the least ratio of the shorter to the longer side. Like `maximumAspectRatio`, it is from 0 to 1.
    ///   - quadratureTolerance: how far a corner's angle may be from 90°, from 0° to 45°.
    ///   - minimumSize: the least length of the shorter side, relative to the image's shorter side.
    ///   - minimumConfidence: from 0 to 1.
    ///   - maximumObservations: the greatest number of rectangles; 0 for no limit.
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

    /// The most certain first.
    package func findings(in context: AnalysisContext) throws -> [QuadrilateralFinding] {
        try finder.find(
            regionOfInterest, in: context, minimumConfidence: minimumConfidence,
            maximumCount: maximumObservations == 0 ? .max : maximumObservations)
    }
}
