import CoreMLSpecification
import Foundation
import Vision

/// `osprey classify`: what is in the picture, by the default model or another.
enum Classify: Verb {
    static let command = Command(
        "classify", "Says what is in photos.", operands: "IMAGE…", operandCount: 1...Int.max,
        options: [
            .value("--model", "M", "a classifier (.mlmodel, .mlpackage, .mlmodelc) instead of the default scene model"),
            .value("--top", "K", "at most K labels a photo (5 where not given)"),
            .value("--threshold", "T", "only labels with at least this confidence, 0…1"),
            .value("--crop", "HOW", "centerCrop (where not given), scaleFit or scaleFill"),
            .value("--compute-units", "U", "cpuOnly: float32; all (where not given): the fastest precision"),
            .value("--annotate", "FILE", "draws the labels into a copy of the photo (.png or .jpg); for several photos, a folder"),
            .flag("--json", "a JSON object a line"),
        ],
        discussion: InputList.help)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let images = try InputList.images(arguments.operands)
        let top = try arguments.integer("--top", in: 1...1_000_000) ?? 5
        let threshold = Float(try arguments.number("--threshold", in: 0...1) ?? 0)
        let target = try arguments.string("--annotate").map { try AnnotationTarget($0, images: images) }
        let batch = ImageBatch(images)
        let classifier = try Classifier(arguments, workers: batch.workers)
        var report = ImageReport(json: arguments.flag("--json"), images: images)
        try batch.run { image in
            let labels = try classifier.labels(of: image).prefix(top).filter { $0.confidence >= threshold }
            try target?.write(image) { canvas in
                canvas.drawLabels(labels.map { ($0.identifier, $0.confidence) })
            }
            return labels.map { Label(identifier: $0.identifier, confidence: $0.confidence) }
        } consume: { image, result in
            try report.add(image, result) { labels in
                let objects = labels.map { JSON.object([("identifier", .string($0.identifier)), ("confidence", .float($0.confidence))]) }
                return [("observations", .array(objects))]
            } text: { labels in
                labels.isEmpty ? (threshold > 0 ? "not sure" : "nothing found") : labels.map(\.text).joined(separator: ", ")
            }
        }
        return report.finish()
    }

    private struct Label: Sendable {
        let identifier: String
        let confidence: Float

        var text: String { "\(identifier) \(ImageReport.percentage(confidence))" }
    }
}

/// A request a photo, all on one loaded model.
private struct Classifier: @unchecked Sendable {
    private let model: VNCoreMLModel?
    private let crop: VNImageCropAndScaleOption?

    init(_ arguments: Arguments, workers: Int) throws {
        crop = try ModelOptions.crop(arguments)
        let configuration = try ModelOptions.configuration(arguments, workers: workers)
        model = try arguments.string("--model").map { path in
            try VNCoreMLModel(for: MLModel(contentsOf: URL(fileURLWithPath: path), configuration: configuration))
        }
    }

    func labels(of image: InputImage) throws -> [VNClassificationObservation] {
        let handler = image.requestHandler()
        guard let model else {
            let request = VNClassifyImageRequest()
            try handler.perform([request])
            return request.results ?? []
        }
        let request = VNCoreMLRequest(model: model)
        if let crop { request.imageCropAndScaleOption = crop }
        try handler.perform([request])
        guard let labels = request.results as? [VNClassificationObservation] else {
            throw UsageError("the model is not a classifier; 'osprey detect objects' or 'osprey model predict' may suit it")
        }
        return labels
    }
}
