import VisionRuntime

/// Revision 1 of ``VNGenerateObjectnessBasedSaliencyImageRequest``.
public let VNGenerateObjectnessBasedSaliencyImageRequestRevision1 = 1
/// Revision 2 of ``VNGenerateObjectnessBasedSaliencyImageRequest``. Both revisions use the same model.
public let VNGenerateObjectnessBasedSaliencyImageRequestRevision2 = 2

/// Finds the parts of an image that show foreground objects.
///
/// The request uses the models `saliency` and `scene` of Osprey's model catalogue. If one of them is missing, performing the request fails with
/// `dataUnavailable`.
open class VNGenerateObjectnessBasedSaliencyImageRequest: VNImageBasedRequest, @unchecked Sendable {
    /// A single observation.
    public var results: [VNSaliencyImageObservation]? { latestResults as? [VNSaliencyImageObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNGenerateObjectnessBasedSaliencyImageRequestRevision1...VNGenerateObjectnessBasedSaliencyImageRequestRevision2)
    }

    override func makeTwin() -> VNRequest { VNGenerateObjectnessBasedSaliencyImageRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = SaliencyAnalysis(.objectness, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { findings, origin in try findings.map { try VNSaliencyImageObservation(origin, $0) } }
    }
}
