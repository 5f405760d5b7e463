import CoreML
import Locks
import VisionRuntime

/// A Core ML model that takes an image, ready for requests. Many requests on many threads may share one model.
open class VNCoreMLModel: NSObject, @unchecked Sendable {
    private let wrapped: Locked<ImageModel>

    /// Wraps a model.
    ///
    /// - Throws: `invalidModel` if none of the model's inputs is an image.
    public convenience init(for model: MLModel) throws {
        self.init(try withVisionErrors { try ImageModel(model) })
    }

    private init(_ model: ImageModel) {
        wrapped = Locked(model)
        super.init()
    }

    /// The name of the input that receives the image; the model's first image input by default.
    ///
    /// Performing a request fails with `invalidModel` if the model has no image input of that name.
    public var inputImageFeatureName: String {
        get { wrapped.withLock { $0.imageInput } }
        set { wrapped.withLock { $0.imageInput = newValue } }
    }

    /// The values of the model's other inputs.
    public var featureProvider: (any MLFeatureProvider)? {
        get { wrapped.withLock { $0.otherInputs }?.provider }
        set {
            let inputs = newValue.map { ImageModel.OtherInputs($0) }
            wrapped.withLock { $0.otherInputs = inputs }
        }
    }

    /// The model with its current settings.
    var imageModel: ImageModel { wrapped.withLock { $0 } }
}
