import VisionRuntime

/// Revision 1 of ``VNGeneratePersonInstanceMaskRequest``.
public let VNGeneratePersonInstanceMaskRequestRevision1 = 1

/// Makes a mask for each person in an image.
///
/// Osprey has no model of its own for that. The request needs a model named `personInstances` in the catalogue. Without it, performing the request
/// fails with `dataUnavailable`. The model's input is an image. Its one output is an array of maps; the last two dimensions are rows and columns:
/// - One map is the probability of people. Each connected part of it is an instance.
/// - Of two maps, the first is the probability of the background, and the second of people.
/// - Of more maps, the first is the probability of the background, and each other map is the probability of one instance.
open class VNGeneratePersonInstanceMaskRequest: VNImageBasedRequest, @unchecked Sendable {
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
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNGeneratePersonInstanceMaskRequestRevision1) }

    override func makeTwin() -> VNRequest { VNGeneratePersonInstanceMaskRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = SegmentationAnalysis(
            model: "personInstances", for: "VNGeneratePersonInstanceMaskRequest", regionOfInterest: settings.regionOfInterest,
            usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { try VNInstanceMaskObservation.observations($1, $0) }
    }
}
