import Foundation
import JSON
import Vision

/// Finds objects with a model that ends in non-maximum suppression. There is one request per photo, and all requests share the loaded model.
package struct ObjectDetector: Detector, @unchecked Sendable {
    private let model: VNCoreMLModel
    private let crop: VNImageCropAndScaleOption

    package init(_ options: DetectionOptions) throws {
        guard let network = try options.network() else { throw UsageError("a detector of objects needs a model") }
        crop = options.crop ?? .scaleFill
        model = try VNCoreMLModel(for: network)
    }

    package func query() -> DetectionQuery {
        let request = VNCoreMLRequest(model: model)
        request.imageCropAndScaleOption = crop
        return DetectionQuery(request: request) {
            guard let observations = request.results as? [VNRecognizedObjectObservation] else {
                throw UsageError("the model is not an object detector: it does not end in non-maximum suppression")
            }
            return observations.map(Finding.init(object:))
        }
    }
}

extension Finding {
    init(object observation: VNRecognizedObjectObservation) {
        let label = observation.labels.first?.identifier ?? ""
        self.init(
            label: ShownText.escaped(label), confidence: observation.confidence,
            boundingBox: observation.boundingBox,
            json: [
                "label": .string(label), "confidence": .float(observation.confidence), "boundingBox": JSON(observation.boundingBox),
            ])
    }
}
