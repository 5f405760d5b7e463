import CoreMLSpecification
import Foundation
import Vision

/// What names things in pictures: the default scene model, or the one of `--model`. A request a picture, all on one loaded model.
struct Classifier: @unchecked Sendable {
    private let model: VNCoreMLModel?
    private let crop: VNImageCropAndScaleOption?

    /// - Parameter workers: how many threads use it at once.
    init(_ arguments: Arguments, workers: Int) throws {
        crop = try ModelOptions.crop(arguments)
        let configuration = try ModelOptions.configuration(arguments, workers: workers)
        model = try arguments.string("--model").map { path in
            try VNCoreMLModel(for: MLModel(contentsOf: URL(fileURLWithPath: path), configuration: configuration))
        }
    }

    /// A new request, which may be performed again and again.
    func request() -> VNRequest {
        guard let model else { return VNClassifyImageRequest() }
        let request = VNCoreMLRequest(model: model)
        if let crop { request.imageCropAndScaleOption = crop }
        return request
    }

    /// What a request that was performed says.
    ///
    /// - Throws: `UsageError` where the model is no classifier.
    func labels(of request: VNRequest) throws -> [Label] {
        let results: [VNObservation]? =
            (request as? VNClassifyImageRequest).map { $0.results ?? [] } ?? (request as? VNCoreMLRequest)?.results
        guard let observations = results as? [VNClassificationObservation] else {
            throw UsageError("the model is not a classifier; 'osprey detect objects' or 'osprey model predict' may suit it")
        }
        return observations.map { Label(identifier: $0.identifier, confidence: $0.confidence) }
    }
}

/// A label and how sure a classifier is of it.
struct Label: Sendable, Equatable {
    let identifier: String
    let confidence: Float

    var json: JSON { ["identifier": .string(identifier), "confidence": .float(confidence)] }

    var text: String { "\(identifier) \(ImageReport.percentage(confidence))" }
}
