import VisionRuntime

/// Revision 1 of ``VNGenerateForegroundInstanceMaskRequest``.
public let VNGenerateForegroundInstanceMaskRequestRevision1 = 1

/// Makes a mask for each object in the foreground of an image.
///
/// Osprey has no model of its own for that. The request needs a model named `foregroundInstances` in the catalogue. Without it, performing the
/// request fails with `dataUnavailable`. The model's input is an image. Its one output is an array of maps; the last two dimensions are rows and
/// columns:
/// - One map is the probability of the foreground. Each connected part of the foreground is an instance.
/// - Of two maps, the first is the probability of the background, and the second of the foreground.
/// - Of more maps, the first is the probability of the background, and each other map is the probability of one instance.
open class VNGenerateForegroundInstanceMaskRequest: VNImageBasedRequest, @unchecked Sendable {
    /// A request with the default settings.
    public convenience init() {
        self.init(completionHandler: nil)
    }

    /// A request with the default settings.
    ///
    /// - Parameter completionHandler: called on the performing thread when the request is done or has failed.
    public override init(completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(completionHandler: completionHandler)
    }

    /// One observation; none where there is no instance.
    public var results: [VNInstanceMaskObservation]? { latestResults as? [VNInstanceMaskObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNGenerateForegroundInstanceMaskRequestRevision1) }

    override func makeTwin() -> VNRequest { VNGenerateForegroundInstanceMaskRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = SegmentationAnalysis(
            model: "foregroundInstances", for: "VNGenerateForegroundInstanceMaskRequest", regionOfInterest: settings.regionOfInterest,
            usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { try VNInstanceMaskObservation.observations($1, $0) }
    }
}
