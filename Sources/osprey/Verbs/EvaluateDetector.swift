import CreateML
import Foundation
import Vision

/// The part of `osprey evaluate` for object detectors, whoever made them.
enum EvaluateDetector {
    /// Boxes of little confidence count for the precision at high recalls.
    private static let confidenceThreshold = 0.01

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let source = try DetectionSource.source(arguments, folder: arguments.operands[1], annotations: arguments.string("--annotations"))
        let data = try source.annotatedImages(try DetectionSource.annotationType(arguments))
        let images = Dictionary(data.images.map { ($0.url.path, $0) }) { first, _ in first }
        let batch = ImageBatch(data.images.map(\.url.path))
        let crop = try ModelOptions.crop(arguments)
        let model = try model(arguments, workers: batch.workers)
        for (url, reason) in data.skipped { StandardError.write("\(url.path): error: \(reason)\n") }
        let (answers, failures) = try batch.collect { path -> DetectorAnswer in
            guard let image = images[path] else { throw UsageError("\(path) is not annotated") }
            let request = VNCoreMLRequest(model: model)
            request.imageCropAndScaleOption = crop ?? .scaleFill
            try VNImageRequestHandler(url: image.url).perform([request])
            guard let objects = request.results as? [VNRecognizedObjectObservation] else { throw UsageError("the model is not a detector") }
            return DetectorAnswer(image: image, detections: objects.compactMap(detection))
        }
        for doubt in data.doubts { StandardError.write("warning: \(doubt)\n") }
        let metrics = MLObjectDetectorMetrics(answers)
        if let path = arguments.string("--report") {
            let report = DetectorReport(
                title: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent,
                facts: [("pictures", arguments.operands[1]), ("model", arguments.operands[0])], metrics: metrics, answers: answers,
                warnings: data.doubts)
            try report.write(to: URL(fileURLWithPath: path))
        }
        StandardOutput.write(line: arguments.flag("--json") ? metrics.json.text : metrics.description)
        return failures + data.skipped.count == 0 ? .success : .someFailed
    }

    private static func model(_ arguments: Arguments, workers: Int) throws -> VNCoreMLModel {
        let url = URL(fileURLWithPath: arguments.operands[0])
        let model = try MLModel(contentsOf: url, configuration: ModelOptions.configuration(arguments, workers: workers))
        let vision = try VNCoreMLModel(for: model)
        if model.modelDescription.inputDescriptionsByName["confidenceThreshold"] != nil {
            vision.featureProvider = try MLDictionaryFeatureProvider(dictionary: ["confidenceThreshold": confidenceThreshold])
        }
        return vision
    }

    /// From Vision's lower left to the annotations' upper left.
    private static func detection(_ object: VNRecognizedObjectObservation) -> AveragePrecision.Detection? {
        guard let label = object.labels.first else { return nil }
        let box = object.boundingBox
        let upright = CGRect(x: box.minX, y: 1 - box.maxY, width: box.width, height: box.height)
        let visible = upright.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard !visible.isNull else { return nil }
        return .init(label: label.identifier, box: visible, confidence: Double(label.confidence))
    }
}
