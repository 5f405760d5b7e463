import VisionRuntime

/// Revision 1 of ``VNGeneratePersonInstanceMaskRequest``.
public let VNGeneratePersonInstanceMaskRequestRevision1 = 1

/// Makes a mask for each person in an image.
///
/// The model is `personInstances` in the catalogue. Another model of that name in a folder of `OSPREY_MODELS` takes its place. It has an image for
/// its input. Its one output, or the one named `person`, is an array that ends in rows and columns:
///
/// - One map is the probability of people, and of two maps the first is the background's. The bodies that ``VNDetectHumanBodyPoseRequest`` finds
///   say which part of the map is whose. A connected part in which no body was found is an instance of its own.
/// - Of more than two maps, each but the first is the probability of one instance.
///
/// Where there is no model, performing the request fails with `dataUnavailable`.
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
        let analysis = PersonInstancesAnalysis(
            for: "VNGeneratePersonInstanceMaskRequest", regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { try VNInstanceMaskObservation.observations($1, $0) }
    }
}
