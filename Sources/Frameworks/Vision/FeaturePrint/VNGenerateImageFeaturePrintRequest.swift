import CoreMLRuntime
import VisionRuntime

/// Revision 1 of ``VNGenerateImageFeaturePrintRequest``: the network's unscaled vector, on which Create ML trains.
public let VNGenerateImageFeaturePrintRequestRevision1 = 1
/// Revision 2 of ``VNGenerateImageFeaturePrintRequest``: the vector scaled to length 1, so that distances lie between 0 and 2.
public let VNGenerateImageFeaturePrintRequestRevision2 = 2
/// Revision 3 of ``VNGenerateImageFeaturePrintRequest``, Osprey's addition: the vector of a network that products may use, scaled to length 1.
///
/// The network learnt only from photographs whose licences let products use what is learnt. A request has this revision only if it is set.
public let VNGenerateImageFeaturePrintRequestRevision3 = 3
/// Revision 4 of ``VNGenerateImageFeaturePrintRequest``, Osprey's addition: the vector of the network of revisions 1 and 2 for an image of 192 × 192
/// pixels instead of 256 × 256, scaled to length 1.
///
/// It takes about three fifths of the time. Like revisions 1 and 2, it is for research only. A request has this revision only if it is set.
public let VNGenerateImageFeaturePrintRequestRevision4 = 4

/// Describes an image by a vector: the more alike two images look, the smaller the distance between their vectors.
///
/// The vector is the output of the layer before the classifier in the scene model of Osprey's catalogue, with revision 3 that of the model
/// `openFeaturePrint`. It cannot be compared with vectors of Apple's model, nor can the vectors of different revisions be compared. With revisions 2
/// to 4, identical images have the distance 0, and resized or compressed copies of an image nearly 0. The greatest distance is 2.
open class VNGenerateImageFeaturePrintRequest: VNImageBasedRequest, @unchecked Sendable {
    private struct Settings: OwnSettings {
        var cropAndScale = VNImageCropAndScaleOption.scaleFill
    }

    /// One observation.
    public var results: [VNFeaturePrintObservation]? { latestResults as? [VNFeaturePrintObservation] }

    /// How the image, or its region of interest, is cropped and scaled to the network's square input; `.scaleFill` by default.
    public var imageCropAndScaleOption: VNImageCropAndScaleOption {
        get { self[own: \Settings.cropAndScale] }
        set { self[own: \Settings.cropAndScale] = newValue }
    }

    /// The revisions that a request may be made with, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNGenerateImageFeaturePrintRequestRevision1...VNGenerateImageFeaturePrintRequestRevision4)
    }

    /// The revision of a request that sets none: 2, the newest of Apple's.
    open override class var defaultRevision: Int { VNGenerateImageFeaturePrintRequestRevision2 }

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
