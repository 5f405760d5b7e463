import JSON
import Vision

/// Finds cats and dogs.
package struct AnimalDetector: Detector, @unchecked Sendable {
    private let model: MLModel?

    package init(_ options: DetectionOptions) throws {
        model = try options.network()
    }

    package func query() throws -> DetectionQuery {
        let request = VNRecognizeAnimalsRequest()
        if let model { try request.use(model) }
        return DetectionQuery(request: request) { (request.results ?? []).map(Finding.init(object:)) }
    }
}
