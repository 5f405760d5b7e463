import CoreML
import Foundation
import Vision

/// Detects the breakfast items in a picture. `ObjectDetector` is the class that the plugin generates for `ObjectDetector.mlmodel`.
final class BreakfastFinder {
    private var requests: [VNRequest] = []

    /// The findings in the last picture. A finding has a label, a confidence and a normalised bounding box. The origin lies at the lower left.
    private(set) var findings: [(label: String, confidence: VNConfidence, box: CGRect)] = []

    func setupVision() throws {
        let visionModel = try VNCoreMLModel(for: ObjectDetector(configuration: MLModelConfiguration()).model)
        let objectRecognition = VNCoreMLRequest(model: visionModel) { [unowned self] request, _ in
            drawVisionRequestResults(request.results ?? [])
        }
        // The whole picture is scaled to the input, as in the training.
        objectRecognition.imageCropAndScaleOption = .scaleFill
        requests = [objectRecognition]
    }

    func drawVisionRequestResults(_ results: [Any]) {
        findings = []
        for observation in results {
            guard let objectObservation = observation as? VNRecognizedObjectObservation else { continue }
            // Select only the label with the highest confidence.
            let topLabelObservation = objectObservation.labels[0]
            findings.append((topLabelObservation.identifier, topLabelObservation.confidence, objectObservation.boundingBox))
        }
    }

    func look(_ handler: VNImageRequestHandler) throws { try handler.perform(requests) }

    /// The findings as text, or "nothing".
    var text: String {
        let found = findings.map { finding in
            let numbers = [finding.box.minX, finding.box.minY, finding.box.width, finding.box.height]
            let box = numbers.map { String(format: "%.2f", Double($0)) }.joined(separator: " ")
            return String(format: "%@ %.0f%% (%@)", finding.label, Double(finding.confidence * 100), box)
        }
        return found.isEmpty ? "nothing" : found.joined(separator: ", ")
    }
}
