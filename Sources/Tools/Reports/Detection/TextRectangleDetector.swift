import Foundation
import JSON
import Vision

/// Finds lines of text without reading them.
package struct TextRectangleDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectTextRectanglesRequest()
        return DetectionQuery(request: request) {
            (request.results ?? []).map { observation in
                Finding(
                    // A title for each line would hide the text.
                    label: "line of text", isTitled: false, confidence: observation.confidence, boundingBox: observation.boundingBox,
                    json: [
                        "corners": .array(observation.corners.map { JSON($0) }), "boundingBox": JSON(observation.boundingBox),
                        "confidence": .float(observation.confidence),
                    ], outlines: [observation.corners])
            }
        }
    }
}
