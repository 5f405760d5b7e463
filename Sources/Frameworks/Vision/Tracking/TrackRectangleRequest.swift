import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Tracks a rectangle on a flat object from frame to frame while its perspective changes. Each frame has its own ``ImageRequestHandler``.
///
/// The result is `nil` for a frame that comes less than ``frameAnalysisSpacing`` after the last one. The confidence falls when the
/// rectangle changes its appearance or is hidden. Below 0.3 it counts as lost. If a frame has another size than the frames before, or an
/// earlier time than the last one, performing the request fails with `invalidArgument`. The next frame then counts as the first again.
public final class TrackRectangleRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    public typealias Result = RectangleObservation?

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// The observation to track. It gives the corners in the first frame, and the identity.
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

    /// - Parameters:
    ///   - detectedRectangle: the rectangle's corners in the first frame.
    ///   - revision: the revision; `nil` for the newest.
    ///   - frameAnalysisSpacing: the least time between two analyzed frames; `nil` to analyze every frame.
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
