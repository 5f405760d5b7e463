import CoreML
import VisionRuntime

/// A Core ML model that takes an image, ready for requests.
public struct CoreMLModelContainer: Equatable, @unchecked Sendable, Hashable {
    private(set) var imageModel: ImageModel

    /// Wraps a model.
    ///
    /// - Parameter featureProvider: the values of the model's other inputs.
    /// - Throws: ``VisionError/invalidModel(_:)`` if none of the model's inputs is an image.
    public init(model: MLModel, featureProvider: (any MLFeatureProvider)? = nil) throws {
        do {
            imageModel = try ImageModel(model)
        } catch {
            throw VisionError.from(error)
        }
        imageModel.otherInputs = featureProvider.map { ImageModel.OtherInputs($0) }
    }

    /// The name of the input that receives the image; the model's first image input by default.
    ///
    /// Performing a request fails with `invalidModel` if the model has no image input of that name.
    public var inputImageFeatureName: String {
        get { imageModel.imageInput }
        set { imageModel.imageInput = newValue }
    }

    /// Two containers are equal if they have the same image input name and the identical model and feature provider.
    public static func == (left: CoreMLModelContainer, right: CoreMLModelContainer) -> Bool {
        left.identity == right.identity
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }

    private var identity: Identity {
        Identity(
            model: ObjectIdentifier(imageModel.model), imageInput: imageModel.imageInput,
            otherInputs: imageModel.otherInputs.map { ObjectIdentifier($0.provider as AnyObject) })
    }

    private struct Identity: Hashable {
        let model: ObjectIdentifier
        let imageInput: String
        let otherInputs: ObjectIdentifier?
    }
}
