import VisionRuntime

/// Revision 1 of ``VNGenerateForegroundInstanceMaskRequest``.
public let VNGenerateForegroundInstanceMaskRequestRevision1 = 1

/// Makes a mask for each object in the foreground of an image.
///
/// The request uses the model `foregroundInstances` of Osprey's model catalogue. It can be replaced by a model of the same name, in the folder that
/// the environment variable `OSPREY_MODELS` names. The model's input is an image. Its output is an array whose last two dimensions are rows and
/// columns. If the model has several outputs, the output named `foreground` is used. The array holds one or more maps:
///
/// - A single map is the probability of the foreground. Each connected part of at least a thousandth of the map is an instance.
/// - With two maps, the first is the probability of the background. Its complement is treated like a single map, and the second map is not used.
/// - With more than two maps, the first is the probability of the background, and each other map is the probability of one instance.
///
/// If the model is missing, performing the request fails with `dataUnavailable`.
open class VNGenerateForegroundInstanceMaskRequest: VNImageBasedRequest, @unchecked Sendable {
    /// Creates a request with the default settings.
    public convenience init() {
        self.init(completionHandler: nil)
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter completionHandler: called on the performing thread when the request is done or has failed.
    public override init(completionHandler: VNRequestCompletionHandler? = nil) {
        super.init(completionHandler: completionHandler)
    }

    /// A single observation of all objects. Empty if no object was found.
    public var results: [VNInstanceMaskObservation]? { latestResults as? [VNInstanceMaskObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNGenerateForegroundInstanceMaskRequestRevision1) }

    override func makeTwin() -> VNRequest { VNGenerateForegroundInstanceMaskRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = ForegroundInstancesAnalysis(
            for: "VNGenerateForegroundInstanceMaskRequest", regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { try VNInstanceMaskObservation.observations($1, $0) }
    }
}
