import CoreGraphics
import CoreML
import CoreMedia
import Locks
import VisionRuntime

/// Finds the shift that moves each frame onto the previous frame. With a ``TargetedImageRequestHandler`` it finds the shift that moves the
/// target image onto the source image.
///
/// Each request stores the last frame that it analyzed. The result is the identity for the first frame, and for a frame whose size differs
/// from the previous frame. A frame that comes less than ``frameAnalysisSpacing`` after the last analyzed frame is skipped: performing the
/// request fails with `dataUnavailable`. If a frame has an earlier time than the last frame, performing the request fails with
/// `invalidArgument`. The next frame then begins a new sequence.
public final class TrackTranslationalImageRegistrationRequest: ImageProcessingRequest, StatefulAnalysisRequest, TargetedAnalysisRequest {
    public typealias Result = ImageTranslationAlignmentObservation

    /// The revision of the algorithm.
    public let revision: Revision
    public let frameAnalysisSpacing: CMTime
    let settings = Locked(RegistrationSettings())
    private let tracker = RegionSequence<RegistrationTracking>()

    /// The supported revisions of the algorithm, the newest last.
    public enum Revision: Comparable, Sendable, Equatable, Codable, Hashable {
        /// Apple's revision 1 of the request.
        case revision1
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameters:
    ///   - revision: the revision of the algorithm; `nil` for the newest revision.
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; `nil` to analyze every frame.
    public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// The supported revisions, the newest last.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The part of both images to compare. Setting another region begins a new sequence.
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
