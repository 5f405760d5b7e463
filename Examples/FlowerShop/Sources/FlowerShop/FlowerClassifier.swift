import CoreML
import Foundation
import Vision

/// Names the flower in a picture if the classifier is confident, or else the product whose barcode is in the picture.
///
/// The barcode identifies products that the classifier does not know, such as fertilizer. Both requests are performed together on the same pixels.
final class FlowerClassifier {
    private var analysisRequests: [VNRequest] = []
    private var product: String?

    /// Sets up both requests, which are then used for every picture.
    func setupVision() -> NSError? {
        let barcodeDetection = VNDetectBarcodesRequest(completionHandler: { [weak self] request, error in
            guard let code = (request.results as? [VNBarcodeObservation])?.first, let payload = code.payloadStringValue else { return }
            self?.product = "barcode \(payload)"
        })
        analysisRequests = [barcodeDetection]
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
                    if best.confidence > 0.9, self?.product == nil {
                        self?.product = String(format: "%@ %.2f", best.identifier, best.confidence)
                    }
                })
        } catch {
            print("Model failed to load: \(error).")
            return nil
        }
    }

    /// The flower or product, with its confidence; `nil` if no confidence is above 0.9.
    func analyze(_ requestHandler: VNImageRequestHandler) throws -> String? {
        product = nil
        try requestHandler.perform(analysisRequests)
        return product
    }
}
