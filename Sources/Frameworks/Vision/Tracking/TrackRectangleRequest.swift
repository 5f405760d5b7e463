import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Tracks a rectangle on a flat object from frame to frame while its perspective changes. Perform the request with one
/// ``ImageRequestHandler`` per frame.
///
/// The result is `nil` for a frame that comes less than ``frameAnalysisSpacing`` after the last analyzed frame. The confidence falls when
/// the rectangle changes its appearance or is hidden. Below 0.3, the rectangle is treated as lost. Performing the request fails with
/// `invalidArgument` if a frame differs in size from the previous frames. The same error occurs if a frame has an earlier time than the
/// last frame. The next frame then begins a new sequence.
public final class TrackRectangleRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    public typealias Result = RectangleObservation?

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// The observation to track. It defines the rectangle's corners in the first frame, and the `uuid` of all results.
    public let inputObservation: any QuadrilateralProviding & VisionObservation
    let settings = Locked(TrackingRequestSettings(level: .fast))
    private let tracker = FollowingState<RectangleTracking>()

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// Whether the tracker is fast or precise.
    public enum TrackingLevel: CaseIterable, Sendable, Equatable, Codable, Hashable {
        /// More precise corners, at about a third of the speed.
        case accurate
        /// The default, three times as fast as `accurate`.
        case fast
    }

    /// Creates a request that tracks a rectangle.
    ///
    /// - Parameters:
    ///   - detectedRectangle: the rectangle's corners in the first frame.
    ///   - revision: the revision of the algorithm; `nil` for the newest revision.
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; `nil` to analyze every frame.
    public init(
        detectedRectangle: any QuadrilateralProviding & VisionObservation, _ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil
    ) {
        inputObservation = detectedRectangle
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The tracking level, `fast` by default. Setting another level restarts the tracking.
    public var trackingLevel: TrackingLevel {
        get { settings.withLock { $0.level == .fast ? .fast : .accurate } }
        set { settings.withLock { $0.level = newValue == .fast ? .fast : .accurate } }
    }

    /// The part of every frame to analyze. Setting another region restarts the tracking.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    public var descriptor: RequestDescriptor { .trackRectangleRequest(revision) }

    public var minimumLatencyFrameCount: Int { 1 }

    func beginSequence() { tracker.reset() }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let input = inputObservation
        let corners = [input.topLeft, input.topRight, input.bottomRight, input.bottomLeft].map(\.cgPoint)
        let spacing = frameAnalysisSpacing
        let identity = input.uuid
        return job(tracker, settings.withLock { $0 }, cancellation) { settings in
            try RectangleTracking(
                corners: corners, level: settings.level, regionOfInterest: settings.regionOfInterest.cgRect, spacing: spacing)
        } result: { found, origin in
            RectangleObservation(origin.facts(confidence: found.confidence, following: identity), corners: found.corners)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .trackRectangle(self, result) }
}
