// swift-format-ignore-file
// Laid out as in print.
import CoreImage
import CoreML
import Foundation
import Vision

// Vision drives Core ML: a request made once, an image classified on a background queue, the result shown on the main one.

final class ViewController: @unchecked Sendable {
  let resultsLabel = UILabel()

  lazy var classificationRequest: VNCoreMLRequest = {
    do {
      // 1
      let healthySnacks = HealthySnacks()
      // 2
      let visionModel = try VNCoreMLModel(
        for: healthySnacks.model)
      // 3
      let request = VNCoreMLRequest(
        model: visionModel,
        completionHandler: { [weak self] request, error in
        // add this
        self?.processObservations(for: request, error: error)
      })
      // 4
      request.imageCropAndScaleOption = .centerCrop
      return request
    } catch {
      fatalError("Failed to create VNCoreMLModel: \(error)")
    }
  }()

  func classify(image: UIImage) {
    // 1
    guard let ciImage = CIImage(image: image) else {
      print("Unable to create CIImage")
      return
    }
    // 2
    let orientation = CGImagePropertyOrientation(
      image.imageOrientation)
    // 3
    DispatchQueue.global(qos: .userInitiated).async {
      // 4
      let handler = VNImageRequestHandler(
        ciImage: ciImage,
        orientation: orientation)
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
    // 1
    DispatchQueue.main.async {
      // 2
      if let results = request.results
        as? [VNClassificationObservation] {
        // 3
        if results.isEmpty {
          self.resultsLabel.text = "nothing found"
        } else if results[0].confidence < 0.8 {
          self.resultsLabel.text = "not sure"
        } else {
          self.resultsLabel.text = String(
            format: "%@ %.1f%%",
            results[0].identifier,
            results[0].confidence * 100)
        }
      // 4
      } else if let error = error {
        self.resultsLabel.text =
          "error: \(error.localizedDescription)"
      } else {
        self.resultsLabel.text = "???"
      }
    }
  }
}
