import CreateML
import Foundation
import Reports
import Vision

/// The part of `osprey evaluate` for object detectors, including detectors that other programs made.
enum EvaluateDetector {
    static func run(_ arguments: Arguments, _ run: EvaluationRun) throws -> ExitStatus {
        let source = try DetectionSource.source(
            arguments, folder: DataParts.tested(URL(fileURLWithPath: run.data)).path, annotations: arguments.string("--annotations"))
        let data = try source.annotatedImages(try DetectionSource.annotationType(arguments))
        let warnings = try run.warnings(ofLabels: Set(data.labels))
        let images = Dictionary(data.images.map { ($0.url.path, $0) }) { first, _ in first }
        let (model, crop) = (try visionModel(run.model), run.crop ?? .scaleFill)
        for (url, reason) in data.skipped { StandardError.write(line: "\(url.path): error: \(reason)") }
        let (answers, unread) = try ImageBatch(data.images.map { InputImage(path: $0.url.path) }).collect { picture -> DetectorAnswer in
            guard let image = images[picture.name] else { throw UsageError("\(picture.name) is not annotated") }
            let request = VNCoreMLRequest(model: model)
            request.imageCropAndScaleOption = crop
            try picture.requestHandler().perform([request])
            guard let objects = request.results as? [VNRecognizedObjectObservation] else { throw UsageError("the model is not a detector") }
            return DetectorAnswer(image: image, findings: objects.compactMap(DetectorAnswer.Finding.init))
        }
        for doubt in data.doubts { StandardError.write(line: "warning: \(doubt)") }
        let skipped = data.skipped.map { "\($0.url.path) was skipped: \($0.reason)" } + unread
        let report = DetectorReport(
            title: run.title, facts: run.facts("pictures"), metrics: MLObjectDetectorMetrics(answers), answers: answers,
            warnings: warnings + data.doubts + skipped)
        return try run.finish(report, isComplete: skipped.isEmpty)
    }

    private static func visionModel(_ model: MLModel) throws -> VNCoreMLModel {
        let vision = try VNCoreMLModel(for: model)
        if model.modelDescription.inputDescriptionsByName["confidenceThreshold"] != nil {
            vision.featureProvider = try MLDictionaryFeatureProvider(dictionary: ["confidenceThreshold": DetectorAnswer.measuringThreshold])
        }
        return vision
    }
}
