import CoreMLSpecification
import Foundation
import Vision

/// Classifies pictures with the default scene model or another model. There is one request per picture, and all requests share the loaded model.
package struct Classifier: @unchecked Sendable {
    private let model: VNCoreMLModel?
    private let crop: VNImageCropAndScaleOption?

    package init(_ options: DetectionOptions) throws {
        crop = options.crop
        model = try options.network().map { try VNCoreMLModel(for: $0) }
    }

    /// A new request, which may be performed again and again.
    package func request() -> VNRequest {
        guard let model else { return VNClassifyImageRequest() }
        let request = VNCoreMLRequest(model: model)
        if let crop { request.imageCropAndScaleOption = crop }
        return request
    }

    /// The labels in the results of a performed request.
    ///
    /// - Throws: `UsageError` if the model is not a classifier.
    package func labels(of request: VNRequest) throws -> [Label] {
        let results: [VNObservation]? =
            (request as? VNClassifyImageRequest).map { $0.results ?? [] } ?? (request as? VNCoreMLRequest)?.results
        guard let observations = results as? [VNClassificationObservation] else {
            throw UsageError("the model is not a classifier; 'osprey detect objects' or 'osprey model predict' may suit it")
        }
        return observations.map { Label($0) }
    }
}

/// A label and how sure a classifier is of it.
package struct Label: Sendable, Equatable {
    package let identifier: String
    package let confidence: Float

    package init(_ observation: VNClassificationObservation) {
        (identifier, confidence) = (observation.identifier, observation.confidence)
    }

    package var json: JSON { ["identifier": .string(identifier), "confidence": .float(confidence)] }

    package var text: String { "\(identifier) \(ShownText.percentage(confidence))" }
}
