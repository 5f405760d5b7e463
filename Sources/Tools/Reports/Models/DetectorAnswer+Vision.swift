import CoreGraphics
import CreateML
import Vision

extension DetectorAnswer.Finding {
    /// Converts an object from Vision's lower left origin to the annotations' upper left origin. `nil` for an object outside the picture.
    package init?(_ object: VNRecognizedObjectObservation) {
        let box = object.boundingBox
        let upright = CGRect(x: box.minX, y: 1 - box.maxY, width: box.width, height: box.height)
        let visible = upright.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard !visible.isNull else { return nil }
        self.init(box: visible, confidences: object.labels.map { (label: $0.identifier, confidence: Double($0.confidence)) })
    }
}
