import CoreML
import Synchronization

/// Revision 1 of ``VNCoreMLRequest``.
public let VNCoreMLRequestRevision1 = 1

/// Runs a Core ML model on an image.
///
/// The results are, whatever the model's answer is:
/// - ``VNClassificationObservation``s of all classes, the most probable first, for a classifier;
/// - ``VNRecognizedObjectObservation``s for an object detector that ends in non-maximum suppression, with bounding boxes in the whole image;
/// - otherwise, in the order of the model's outputs, a ``VNPixelBufferObservation`` for each picture and a
///   ``VNCoreMLFeatureValueObservation`` for anything else.
open class VNCoreMLRequest: VNImageBasedRequest, @unchecked Sendable {
    public let model: VNCoreMLModel

    private let option = Mutex(VNImageCropAndScaleOption.centerCrop)

    public init(model: VNCoreMLModel, completionHandler: VNRequestCompletionHandler? = nil) {
        self.model = model
        super.init(completionHandler: completionHandler)
    }

    public convenience init(model: VNCoreMLModel) {
        self.init(model: model, completionHandler: nil)
    }

    /// How the image, or its region of interest, is brought to the size of the model's input. It should be as it was in training.
    public var imageCropAndScaleOption: VNImageCropAndScaleOption {
        get { option.withLock { $0 } }
        set { option.withLock { $0 = newValue } }
    }

    open override class var supportedRevisions: IndexSet { IndexSet(integer: VNCoreMLRequestRevision1) }

    override func makeTwin() -> VNRequest {
        let twin = VNCoreMLRequest(model: model, completionHandler: completionHandler)
        twin.imageCropAndScaleOption = imageCropAndScaleOption
        return twin
    }

    override func demand(on frame: FrameSource) throws -> FrameDemand? {
        try inference().demand(on: frame)
    }

    override func observations(in context: RequestContext) throws -> [VNObservation] {
        try inference().observations(in: context)
    }

    private func inference() -> ModelInference {
        ModelInference(model: model, option: imageCropAndScaleOption, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }
}
