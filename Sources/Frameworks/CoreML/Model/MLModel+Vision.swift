import CoreMLRuntime
import CoreVideo
import Foundation

extension MLModel {
    /// An image input of the model, for callers that prepare its pixels themselves.
    package struct ImageInput: Sendable {
        /// The index of the input in `modelDescription.inputs`.
        package let index: Int
        package let name: String
        package let constraint: MLImageConstraint
        /// The preprocessing of the network's tensor; `nil` if the input does not go into a network.
        package let preprocessing: ImagePreprocessing?
    }

    /// The model's image inputs in the order of its description.
    package var imageInputs: [ImageInput] {
        modelDescription.inputs.enumerated().compactMap { index, description in
            description.imageConstraint.map {
                ImageInput(
                    index: index, name: description.name, constraint: $0, preprocessing: predictor.imagePreprocessing(ofInput: index))
            }
        }
    }

    /// Predicts with an image that writes itself into the network's input, and a provider for the other inputs.
    ///
    /// - Parameters:
    ///   - image: an image of a size that the input's constraint allows.
    ///   - name: the name of the image input.
    ///   - features: the other inputs; `nil` if there are none.
    /// - Throws: `MLModelError.featureType` with the input's name if an input is missing or does not fit. `MLModelError.predictionCancelled`
    ///   if the caller's `PredictionCancellation` is cancelled before the model has run to its end.
    package func prediction(
        image: any ImageTensorSource, forInput name: String, features: (any MLFeatureProvider)? = nil, options: MLPredictionOptions? = nil
    ) throws -> PredictionResult {
        var values: [PredictorValue?] = []
        values.reserveCapacity(inputSlots.count)
        let others: any MLFeatureProvider = features ?? EmptyProvider()
        var isFound = false
        for slot in inputSlots {
            guard slot.description.name == name, let constraint = slot.description.imageConstraint else {
                values.append(try slot.value(from: others))
                continue
            }
            guard constraint.sizeConstraint.allows(width: image.width, height: image.height) else {
                throw MLModelError(
                    .featureType,
                    "Input image feature \(name) does not match model description. "
                        + "Image size \(image.width) x \(image.height) not in allowed set of image sizes: \(constraint.sizeConstraint).")
            }
            isFound = true
            values.append(.image(image))
        }
        guard isFound else { throw MLModelError(.featureType, "The model has no image input named \(name).") }
        return try predict(values, options: options)
    }
}

private struct EmptyProvider: MLFeatureProvider {
    var featureNames: Set<String> { [] }
    func featureValue(for featureName: String) -> MLFeatureValue? { nil }
}
