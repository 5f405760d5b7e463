import VisionRuntime

/// Revision 1 of ``VNDetectHorizonRequest``.
public let VNDetectHorizonRequestRevision1 = 1

/// Finds how far an image is turned, by up to 45°, from its long straight edges: the horizon, shelves, roofs and walls.
open class VNDetectHorizonRequest: VNImageBasedRequest, @unchecked Sendable {
    /// One observation; none where the image has no straight edges, or these have no direction in common.
    public var results: [VNHorizonObservation]? { latestResults as? [VNHorizonObservation] }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectHorizonRequestRevision1) }

    override func makeTwin() -> VNRequest { VNDetectHorizonRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let analysis = HorizonAnalysis(regionOfInterest: performance.settings.regionOfInterest)
        return performance.job(analysis) { VNHorizonObservation($1, $0) }
    }
}
