import Foundation
import JSON
import Vision

/// Finds people.
package struct HumanDetector: Detector, @unchecked Sendable {
    private let model: MLModel?

    package init(_ options: DetectionOptions) throws {
        model = try options.network()
    }

    package func query() throws -> DetectionQuery {
        let request = VNDetectHumanRectanglesRequest()
        request.upperBodyOnly = false
        if let model { try request.use(model) }
        return DetectionQuery(request: request) {
            (request.results ?? []).map { observation in
                Finding(
                    label: "person", confidence: observation.confidence,
                    boundingBox: observation.boundingBox,
                    json: ["boundingBox": JSON(observation.boundingBox), "confidence": .float(observation.confidence)])
            }
        }
    }
}
