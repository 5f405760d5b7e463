import VisionRuntime

/// Revision 1 of ``VNGenerateImageFeaturePrintRequest``: the print as the network gives it, which Create ML trains on.
public let VNGenerateImageFeaturePrintRequestRevision1 = 1
/// Revision 2 of ``VNGenerateImageFeaturePrintRequest``: the print scaled to length 1, so that distances have a scale of their own.
public let VNGenerateImageFeaturePrintRequestRevision2 = 2

/// Describes an image by a vector of numbers: the more alike two images look, the smaller is the distance of their vectors.
///
/// The vector is what Osprey's scene model, of the catalogue, sees in the image just before it names it: not Apple's, with whose vectors it
/// cannot be compared. Of revision 2, equal images have the distance 0, images that have been resized or compressed nearly that, and
/// no two images more than √2.
open class VNGenerateImageFeaturePrintRequest: VNImageBasedRequest, @unchecked Sendable {
    private struct Settings: OwnSettings {
        var cropAndScale = VNImageCropAndScaleOption.scaleFill
    }

    /// One observation.
    public var results: [VNFeaturePrintObservation]? { latestResults as? [VNFeaturePrintObservation] }

    /// How the image, or its region of interest, is brought to the square that the network sees; `.scaleFill` by default.
    public var imageCropAndScaleOption: VNImageCropAndScaleOption {
        get { self[own: \Settings.cropAndScale] }
        set { self[own: \Settings.cropAndScale] = newValue }
    }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNGenerateImageFeaturePrintRequestRevision1...VNGenerateImageFeaturePrintRequestRevision2)
    }

    override func makeTwin() -> VNRequest { VNGenerateImageFeaturePrintRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = FeaturePrintAnalysis(
            regionOfInterest: settings.regionOfInterest, cropAndScale: settings.own(Settings.self).cropAndScale.cropAndScale,
            usesCPUOnly: settings.usesCPUOnly)
        let isNormalized = settings.revision >= VNGenerateImageFeaturePrintRequestRevision2
        return performance.job(analysis) { VNFeaturePrintObservation($1, isNormalized ? $0.normalized : $0) }
    }
}
