import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Follows what is in a box, frame after frame, on ``ImageRequestHandler`` after handler.
///
/// The result is `nil` for a frame that follows the last one sooner than ``frameAnalysisSpacing``. The confidence falls when the object looks
/// different or is hidden; below 0.3 it is not seen, and the box stays where it was last. A frame of another size than the ones before, or
/// with a time before that of the last one, fails with `invalidArgument`; the frame after that is the first again.
public final class TrackObjectRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    public typealias Result = DetectedObjectObservation?

    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// What is followed: its place in the first frame and its identity.
    public let inputObservation: any BoundingBoxProviding & VisionObservation
    let settings = Locked(TrackingRequestSettings(level: .accurate))
    private let tracker = FollowingState<ObjectTracking>()

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 2 of the request.
        case revision2
    }

    /// - Parameters:
    ///   - detectedObject: where the object is in the first frame; its box may reach beyond the image.
    ///   - revision: `nil` for the newest.
    ///   - frameAnalysisSpacing: `nil` to analyze every frame.
    public init(
        detectedObject: any BoundingBoxProviding & VisionObservation, _ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil
    ) {
        inputObservation = detectedObject
        self.revision = revision ?? .revision2
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision2]

    /// The part of every frame that is looked at. Setting another one begins anew.
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
