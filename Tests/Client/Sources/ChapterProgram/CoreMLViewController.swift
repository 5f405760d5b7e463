// swift-format-ignore-file
// Laid out as in print.
import CoreML
import Foundation
import Vision

// Core ML without Vision: the image becomes a pixel buffer of the model's size first.

final class CoreMLViewController: @unchecked Sendable {
  let resultsLabel = UILabel()
  let healthySnacks = HealthySnacks()

  func pixelBuffer(for image: UIImage)-> CVPixelBuffer? {
    let model = healthySnacks.model

    let imageConstraint = model.modelDescription
                               .inputDescriptionsByName["image"]!
                               .imageConstraint!

    let imageOptions: [MLFeatureValue.ImageOption: Any] = [
      .cropAndScale: VNImageCropAndScaleOption.scaleFill.rawValue
    ]

    return try? MLFeatureValue(
      cgImage: image.cgImage!,
      constraint: imageConstraint,
      options: imageOptions).imageBufferValue
  }

  func classify(image: UIImage) {
    DispatchQueue.global(qos: .userInitiated).async {
      // 1
      if let pixelBuffer = self.pixelBuffer(for: image) {
        // 2
        if let prediction = try? self.healthySnacks.prediction(
          image: pixelBuffer) {
          // 3
          let results = self.top(1, prediction.labelProbability)
          self.processObservations(results: results)
        } else {
          self.processObservations(results: [])
        }
      }
    }
  }

  func top(_ k: Int, _ prob: [String: Double])
    -> [(String, Double)] {
    return Array(prob.sorted { $0.value > $1.value }
                     .prefix(min(k, prob.count)))
  }

  func processObservations(
    results: [(identifier: String, confidence: Double)]) {
    DispatchQueue.main.async {
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
    }
  }
}
