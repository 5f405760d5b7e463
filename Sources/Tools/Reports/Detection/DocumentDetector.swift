import Foundation
import JSON
import Vision

/// Finds the most prominent document.
package struct DocumentDetector: Detector {
    package init(_ options: DetectionOptions) {}

    package func query() -> DetectionQuery {
        let request = VNDetectDocumentSegmentationRequest()
        let findings = {
            (request.results ?? []).map { observation in
                Finding(
                    title: "document \(ShownText.percentage(observation.confidence))", confidence: observation.confidence,
                    boundingBox: observation.boundingBox,
                    json: [
                        "corners": .array(observation.corners.map { JSON($0) }), "confidence": .float(observation.confidence),
                    ], outlines: [observation.corners])
            }
        }
        return DetectionQuery(request: request, findings: findings, isSingle: true)
    }
}
