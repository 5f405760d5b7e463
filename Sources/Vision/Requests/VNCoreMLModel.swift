import CoreGraphics
import CoreML

/// A Core ML model that takes an image, ready for requests. One model may serve many requests, on many threads.
open class VNCoreMLModel: NSObject, @unchecked Sendable {
    let model: MLModel
    let answer: ModelAnswer

    private let lock = NSLock()
    private var imageName: String
    private var provider: (any MLFeatureProvider)?

    /// Wraps a model.
    ///
    /// - Throws: `invalidModel` where none of the model's inputs is an image.
    public convenience init(for model: MLModel) throws {
        try self.init(model: model)
    }

    private init(model: MLModel) throws {
        guard let image = model.modelDescription.inputs.first(where: { $0.imageConstraint != nil }) else {
            throw VNErrorCode.invalidModel.error("the model has no input that is an image")
        }
        self.model = model
        answer = ModelAnswer(of: model)
        imageName = image.name
        super.init()
    }

    /// The input that the image goes to; the model's first image input by default.
    ///
    /// Performing a request fails with `invalidModel` where the model has no image input of that name.
    public var inputImageFeatureName: String {
        get { lock.withLock { imageName } }
        set { lock.withLock { imageName = newValue } }
    }

    /// The values of the model's other inputs.
    public var featureProvider: (any MLFeatureProvider)? {
        get { lock.withLock { provider } }
        set { lock.withLock { provider = newValue } }
    }

    /// The size of the image that the model wants, in pixels.
    func imageInputSize() throws -> CGSize {
        let name = inputImageFeatureName
        guard let image = model.modelDescription.inputDescriptionsByName[name]?.imageConstraint else {
            throw VNErrorCode.invalidModel.error("the model has no image input named \(name)")
        }
        let sides = 1...ImageLimits.maximumSide
        guard sides.contains(image.pixelsWide), sides.contains(image.pixelsHigh) else {
            throw VNErrorCode.invalidModel.error(
                "the model's image input \(name) cannot be \(image.pixelsWide) × \(image.pixelsHigh) pixels")
        }
        return CGSize(width: image.pixelsWide, height: image.pixelsHigh)
    }
}
