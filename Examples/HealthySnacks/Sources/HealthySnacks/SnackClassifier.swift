import CoreML
import Vision

/// Says whether photos show healthy or unhealthy snacks. `HealthySnacks` is the class that the plugin generates for the model.
final class SnackClassifier {
    private lazy var classificationRequest: VNCoreMLRequest = {
        do {
            let healthySnacks = try HealthySnacks(configuration: MLModelConfiguration())
            let visionModel = try VNCoreMLModel(for: healthySnacks.model)
            let request = VNCoreMLRequest(
                model: visionModel,
                completionHandler: { [weak self] request, error in
                    self?.processObservations(for: request, error: error)
                })
            request.imageCropAndScaleOption = .centerCrop
            return request
        } catch {
            fatalError("Failed to create VNCoreMLModel: \(error)")
        }
    }()

    /// The photo that is being looked at.
    private var photo = ""

    func classify(image: URL) {
        photo = image.relativePath
        let handler = VNImageRequestHandler(url: image)
        do {
            try handler.perform([classificationRequest])
        } catch {
            print("Failed to perform classification: \(error)")
        }
    }

    private func processObservations(for request: VNRequest, error: Error?) {
        if let results = request.results as? [VNClassificationObservation] {
            if results.isEmpty {
                show("nothing found")
            } else if results[0].confidence < 0.8 {
                show("not sure")
            } else {
                show(String(format: "%@ %.1f%%", results[0].identifier, results[0].confidence * 100))
            }
        } else if let error {
            show("error: \(error.localizedDescription)")
        } else {
            show("???")
        }
    }

    private func show(_ text: String) {
        print(photo, text, separator: ": ")
    }
}
