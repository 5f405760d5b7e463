import Foundation
import JSON
import Vision

/// Finds rectangles seen in perspective, in any number and with any aspect ratio.
package struct RectangleDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectRectanglesRequest()
        request.minimumAspectRatio = 0.2
        request.minimumSize = 0.1
        request.maximumObservations = 0
        return DetectionQuery(request: request) {
            (request.results ?? []).map { observation in
                Finding(
                    label: "rectangle", confidence: observation.confidence,
                    boundingBox: observation.boundingBox,
                    json: [
                        "corners": .array(observation.corners.map { JSON($0) }), "confidence": .float(observation.confidence),
                    ], outlines: [observation.corners])
            }
        }
    }
}

extension VNRectangleObservation {
    /// The corners, clockwise from the top left.
    package var corners: [CGPoint] { [topLeft, topRight, bottomRight, bottomLeft] }
}
