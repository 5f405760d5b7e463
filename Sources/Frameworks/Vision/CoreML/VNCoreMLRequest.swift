import CoreML
import VisionRuntime

/// Revision 1 of ``VNCoreMLRequest``.
public let VNCoreMLRequestRevision1 = 1

/// Runs a Core ML model on an image.
///
/// The results depend on the model:
/// - A classifier: a ``VNClassificationObservation`` for each class, the most probable first.
/// - An object detector that ends in non-maximum suppression: ``VNRecognizedObjectObservation``s with bounding boxes in the region of interest.
/// - Any other model: a ``VNPixelBufferObservation`` for each picture and a ``VNCoreMLFeatureValueObservation`` for every other output, in
///   the order of the model's outputs.
open class VNCoreMLRequest: VNImageBasedRequest, @unchecked Sendable {
    /// The model that is run.
    public let model: VNCoreMLModel

    /// Creates a request that runs a model.
    ///
    /// - Parameter completionHandler: called on the performing thread when the request is done or has failed.
    public init(model: VNCoreMLModel, completionHandler: VNRequestCompletionHandler? = nil) {
        self.model = model
        super.init(completionHandler: completionHandler)
    }

    /// Creates a request that runs a model.
    public convenience init(model: VNCoreMLModel) {
        self.init(model: model, completionHandler: nil)
    }

    /// How the image, or its region of interest, is cropped and scaled to the model's input. Use the option that the model was trained with.
    public var imageCropAndScaleOption: VNImageCropAndScaleOption {
        get { self[own: \Own.cropAndScale] }
        set { self[own: \Own.cropAndScale] = newValue }
    }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNCoreMLRequestRevision1) }

    private struct Own: OwnSettings {
        var cropAndScale = VNImageCropAndScaleOption.centerCrop
    }

    override func makeTwin() -> VNRequest { VNCoreMLRequest(model: model, completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let settings = performance.settings
        let analysis = CoreModelAnalysis(
            model: model.imageModel, cropAndScale: settings.own(Own.self).cropAndScale.cropAndScale,
            regionOfInterest: settings.regionOfInterest, usesCPUOnly: settings.usesCPUOnly)
        return performance.regionJob(analysis, eachObservation: CoreModelFinding.observation)
    }
}

extension CoreModelFinding {
    /// The observation for a finding.
    @Sendable
    static func observation(_ finding: CoreModelFinding, _ origin: VNObservation.Origin) -> VNObservation {
        switch finding {
        case .classification(let classification): VNClassificationObservation(origin, classification)
        case .object(let object): VNRecognizedObjectObservation(origin, object)
        case .picture(let picture, let name): VNPixelBufferObservation(origin, pixelBuffer: picture, featureName: name)
        case .feature(let value, let name): VNCoreMLFeatureValueObservation(origin, featureValue: value, featureName: name)
        }
    }
}
