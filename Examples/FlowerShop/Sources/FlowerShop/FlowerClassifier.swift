import CoreML
import Foundation
import Vision

/// Names the flower in a photo where the classifier is sure.
final class FlowerClassifier {
    private var analysisRequests: [VNRequest] = []
    private var product: String?

    /// Sets up the classification; every photo is analyzed with the same request.
    func setupVision() -> NSError? {
        guard let modelURL = Bundle.module.url(forResource: "FlowerShop", withExtension: "mlmodelc") else {
            return error("The model file is missing.")
        }
        guard let objectRecognition = createClassificationRequest(modelURL: modelURL) else {
            return error("The classification request failed.")
        }
        analysisRequests.append(objectRecognition)
        return nil
    }

    private func error(_ reason: String) -> NSError {
        NSError(domain: "FlowerClassifier", code: -1, userInfo: [NSLocalizedDescriptionKey: reason])
    }

    private func createClassificationRequest(modelURL: URL) -> VNCoreMLRequest? {
        do {
            let objectClassifier = try VNCoreMLModel(for: MLModel(contentsOf: modelURL))
            return VNCoreMLRequest(
                model: objectClassifier,
                completionHandler: { [weak self] request, error in
                    guard let best = (request.results as? [VNClassificationObservation])?.first else { return }
                    if best.confidence > 0.9 {
                        self?.product = String(format: "%@ %.2f", best.identifier, best.confidence)
                    }
                })
        } catch {
            print("Model failed to load: \(error).")
            return nil
        }
    }

    /// The flower in a photo with the confidence in it, or nil where that is not above 0.9.
    func analyze(_ photo: URL) throws -> String? {
        product = nil
        try VNImageRequestHandler(url: photo).perform(analysisRequests)
        return product
    }
}
