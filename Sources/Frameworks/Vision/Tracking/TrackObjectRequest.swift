import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Tracks the object in a box from frame to frame. Each frame has its own ``ImageRequestHandler``.
///
/// The result is `nil` for a frame that comes less than ``frameAnalysisSpacing`` after the last one. The confidence falls when the object
/// changes its appearance or is hidden. Below 0.3 the object counts as lost, and the box stays at its last position. If a frame has another
/// size than the frames before, or an earlier time than the last one, performing the request fails with `invalidArgument`. The next frame
/// then counts as the first again.
public final class TrackObjectRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    public typealias Result = DetectedObjectObservation?

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// The observation to track. It gives the object's position in the first frame, and the identity.
    public let inputObservation: any BoundingBoxProviding & VisionObservation
    let settings = Locked(TrackingRequestSettings(level: .accurate))
    private let tracker = FollowingState<ObjectTracking>()

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// - Parameters:
    ///   - detectedObject: the object's position in the first frame. Its box may reach beyond the image.
    ///   - revision: the revision; `nil` for the newest.
    ///   - frameAnalysisSpacing: the least time between two analyzed frames; `nil` to analyze every frame.
    public init(
        detectedObject: any BoundingBoxProviding & VisionObservation, _ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil
    ) {
        inputObservation = detectedObject
        self.revision = revision ?? .revision2
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2]

    /// The part of every frame to analyze. Setting another region restarts the tracking.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    public var descriptor: RequestDescriptor { .trackObjectRequest(revision) }

    public var minimumLatencyFrameCount: Int { 1 }

    func beginSequence() { tracker.reset() }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let box = inputObservation.boundingBox.cgRect
        let identity = inputObservation.uuid
        let spacing = frameAnalysisSpacing
        return job(tracker, settings.withLock { $0 }, cancellation) { settings in
            try ObjectTracking(
                boundingBox: box, level: settings.level, regionOfInterest: settings.regionOfInterest.cgRect, spacing: spacing)
        } result: { found, origin in
            let facts = origin.facts(confidence: found.confidence, following: identity)
            return DetectedObjectObservation(facts, boundingBox: NormalizedRect(normalizedRect: found.boundingBox))
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .trackObject(self, result) }
}
