import VisionRuntime

/// Revision 1 of ``VNGenerateForegroundInstanceMaskRequest``.
public let VNGenerateForegroundInstanceMaskRequestRevision1 = 1

/// Makes a mask for each object in the foreground of an image.
///
/// The model is `foregroundInstances` in the catalogue. Another model of that name in a folder of `OSPREY_MODELS` takes its place. It has an image
/// for its input. Its one output, or the one named `foreground`, is an array that ends in rows and columns:
///
/// - One map is the probability of the foreground, and of two maps the first is the background's. Each connected part of
///   at least a thousandth of the map is an instance.
/// - Of more than two maps, each but the first is the probability of one instance.
///
/// Where there is no model, performing the request fails with `dataUnavailable`.
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
        let analysis = ForegroundInstancesAnalysis(
            for: "VNGenerateForegroundInstanceMaskRequest", regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { try VNInstanceMaskObservation.observations($1, $0) }
    }
}
