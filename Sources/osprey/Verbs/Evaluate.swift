import CreateML
import Foundation
import Vision

/// `osprey evaluate`: how often a classifier is right, or how well a detector finds objects.
enum Evaluate: Verb {
    static let command = Command(
        "evaluate", "Measures a classifier on labelled photos, or a detector on pictures with boxes.", operands: "MODEL FOLDER",
        operandCount: 2...2,
        options: [
            .value("--crop", "HOW", "centerCrop (for classifiers where not given), scaleFill (for detectors) or scaleFit"),
            .value("--compute-units", "U", "cpuOnly: float32; all (where not given): the fastest precision"),
            .value("--report", "FILE", "a page with the figures and the photos that are mistaken (HTML)"),
            .value("--format", "F", "of boxes: createml, voc or coco; found out where not given"),
            .value("--annotations", "FILE", "the JSON file with the boxes, where it does not lie in the folder"),
            .value("--units", "U", "of Create ML's boxes: pixel (where not given) or normalized"),
            .value("--origin", "O", "that they count from: topLeft (where not given) or bottomLeft"),
            .value("--anchor", "A", "the point that they give: center (where not given), topLeft or bottomLeft"),
            .flag("--json", "one JSON object"),
        ],
        discussion: """
            FOLDER has a folder of photos for each label, or of files of keypoints (.json or .csv) for a classifier of poses; or pictures with
            one JSON file or Pascal VOC files for a detector. Any classifier and any detector will do, whoever made it.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        if arguments.string("--annotations") != nil || DetectionSource.isAnnotated(arguments.operands[1]) {
            return try EvaluateDetector.run(arguments)
        }
        if PoseModel.isKeypointFolder(URL(fileURLWithPath: arguments.operands[1])) { return try EvaluatePoses.run(arguments) }
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: URL(fileURLWithPath: arguments.operands[1])).labeledImages()
        let labels = images.keys.sorted()
        let examples = labels.flatMap { label in (images[label] ?? []).map { (path: $0.path, label: label) } }
        let batch = ImageBatch(examples.map(\.path))
        let crop = try arguments.choice(
            "--crop", of: [("centerCrop", VNImageCropAndScaleOption.centerCrop), ("scaleFit", .scaleFit), ("scaleFill", .scaleFill)])
        let configuration = try ModelOptions.configuration(arguments, workers: batch.workers)
        let model = try VNCoreMLModel(
            for: MLModel(contentsOf: URL(fileURLWithPath: arguments.operands[0]), configuration: configuration))

        var answers: [ClassifierReport.Answer?] = []
        let own = Dictionary(examples.map { ($0.path, $0.label) }) { first, _ in first }
        var bar = ProgressBar(total: examples.count)
        try batch.run { path -> ClassifierReport.Answer in
            let request = VNCoreMLRequest(model: model)
            if let crop { request.imageCropAndScaleOption = crop }
            try VNImageRequestHandler(url: URL(fileURLWithPath: path)).perform([request])
            guard let results = request.results as? [VNClassificationObservation], let best = results.first else {
                throw UsageError("the model is not a classifier")
            }
            let label = own[path] ?? ""
            return ClassifierReport.Answer(
                path: path, label: label, answer: best.identifier, confidence: Double(best.confidence),
                ownConfidence: Double(results.first { $0.identifier == label }?.confidence ?? 0))
        } consume: { path, result in
            switch result {
            case .success(let answer): answers.append(answer)
            case .failure(let error as UsageError): throw error
            case .failure(let error):
                answers.append(nil)
                bar.finish()
                StandardError.write("\(path): error: \(ErrorText.describe(error))\n")
            }
            bar.update(answers.count)
        }
        bar.finish()
        let read = answers.compactMap { $0 }
        let metrics = MLClassifierMetrics(read.map { ($0.label, $0.answer) })
        if let path = arguments.string("--report") {
            let report = ClassifierReport(
                title: URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent,
                facts: [("photos", arguments.operands[1]), ("model", arguments.operands[0])], metrics: metrics, answers: read)
            try report.write(to: URL(fileURLWithPath: path))
        }
        StandardOutput.write(line: arguments.flag("--json") ? metrics.json.text : metrics.description)
        return read.count < answers.count ? .someFailed : .success
    }
}
