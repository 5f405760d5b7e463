import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Tracks the object in a box from frame to frame. Perform the request with one ``ImageRequestHandler`` per frame.
///
/// The result is `nil` for a frame that comes less than ``frameAnalysisSpacing`` after the last analyzed frame. The confidence falls when
/// the object changes its appearance or is hidden. Below 0.3, the object is treated as lost, and the box stays at its last position.
/// Performing the request fails with `invalidArgument` if a frame differs in size from the previous frames. The same error occurs if a
/// frame has an earlier time than the last frame. The next frame then begins a new sequence.
public final class TrackObjectRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    public typealias Result = DetectedObjectObservation?

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// The observation to track. It defines the object's position in the first frame, and the `uuid` of all results.
    public let inputObservation: any BoundingBoxProviding & VisionObservation
    let settings = Locked(TrackingRequestSettings(level: .accurate))
    private let tracker = FollowingState<ObjectTracking>()

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// Creates a request that tracks an object.
    ///
    /// - Parameters:
    ///   - detectedObject: the object's position in the first frame. Its box may reach beyond the image.
    ///   - revision: the revision of the algorithm; `nil` for the newest revision.
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; `nil` to analyze every frame.
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
