import VisionRuntime

/// Revision 1 of ``VNDetectHorizonRequest``.
public let VNDetectHorizonRequestRevision1 = 1

/// Finds the angle by which an image is tilted, up to 45°. The angle is measured at long straight edges, such as the horizon, shelves, roofs and
/// walls.
open class VNDetectHorizonRequest: VNImageBasedRequest, @unchecked Sendable {
    /// A single observation. Empty if the image has no straight edges, or if the edges have no common direction.
    public var results: [VNHorizonObservation]? { latestResults as? [VNHorizonObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectHorizonRequestRevision1) }

    override func makeTwin() -> VNRequest { VNDetectHorizonRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let analysis = HorizonAnalysis(regionOfInterest: performance.settings.regionOfInterest)
        return performance.job(analysis) { VNHorizonObservation($1, $0) }
    }
}
