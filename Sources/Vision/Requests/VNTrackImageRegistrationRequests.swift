import CoreMedia
import VisionRuntime

/// Revision 1 of ``VNTrackTranslationalImageRegistrationRequest``.
public let VNTrackTranslationalImageRegistrationRequestRevision1 = 1
/// Revision 1 of ``VNTrackHomographicImageRegistrationRequest``.
public let VNTrackHomographicImageRegistrationRequestRevision1 = 1

/// Finds, frame after frame, the shift that brings a frame onto the one before.
///
/// A frame whose time lies before that of the last one fails with `invalidArgument`; the one after it is the first of a new sequence.
open class VNTrackTranslationalImageRegistrationRequest: VNStatefulRequest, @unchecked Sendable {
    private let tracker = RegionSequence<RegistrationTracking>()

    /// A request about every frame, with the default settings.
    public convenience init() {
        self.init(frameAnalysisSpacing: .zero)
    }

    /// A request with the default settings, about every frame.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// A request about the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: frames that follow the last one that was analyzed sooner than this are left out; zero for none.
    ///   - completionHandler: called on the thread that performs, also with an error.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// One observation a frame; of the first frame, and of one of another size than the one before, the identity.
    public var results: [VNImageTranslationAlignmentObservation]? { latestResults as? [VNImageTranslationAlignmentObservation] }

    /// The revisions that a request may be made with, the newest last.
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

/// Finds, frame after frame, the homography that brings a frame onto the one before.
///
/// A frame whose time lies before that of the last one fails with `invalidArgument`; the one after it is the first of a new sequence.
open class VNTrackHomographicImageRegistrationRequest: VNStatefulRequest, @unchecked Sendable {
    private let tracker = RegionSequence<RegistrationTracking>()

    /// A request about every frame, with the default settings.
    public convenience init() {
        self.init(frameAnalysisSpacing: .zero)
    }

    /// A request with the default settings, about every frame.
    public convenience init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.init(frameAnalysisSpacing: .zero, completionHandler: completionHandler)
    }

    /// A request about the frames of a sequence.
    ///
    /// - Parameters:
    ///   - frameAnalysisSpacing: frames that follow the last one that was analyzed sooner than this are left out; zero for none.
    ///   - completionHandler: called on the thread that performs, also with an error.
    public override init(frameAnalysisSpacing: CMTime, completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(frameAnalysisSpacing: frameAnalysisSpacing, completionHandler: completionHandler)
    }

    /// One observation a frame; of the first frame, and of one of another size than the one before, the identity.
    public var results: [VNImageHomographicAlignmentObservation]? { latestResults as? [VNImageHomographicAlignmentObservation] }

    /// The revisions that a request may be made with, the newest last.
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
