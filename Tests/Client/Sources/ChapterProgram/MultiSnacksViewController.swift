// swift-format-ignore-file
// Laid out as in print.
import CoreImage
import CoreML
import Foundation
import Vision

// Many classes: the three best are shown.

final class MultiSnacksViewController: @unchecked Sendable {
  let resultsLabel = UILabel()

  lazy var classificationRequest: VNCoreMLRequest = {
    do {
      let multiSnacks = MultiSnacks()
      let visionModel = try VNCoreMLModel(for: multiSnacks.model)
      let request = VNCoreMLRequest(model: visionModel,
                                    completionHandler: {
        [weak self] request, error in
        print("Request is finished!", request.results as Any)
        self?.processObservations(for: request, error: error)
      })
      request.imageCropAndScaleOption = .scaleFit
      return request
    } catch {
      fatalError("Failed to create VNCoreMLModel: \(error)")
    }
  }()

  func classify(image: UIImage) {
    let orientation = CGImagePropertyOrientation(image.imageOrientation)
    DispatchQueue.global(qos: .userInitiated).async {
      let handler = VNImageRequestHandler(
        cgImage: image.cgImage!,
        orientation: orientation,
        options: [:])
      do {
        try handler.perform([self.classificationRequest])
      } catch {
        print("Failed to perform classification: \(error)")
      }
    }
  }

  func processObservations(
    for request: VNRequest,
    error: Error?) {
    DispatchQueue.main.async {
      if let results = request.results
        as? [VNClassificationObservation] {
        if results.isEmpty {
          self.resultsLabel.text = "nothing found"
        } else {
          let top3 = results.prefix(3).map { observation in
            String(format: "%@ %.1f%%", observation.identifier,
                   observation.confidence * 100)
          }
          self.resultsLabel.text = top3.joined(separator: "\n")
        }
      } else if let error = error {
        self.resultsLabel.text =
          "error: \(error.localizedDescription)"
      } else {
        self.resultsLabel.text = "???"
      }
    }
  }
}
