import CoreGraphics
import CoreML
import CoreMLRuntime
import CoreVideo

/// A Core ML model with an image input, and the meaning of its outputs.
package struct ImageModel: Sendable {
    package let model: MLModel
    /// The name of the image input.
    package var imageInput: String
    /// The values of the model's other inputs.
    package var otherInputs: OtherInputs?
    /// The meaning of the outputs.
    package let answer: ModelAnswer

    /// The values that a program gives for the model's other inputs. They may change between two predictions.
    package struct OtherInputs: @unchecked Sendable {
        package let provider: any MLFeatureProvider

        package init(_ provider: any MLFeatureProvider) {
            self.provider = provider
        }
    }

    /// - Throws: `invalidModel` if none of the model's inputs is an image.
    package init(_ model: MLModel) throws {
        guard let image = model.modelDescription.inputs.first(where: { $0.imageConstraint != nil }) else {
            throw VisionFailure(.invalidModel, "the model has no input that is an image")
        }
        self.model = model
        imageInput = image.name
        answer = ModelAnswer(of: model)
    }

    /// The preferred size of the model's image input, in pixels.
    ///
    /// - Throws: `invalidModel` if the model has no image input named `imageInput`.
    package func imageInputSize() throws -> CGSize {
        let image = try imageConstraint()
        return try size(image.pixelsWide, image.pixelsHigh)
    }

    /// The allowed sizes of the model's image input, in pixels: the preferred size, and the others that the model lists.
    package func imageInputSizes() throws -> [CGSize] {
        let image = try imageConstraint()
        let wanted = try size(image.pixelsWide, image.pixelsHigh)
        let listed = try image.sizeConstraint.enumeratedImageSizes.map { try size($0.pixelsWide, $0.pixelsHigh) }
        return [wanted] + listed.filter { $0 != wanted }
    }

    /// Checks that the model's image input takes a gray image of a size.
    ///
    /// - Throws: `invalidModel` if not.
    func checkGrayInput(width: Int, height: Int) throws {
        let image = try imageConstraint()
        guard image.pixelFormatType != kCVPixelFormatType_32BGRA, image.sizeConstraint.allows(width: width, height: height) else {
            throw VisionFailure(
                .invalidModel, "the model's image input \(imageInput) is \(image) instead of gray and \(width) × \(height) pixels")
        }
    }

    private func imageConstraint() throws -> MLImageConstraint {
        guard let image = model.modelDescription.inputDescriptionsByName[imageInput]?.imageConstraint else {
            throw VisionFailure(.invalidModel, "the model has no image input named \(imageInput)")
        }
        return image
    }

    private func size(_ width: Int, _ height: Int) throws -> CGSize {
        let sides = 1...ImageLimits.maximumSide
        guard sides.contains(width), sides.contains(height) else {
            throw VisionFailure(.invalidModel, "the model's image input \(imageInput) cannot be \(width) × \(height) pixels")
        }
        return CGSize(width: width, height: height)
    }

    /// The crop and scale of a part of a frame to the model's input.
    ///
    /// - Parameters:
    ///   - region: normalised to the upright image, origin at the lower left.
    ///   - size: one of the allowed sizes; `nil` for the preferred size.
    package func crop(_ option: CropAndScale.Option, region: CGRect, of frame: FrameInfo, size: CGSize? = nil) throws -> CropAndScale {
        CropAndScale(option, regionOfInterest: region, imageSize: frame.size, inputSize: try size ?? imageInputSize())
    }

    /// Runs the model on a crop.
    ///
    /// - Throws: `VisionFailure`: `requestCancelled` after a cancellation, before the next layer; `operationFailed` if the model fails.
    package func outputs(
        of image: any ImageTensorSource, usesCPUOnly: Bool = false, cancellation: Cancellation
    ) throws -> PredictionResult {
        var options: MLPredictionOptions?
        if usesCPUOnly {
            options = MLPredictionOptions()
            options?.usesCPUOnly = true
        }
        do {
            return try cancellation.run {
                try model.prediction(image: image, forInput: imageInput, features: otherInputs?.provider, options: options)
            }
        } catch {
            throw VisionFailure(in: error)
                ?? VisionFailure(.operationFailed, "the model failed: \(reason(of: error))", underlying: error)
        }
    }

    /// Runs the model on each of several crops.
    package func outputs(
        ofEach images: [any ImageTensorSource], usesCPUOnly: Bool = false, cancellation: Cancellation
    ) throws -> [PredictionResult] {
        try images.map { try outputs(of: $0, usesCPUOnly: usesCPUOnly, cancellation: cancellation) }
    }
}
