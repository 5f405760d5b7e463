import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Follows a rectangle on something flat, whose perspective may change, frame after frame, on ``ImageRequestHandler`` after handler.
///
/// The result is `nil` for a frame that follows the last one sooner than ``frameAnalysisSpacing``. The confidence falls when the rectangle looks
/// different or is hidden; below 0.3 it is not seen. A frame of another size than the ones before, or with a time before
/// that of the last one, fails with `invalidArgument`; the frame after that is the first again.
public final class TrackRectangleRequest: ImageProcessingRequest, StatefulAnalysisRequest {
    public typealias Result = RectangleObservation?

    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    /// What is followed: its corners in the first frame and its identity.
    public let inputObservation: any QuadrilateralProviding & VisionObservation
    let settings = Locked(TrackingRequestSettings(level: .fast))
    private let tracker = FollowingState<RectangleTracking>()

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// Whether the tracker is to be quick or to look closely.
    public enum TrackingLevel: CaseIterable, Sendable, Equatable, Codable, Hashable {
        /// Finer places, at about a third of the speed.
        case accurate
        /// The default: three times as fast as `accurate`.
        case fast
    }

    /// - Parameters:
    ///   - detectedRectangle: where the rectangle is in the first frame.
    ///   - revision: `nil` for the newest.
    ///   - frameAnalysisSpacing: `nil` to analyze every frame.
    public init(
        detectedRectangle: any QuadrilateralProviding & VisionObservation, _ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil
    ) {
        inputObservation = detectedRectangle
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// By default `fast`. Setting another one begins anew.
    public var trackingLevel: TrackingLevel {
        get { settings.withLock { $0.level == .fast ? .fast : .accurate } }
        set { settings.withLock { $0.level = newValue == .fast ? .fast : .accurate } }
    }

    /// The part of every frame that is looked at. Setting another one begins anew.
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
