import CoreMLSpecification
import Foundation
import Vision

/// Finds people.
struct HumanDetector: Detector, @unchecked Sendable {
    private let model: MLModel?

    init(_ arguments: Arguments, workers: Int) throws {
        model = try ModelOptions.network(arguments, workers: workers)
    }

    func query() throws -> DetectionQuery {
        let request = VNDetectHumanRectanglesRequest()
        request.upperBodyOnly = false
        if let model { try request.use(model) }
        return DetectionQuery(request: request) {
            (request.results ?? []).map { observation in
                Finding(
                    title: "person \(ImageReport.percentage(observation.confidence))", confidence: observation.confidence,
                    boundingBox: observation.boundingBox,
                    json: ["boundingBox": JSON(observation.boundingBox), "confidence": .float(observation.confidence)])
            }
        }
    }
}
