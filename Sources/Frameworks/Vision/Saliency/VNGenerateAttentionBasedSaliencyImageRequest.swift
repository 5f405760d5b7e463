import VisionRuntime

/// Revision 1 of ``VNGenerateAttentionBasedSaliencyImageRequest``.
public let VNGenerateAttentionBasedSaliencyImageRequestRevision1 = 1
/// Revision 2 of ``VNGenerateAttentionBasedSaliencyImageRequest``. Both revisions use the same model here.
public let VNGenerateAttentionBasedSaliencyImageRequestRevision2 = 2

/// Finds where people look first.
///
/// The models `saliency` and `scene` of the catalogue are needed. If either is missing, performing the request fails with `dataUnavailable`.
open class VNGenerateAttentionBasedSaliencyImageRequest: VNImageBasedRequest, @unchecked Sendable {
    /// One observation.
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
