import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Finds, frame after frame, the shift that brings a frame onto the one before; or, with ``TargetedImageRequestHandler``, the one that brings
/// the target image onto the source.
///
/// Each request keeps the frame before for itself. The first frame, and one of another size than the one before, is brought onto itself. A frame
/// that follows the last one sooner than ``frameAnalysisSpacing`` is left out: performing the request fails with `dataUnavailable`.
/// One whose time lies before that of the last one fails with `invalidArgument`, and the one after it is the first again.
public final class TrackTranslationalImageRegistrationRequest: ImageProcessingRequest, StatefulAnalysisRequest, TargetedAnalysisRequest {
    public typealias Result = ImageTranslationAlignmentObservation

    /// The revision of the algorithm, chosen when the request was made.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    let settings = Locked(RegistrationSettings())
    private let tracker = RegionSequence<RegistrationTracking>()

    /// The revisions of the algorithm that are there, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// - Parameters:
    ///   - revision: `nil` for the newest.
    ///   - frameAnalysisSpacing: `nil` to analyze every frame.
    public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The revisions that a request may be made with, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The part of both images that is compared. Setting another one begins a new sequence.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.regionOfInterest } }
        set { settings.withLock { $0.regionOfInterest = newValue } }
    }

    public var descriptor: RequestDescriptor { .trackTranslationalImageRegistrationRequest(revision) }

    public var minimumLatencyFrameCount: Int { 1 }

    func beginSequence() { tracker.reset() }

    func job(_ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let state = tracker.state(of: .translation, region: regionOfInterest.cgRect, spacing: frameAnalysisSpacing)
        return job(state, cancellation) { findings, origin in
            ImageTranslationAlignmentObservation(try findings.onlyAlignment(), &origin)
        }
    }

    func job(target: DeferredFrame, _ cancellation: Cancellation) throws -> AnalysisJob<Result> {
        let analysis = RegistrationAnalysis(floating: target, model: .translation, regionOfInterest: regionOfInterest.cgRect)
        return job(analysis, cancellation) { findings, origin in
            ImageTranslationAlignmentObservation(try findings.onlyAlignment(), &origin)
        }
    }

    func visionResult(_ result: Result) -> VisionResult { .trackTranslationalImageRegistration(self, result) }
}
