import CKernels
import CoreGraphics
import CoreMedia

/// A tracked rectangle in a frame. Coordinates are normalised to the upright image, with the origin at the lower left.
package struct TrackedRectangle: Equatable, Sendable {
    /// The corners, clockwise from the top left corner of the rectangle in the first frame.
    package let corners: [CGPoint]
    /// The confidence, from 0 to 1; below 0.3 the rectangle is not seen.
    package let confidence: Float
}

/// Tracks a rectangle while its perspective changes.
///
/// A correlation filter predicts the rectangle's approximate position. The picture there is rectified and registered with the rectangle's picture in
/// the first frame. In this way errors do not accumulate.
package struct RectangleTracking: SequenceAnalysis {
    private let corners: [CGPoint]
    private let level: TrackingLevel
    private let regionOfInterest: CGRect
    private let spacing: FrameSpacing
    /// The time of the last frame that was analyzed.
    private var last: CMTime?
    private var state: State?

    private struct State {
        let target: CorrelationTarget
        let plan: Rectification
        let reference: RegisteredImage
        /// The corners in pixels, with the origin at the upper left.
        var corners: [CGPoint]
        var box: CGRect
    }

    /// - Parameters:
    ///   - corners: from the top left, clockwise, normalised to the upright image, origin at the lower left.
    ///   - regionOfInterest: the part of every frame. Only this part is searched.
    ///   - spacing: the least time between two analyzed frames. Frames within this time have no findings.
    /// - Throws: `invalidArgument` if the corners span no quadrilateral or lie outside of the image.
    package init(corners: [CGPoint], level: TrackingLevel, regionOfInterest: CGRect, spacing: CMTime = .zero) throws {
        guard corners.count == 4, corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            throw VisionFailure(.invalidArgument, "the corners \(corners) are not those of a rectangle")
        }
        try TrackedRegion.check(CGRect(around: corners))
        guard Homography(unitSquareTo: corners) != nil else {
            throw VisionFailure(.invalidArgument, "the corners \(corners) span no quadrilateral")
        }
        self.corners = corners
        self.level = level
        self.regionOfInterest = regionOfInterest
        self.spacing = FrameSpacing(spacing)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        spacing.isDue(frame.timeRange.start, after: last) ? [.whole(frame)] : []
    }

    package mutating func advance(_ context: AnalysisContext) throws -> [TrackedRectangle] {
        let frame = context.frame
        try frame.info.checkOrder(after: last)
        guard spacing.isDue(frame.info.timeRange.start, after: last) else { return [] }
        guard var state else {
            self.state = try begin(frame)
            last = frame.info.presentationTime
            return [TrackedRectangle(corners: corners, confidence: 1)]
        }
        let found = try state.target.advance(frame)
        let predicted = state.corners.map { Self.moved($0, from: state.box, to: found.box) }
        state.box = found.box
        var confidence = found.confidence
        if let aligned = try state.plan.corners(near: predicted, in: frame, like: state.reference) {
            state.corners = aligned.corners
            confidence = max(confidence * 0.5, aligned.confidence)
        } else {
            // If the picture no longer matches the first frame, the prediction is used, with a low confidence.
            state.corners = predicted
            confidence *= 0.5
        }
        self.state = state
        last = frame.info.presentationTime
        return [TrackedRectangle(corners: state.corners.map(frame.info.normalized), confidence: confidence)]
    }

    private func begin(_ frame: Frame) throws -> State {
        let pixels = corners.map(frame.info.pixel(at:))
        let box = CGRect(around: pixels)
        let plan = Rectification(
            corners: pixels, longestSide: level.rectifiedSide, part: TrackedRegion.pixels(regionOfInterest, of: frame.info))
        guard let reference = try plan.image(of: pixels, in: frame) else {
            throw VisionFailure(.invalidArgument, "the corners \(corners) span no quadrilateral")
        }
        let target = try CorrelationTarget(box, in: frame, part: plan.part, level: level)
        return State(target: target, plan: plan, reference: reference, corners: pixels, box: box)
    }

    private static func moved(_ point: CGPoint, from: CGRect, to: CGRect) -> CGPoint {
        let scale = to.width / max(from.width, 1e-6)
        return CGPoint(x: to.midX + (point.x - from.midX) * scale, y: to.midY + (point.y - from.midY) * scale)
    }
}
