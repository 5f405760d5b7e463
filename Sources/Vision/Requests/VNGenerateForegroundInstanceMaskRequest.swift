import VisionRuntime

/// Revision 1 of ``VNGenerateForegroundInstanceMaskRequest``.
public let VNGenerateForegroundInstanceMaskRequestRevision1 = 1

/// Sets each object of the foreground in an image apart.
///
/// Osprey has no model of its own for that. The request needs a model named `foregroundInstances` in the catalogue: an image for its input and, for its
/// one output, an array that ends in rows and columns. One map is the probability of the foreground, each connected part of which is an
/// instance; so is the second of two, of which the first is the background's; of more, each but the first is that of one instance. Where the
/// model is missing, performing the request fails with `dataUnavailable`.
open class VNGenerateForegroundInstanceMaskRequest: VNImageBasedRequest, @unchecked Sendable {
    /// A request with the default settings.
    public convenience init() {
        self.init(completionHandler: nil)
    }

    /// A request with the default settings.
    ///
    /// - Parameter completionHandler: called on the thread that performs, also with an error.
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
