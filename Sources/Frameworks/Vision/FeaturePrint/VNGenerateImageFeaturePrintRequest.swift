import CoreMLRuntime
import VisionRuntime

/// Revision 1 of ``VNGenerateImageFeaturePrintRequest``: the network's unscaled vector, which Create ML uses for training.
public let VNGenerateImageFeaturePrintRequestRevision1 = 1
/// Revision 2 of ``VNGenerateImageFeaturePrintRequest``: the vector scaled to length 1, so that distances lie between 0 and 2.
public let VNGenerateImageFeaturePrintRequestRevision2 = 2

/// Describes an image by a vector. The more similar two images are, the smaller the distance between their vectors is.
///
/// The vector is the output of the layer before the classifier in the model `scene` of Osprey's model catalogue. Vectors of different
/// revisions cannot be compared with each other, or with vectors of Apple's model. With revision 2, the distance is at most 2. It is 0
/// between identical images, and nearly 0 between an image and a resized or compressed copy. The module `OspreyExtras` has revisions for
/// other networks.
open class VNGenerateImageFeaturePrintRequest: VNImageBasedRequest, @unchecked Sendable {
    private struct Settings: OwnSettings {
        var cropAndScale = VNImageCropAndScaleOption.scaleFill
    }

    /// A single observation.
    public var results: [VNFeaturePrintObservation]? { latestResults as? [VNFeaturePrintObservation] }

    /// How the image, or its region of interest, is cropped and scaled to the network's square input; `.scaleFill` by default.
    public var imageCropAndScaleOption: VNImageCropAndScaleOption {
        get { self[own: \Settings.cropAndScale] }
        set { self[own: \Settings.cropAndScale] = newValue }
    }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNGenerateImageFeaturePrintRequestRevision1...VNGenerateImageFeaturePrintRequestRevision2)
    }

    override class func supports(_ revision: Int) -> Bool { PrintNetwork(revision: revision) != nil }

    override func makeTwin() -> VNRequest { VNGenerateImageFeaturePrintRequest(completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = FeaturePrintAnalysis(
            regionOfInterest: settings.regionOfInterest, cropAndScale: settings.own(Settings.self).cropAndScale.cropAndScale,
            usesCPUOnly: settings.usesCPUOnly, network: PrintNetwork(revision: settings.revision) ?? .scene)
        let isNormalized = settings.revision >= VNGenerateImageFeaturePrintRequestRevision2
        return performance.job(analysis) { VNFeaturePrintObservation($1, isNormalized ? $0.normalized : $0) }
    }
}
