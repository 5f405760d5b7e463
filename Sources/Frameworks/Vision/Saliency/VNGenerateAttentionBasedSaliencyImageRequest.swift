import VisionRuntime

/// Revision 1 of ``VNGenerateAttentionBasedSaliencyImageRequest``.
public let VNGenerateAttentionBasedSaliencyImageRequestRevision1 = 1
/// Revision 2 of ``VNGenerateAttentionBasedSaliencyImageRequest``. Both revisions use the same model.
public let VNGenerateAttentionBasedSaliencyImageRequestRevision2 = 2

/// Finds the parts of an image that people look at first.
///
/// The request uses the models `saliency` and `scene` of Osprey's model catalogue. If one of them is missing, performing the request fails with
/// `dataUnavailable`.
open class VNGenerateAttentionBasedSaliencyImageRequest: VNImageBasedRequest, @unchecked Sendable {
    /// A single observation.
    public var results: [VNSaliencyImageObservation]? { latestResults as? [VNSaliencyImageObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNGenerateAttentionBasedSaliencyImageRequestRevision1...VNGenerateAttentionBasedSaliencyImageRequestRevision2)
    }

    override func makeTwin() -> VNRequest { VNGenerateAttentionBasedSaliencyImageRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = SaliencyAnalysis(.attention, regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.job(analysis) { findings, origin in try findings.map { try VNSaliencyImageObservation(origin, $0) } }
    }
}
