import CoreMedia
import VisionRuntime

/// Revision 1 of ``VNTrackTranslationalImageRegistrationRequest``.
public let VNTrackTranslationalImageRegistrationRequestRevision1 = 1
/// Revision 1 of ``VNTrackHomographicImageRegistrationRequest``.
public let VNTrackHomographicImageRegistrationRequestRevision1 = 1

/// Finds the shift that moves each frame onto the previous frame.
///
/// If a frame has an earlier time than the last frame, performing the request fails with `invalidArgument`. The next frame then begins a new
/// sequence.
open class VNTrackTranslationalImageRegistrationRequest: VNStatefulRequest, @unchecked Sendable {
    private let tracker = RegionSequence<RegistrationTracking>()

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init() {
        self.init(frameAnalysisSpacing: .zero)
    }

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// Creates a request that analyzes the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; frames that come sooner are skipped. With zero, every frame is
    ///     analyzed.
    ///   - completionHandler: called on the performing thread when the request is done or has failed.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// An observation for each analyzed frame. The transform is the identity for the first frame, and for a frame whose size differs from
    /// the previous frame.
    public var results: [VNImageTranslationAlignmentObservation]? { latestResults as? [VNImageTranslationAlignmentObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNTrackTranslationalImageRegistrationRequestRevision1) }

    override func beginSequence() { tracker.reset() }

    override func makeTwin() -> VNRequest {
        VNTrackTranslationalImageRegistrationRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let state = tracker.state(of: .translation, region: performance.settings.regionOfInterest, spacing: frameAnalysisSpacing)
        return performance.job(state) { findings, origin in
            findings.map { VNImageTranslationAlignmentObservation(origin, $0) }
        }
    }
}

/// Finds the homography that maps each frame onto the previous frame.
///
/// If a frame has an earlier time than the last frame, performing the request fails with `invalidArgument`. The next frame then begins a new
/// sequence.
open class VNTrackHomographicImageRegistrationRequest: VNStatefulRequest, @unchecked Sendable {
    private let tracker = RegionSequence<RegistrationTracking>()

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init() {
        self.init(frameAnalysisSpacing: .zero)
    }

    /// Creates a request that analyzes every frame, with the default settings.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// Creates a request that analyzes the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: the minimum time between two analyzed frames; frames that come sooner are skipped. With zero, every frame is
    ///     analyzed.
    ///   - completionHandler: called on the performing thread when the request is done or has failed.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// An observation for each analyzed frame. The transform is the identity for the first frame, and for a frame whose size differs from
    /// the previous frame.
    public var results: [VNImageHomographicAlignmentObservation]? { latestResults as? [VNImageHomographicAlignmentObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNTrackHomographicImageRegistrationRequestRevision1) }

    override func beginSequence() { tracker.reset() }

    override func makeTwin() -> VNRequest {
        VNTrackHomographicImageRegistrationRequest(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let state = tracker.state(of: .homography, region: performance.settings.regionOfInterest, spacing: frameAnalysisSpacing)
        return performance.job(state) { findings, origin in
            findings.map { VNImageHomographicAlignmentObservation(origin, $0) }
        }
    }
}
