import CoreML
import CoreMLRuntime
import CreateML
import Foundation
import Reports
import Vision

/// Measures the model of a finished training on other photos or pictures with boxes, as `osprey evaluate` does.
enum PictureTest {
    /// Writes the page about the pictures in a folder. If the folder is divided into parts, the test part is used or, if there is none, the
    /// validation part.
    ///
    /// - Throws: `WebFailure` for a model of another kind, and `MLCreateError` for data that cannot be read.
    static func write(_ job: Job, on folder: URL) throws {
        let whole = DataFolder.root(of: folder)
        let parts = DataParts(of: whole)
        let root = parts?.test ?? parts?.validation ?? whole
        let model = try VNCoreMLModel(for: MLModel(contentsOf: job.model, configuration: MLModelConfiguration()))
        let title = "\(job.record.name) on other pictures"
        switch job.record.kind {
        case "photos": try labels(model, root, title).write(to: job.test)
        case "boxes": try boxes(model, root, title).write(to: job.test)
        default: throw WebFailure(409, "the model of this training is not one of pictures")
        }
    }

    private static func labels(_ model: VNCoreMLModel, _ root: URL, _ title: String) throws -> ClassifierReport {
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: root).labeledImages()
        try LabelLimit.check(images.count)
        let photos = images.sorted { $0.key < $1.key }.flatMap { label, files in files.map { (label: label, file: $0) } }
        let (answers, skipped) = try all(photos.count, name: { photos[$0].file.path(below: root) }) { index -> ClassifierReport.Answer in
            let (label, file) = photos[index]
            let request = VNCoreMLRequest(model: model)
            try VNImageRequestHandler(url: file).perform([request])
            guard let results = request.results as? [VNClassificationObservation], let first = results.first else {
                throw UsageError("the model gives no labels")
            }
            return .init(
                path: file.path, label: label, answer: first.identifier, confidence: Double(first.confidence),
                ownConfidence: Double(results.first { $0.identifier == label }?.confidence ?? 0))
        }
        return ClassifierReport(
            title: title, facts: [("photos", String(photos.count))], metrics: MLClassifierMetrics(answers.map { ($0.label, $0.answer) }),
            answers: answers, warnings: skipped)
    }

    private static func boxes(_ model: VNCoreMLModel, _ root: URL, _ title: String) throws -> DetectorReport {
        let data = try BoxFormat.source(folder: root, annotations: nil, nil)
            .annotatedImages(.boundingBox(units: .pixel, origin: .topLeft, anchor: .center))
        try LabelLimit.check(data.labels.count)
        model.featureProvider = try MLDictionaryFeatureProvider(
            dictionary: ["confidenceThreshold": DetectorAnswer.measuringThreshold])
        let (answers, skipped) = try all(data.images.count, name: { data.images[$0].url.path(below: root) }) { index -> DetectorAnswer in
            let image = data.images[index]
            let request = VNCoreMLRequest(model: model)
            request.imageCropAndScaleOption = .scaleFill
            try VNImageRequestHandler(url: image.url).perform([request])
            guard let objects = request.results as? [VNRecognizedObjectObservation] else { throw UsageError("the model finds no objects") }
            return DetectorAnswer(image: image, findings: objects.compactMap(DetectorAnswer.Finding.init))
        }
        let left = data.skipped.map { "\($0.url.path(below: root)) was skipped: \($0.reason)" }
        return DetectorReport(
            title: title, facts: [("pictures", String(data.images.count))], metrics: MLObjectDetectorMetrics(answers), answers: answers,
            warnings: data.doubts + left + skipped)
    }

    /// The answers for all pictures, and a warning for each picture that cannot be read.
    private static func all<Answer: Sendable>(
        _ count: Int, name: (Int) -> String, _ work: @escaping @Sendable (Int) throws -> Answer
    ) throws -> (answers: [Answer], skipped: [String]) {
        var (answers, skipped): ([Answer], [String]) = ([], [])
        try Parallelism.forEach(count, work) { index, result in
            switch result {
            case .success(let answer): answers.append(answer)
            case .failure(let error as UsageError): throw error
            case .failure(let error): skipped.append("\(name(index)) was skipped: \(ErrorText.describe(error))")
            }
        }
        guard !answers.isEmpty else { throw WebFailure(422, skipped.first ?? "there are no pictures in it") }
        return (answers, skipped)
    }
}
