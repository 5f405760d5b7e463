import CoreGraphics
import CoreMedia

/// The position of a tracked object in a frame.
package struct TrackedObject: Equatable, Sendable {
    /// The object's bounding box, normalised to the upright image, origin at the lower left. It may reach beyond the image.
    package let boundingBox: CGRect
    /// The confidence, from 0 to 1. Below 0.3 the object counts as lost, and the box stays where it was last.
    package let confidence: Float
}

/// Tracks the object that is in a box of the first frame.
package struct ObjectTracking: SequenceAnalysis {
    private let boundingBox: CGRect
    private let level: TrackingLevel
    private let regionOfInterest: CGRect
    private let spacing: FrameSpacing
    /// The time of the last frame that was analyzed.
    private var last: CMTime?
    private var target: CorrelationTarget?

    /// - Parameters:
    ///   - boundingBox: normalised to the upright image, origin at the lower left.
    ///   - regionOfInterest: the part of every frame. Only this part is searched.
    ///   - spacing: the least time between two analyzed frames. Frames within this time have no findings.
    /// - Throws: `invalidArgument` if the box is empty, not a number or outside of the image.
    package init(boundingBox: CGRect, level: TrackingLevel, regionOfInterest: CGRect, spacing: CMTime = .zero) throws {
        try TrackedRegion.check(boundingBox)
        self.boundingBox = boundingBox
        self.level = level
        self.regionOfInterest = regionOfInterest
        self.spacing = FrameSpacing(spacing)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        spacing.isDue(frame.timeRange.start, after: last) ? [.whole(frame)] : []
    }

    package mutating func advance(_ context: AnalysisContext) throws -> [TrackedObject] {
        let frame = context.frame
        try frame.info.checkOrder(after: last)
        guard spacing.isDue(frame.info.timeRange.start, after: last) else { return [] }
        guard let target else {
            target = try CorrelationTarget(
                frame.info.pixels(in: boundingBox), in: frame, part: TrackedRegion.pixels(regionOfInterest, of: frame.info), level: level)
            last = frame.info.presentationTime
            return [TrackedObject(boundingBox: boundingBox, confidence: 1)]
        }
        let found = try target.advance(frame)
        last = frame.info.presentationTime
        return [TrackedObject(boundingBox: frame.info.normalized(found.box), confidence: found.confidence)]
    }
}
