import VisionRuntime

/// Revision 1 of ``VNDetectDocumentSegmentationRequest``.
public let VNDetectDocumentSegmentationRequestRevision1 = 1

/// Finds the most prominent document in an image, such as a sheet of paper or a card. It is found by its edges. A document that fills the whole image
/// is not found, because its edges are not visible.
open class VNDetectDocumentSegmentationRequest: VNImageBasedRequest, @unchecked Sendable {
    /// A single observation, with its ``VNDetectedObjectObservation/globalSegmentationMask``. Empty if the image shows no document.
    public var results: [VNRectangleObservation]? { latestResults as? [VNRectangleObservation] }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNDetectDocumentSegmentationRequestRevision1) }

    override func makeTwin() -> VNRequest { VNDetectDocumentSegmentationRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let analysis = DocumentAnalysis(regionOfInterest: performance.settings.regionOfInterest)
        return performance.job(analysis) { finding, origin in
            let mask = VNPixelBufferObservation(
                origin, pixelBuffer: finding.mask, featureName: nil, confidence: finding.quadrilateral.confidence)
            return VNRectangleObservation(origin, finding.quadrilateral, globalSegmentationMask: mask)
        }
    }
}
