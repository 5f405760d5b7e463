import CreateML
import Foundation
import Vision

/// `osprey evaluate`: how often a classifier is right, or how well a detector finds objects.
enum Evaluate: Verb {
    static let command = Command(
        "evaluate", "Measures a classifier on labelled photos, or a detector on pictures with boxes.", operands: "MODEL FOLDER",
        operandCount: 2...2,
        options: [
            .flag("--multi-label", "any number of labels a photo, from a JSON file in FOLDER"),
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
            FOLDER has a folder of photos for each label, or of files of keypoints (.json or .csv) for a classifier of poses, which takes a
            table (.csv or .json) too; or pictures with one JSON file or Pascal VOC files for a detector; or, with --multi-label, photos and
            one JSON file:
            [{"filename": "a.jpg", "annotations": ["dog", "grass"]}, …]. Any classifier and any detector will do, whoever made it.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        if arguments.flag("--multi-label") { return try evaluateMultiLabel(arguments) }
        if arguments.string("--annotations") != nil || DetectionSource.isAnnotated(arguments.operands[1]) {
            return try EvaluateDetector.run(arguments)
        }
        if PoseSource.isAt(arguments.operands[1]) { return try EvaluatePoses.run(arguments) }
        return try evaluateLabel(arguments)
    }

    private static func evaluateLabel(_ arguments: Arguments) throws -> ExitStatus {
        let images = try MLImageClassifier.DataSource.labeledDirectories(at: URL(fileURLWithPath: arguments.operands[1])).labeledImages()
        let own = Dictionary(images.flatMap { label, files in files.map { ($0.path, label) } }) { first, _ in first }
        let paths = images.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.path) }
        let (answers, failures) = try classify(paths, arguments) { path, results -> ClassifierReport.Answer in
            let label = own[path] ?? ""
            return ClassifierReport.Answer(
                path: path, label: label, answer: results[0].identifier, confidence: Double(results[0].confidence),
                ownConfidence: Double(results.first { $0.identifier == label }?.confidence ?? 0))
        }
        let metrics = MLClassifierMetrics(answers.map { ($0.label, $0.answer) })
        if let path = arguments.string("--report") {
            let report = ClassifierReport(title: title(arguments), facts: facts(arguments), metrics: metrics, answers: answers)
            try report.write(to: URL(fileURLWithPath: path))
        }
        StandardOutput.write(line: arguments.flag("--json") ? metrics.json.text : metrics.description)
        return failures > 0 ? .someFailed : .success
    }

    private static func evaluateMultiLabel(_ arguments: Arguments) throws -> ExitStatus {
        let folder = URL(fileURLWithPath: arguments.operands[1])
        let images = try MLMultiLabelImageClassifier.DataSource.directoryWithImagesAndJsonAnnotation(at: folder).annotatedImages()
        let own = Dictionary(images.map { ($0.url.path, $0.labels) }) { $0.union($1) }
        let (answers, failures) = try classify(images.map(\.url.path), arguments) { path, results -> MultiLabelAnswer in
            let confidences = Dictionary(results.map { ($0.identifier, Double($0.confidence)) }) { first, _ in first }
            return MultiLabelAnswer(url: URL(fileURLWithPath: path), own: own[path] ?? [], confidences: confidences)
        }
        let labels = Set(images.flatMap(\.labels)).union(answers.first?.confidences.keys.map { $0 } ?? []).sorted()
        let metrics = MLMultiLabelClassifierMetrics(answers, labels: labels)
        if let path = arguments.string("--report") {
            let report = MultiLabelReport(title: title(arguments), facts: facts(arguments), metrics: metrics, answers: answers)
            try report.write(to: URL(fileURLWithPath: path))
        }
        StandardOutput.write(line: arguments.flag("--json") ? metrics.json.text : metrics.description)
        return failures > 0 ? .someFailed : .success
    }

    private static func title(_ arguments: Arguments) -> String {
        URL(fileURLWithPath: arguments.operands[0]).deletingPathExtension().lastPathComponent
    }

    private static func facts(_ arguments: Arguments) -> [(name: String, value: String)] {
        [("photos", arguments.operands[1]), ("model", arguments.operands[0])]
    }

    /// What the model says of each photo, in their order, and how many could not be read.
    private static func classify<Answer: Sendable>(
        _ paths: [String], _ arguments: Arguments, answer: @escaping @Sendable (String, [VNClassificationObservation]) -> Answer
    ) throws -> (answers: [Answer], failures: Int) {
        let batch = ImageBatch(paths)
        let crop = try ModelOptions.crop(arguments)
        let configuration = try ModelOptions.configuration(arguments, workers: batch.workers)
        let model = try VNCoreMLModel(
            for: MLModel(contentsOf: URL(fileURLWithPath: arguments.operands[0]), configuration: configuration))
        return try batch.collect { path in
            let request = VNCoreMLRequest(model: model)
            if let crop { request.imageCropAndScaleOption = crop }
            try VNImageRequestHandler(url: URL(fileURLWithPath: path)).perform([request])
            guard let results = request.results as? [VNClassificationObservation], !results.isEmpty else {
                throw UsageError("the model is not a classifier")
            }
            return answer(path, results)
        }
    }
}
