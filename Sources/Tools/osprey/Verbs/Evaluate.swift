import CreateML
import Foundation
import JSON
import Reports
import SoundAnalysis
import Vision

/// `osprey evaluate`: measures a model on data: the accuracy of a classifier, the average precision of a detector, or the errors of a regressor.
enum Evaluate: Verb {
    private static let options: [Command.Option] = [
        .flag("--multi-label", "any number of labels a photo, from a JSON file in FOLDER"),
        .value("--target", "COLUMN", "the column of a table that is true (the model's output where not given)"),
        .value("--crop", "HOW", "centerCrop (for classifiers where not given), scaleFill (for detectors) or scaleFit"),
        .value("--compute-units", "U", ModelOptions.computeUnitsHelp),
        .value("--report", "FILE", "a page with the figures and the photos that are mistaken (HTML)"),
        .flag("--json", "one JSON object"),
    ]

    static let command = Command(
        "evaluate", "Measures a model on labelled photos, pictures with boxes, poses, sensors, sounds, texts or a table.",
        operands: "MODEL FOLDER",
        operandCount: 2...2,
        options: options + TextData.options + [ActivityData.recordingOption] + DetectionSource.options,
        discussion: """
            What FOLDER holds depends on the model. For a classifier it is a folder of photos for each label or, with --multi-label, photos
            and one JSON file: [{"filename": "a.jpg", "annotations": ["dog", "grass"]}, …]. For a detector it is pictures with boxes, as
            'osprey train object-detector' reads them. It may be a zip of such a folder, but for the form of huge archives (Zip64). For a
            classifier of poses it is a folder of files of keypoints (.json or .csv) for each label, or FOLDER is a table (.csv or .json).
            For a model of numbers and texts, FOLDER is a table (.csv or .json) with a column for each of its inputs and one for what it
            predicts. Any classifier, detector and regressor will do, whoever made it. For a classifier of texts that was trained here,
            FOLDER is a table with a column of texts and one of labels, or a folder of text files for each label. For a classifier of
            activities, FOLDER is a table with a column for each of its inputs and one of labels (--label), or a folder of such tables for
            each label. For a classifier of sounds, FOLDER has a folder of sound files for each label.
            """)

    /// Evaluates the model. The type of the model decides which data is read. Other files in the folder are ignored.
    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let run = try EvaluationRun(arguments)
        let isMultiLabel = arguments.flag("--multi-label")
        let takesPictures = run.model.modelDescription.inputDescriptionsByName.values.contains { $0.imageConstraint != nil }
        if isMultiLabel, run.model.detector != nil || !takesPictures {
            throw UsageError("--multi-label is for classifiers of photos, and the model is none")
        }
        if run.model.detector != nil { return try EvaluateDetector.run(arguments, run) }
        if let option = DetectionSource.options.first(where: { arguments.string($0.name) != nil }) {
            throw UsageError("\(option.name) is for detectors, and the model is not a detector")
        }
        if let model = ActivityModel(run.model) {
            if arguments.string("--target") != nil { throw UsageError("--label names the column of labels of a classifier of activities") }
            if arguments.string("--text") != nil { throw UsageError("--text is for classifiers of texts, and the model is none") }
            return try EvaluateActivity.run(arguments, run, model)
        }
        if arguments.string("--recording") != nil {
            throw UsageError("--recording is for classifiers of activities, and the model is none")
        }
        if SoundModel.fits(run.model) {
            if let option = (TextData.options.map(\.name) + ["--target"]).first(where: { arguments.string($0) != nil }) {
                throw UsageError("\(option) does not go with a classifier of sounds")
            }
            return try EvaluateSound.run(run)
        }
        if EvaluateText.fits(run) {
            if arguments.string("--target") != nil { throw UsageError("--label names the column of labels of a classifier of texts") }
            return try EvaluateText.run(arguments, run)
        }
        if let option = TextData.options.first(where: { arguments.string($0.name) != nil }) {
            throw UsageError("\(option.name) is for classifiers of texts, and the model is none")
        }
        if let model = TableModel(run.model) { return try EvaluateTable.run(arguments, run, model) }
        if arguments.string("--target") != nil { throw UsageError("--target is for models of tables, and the model is none") }
        guard takesPictures else { return try EvaluatePoses.run(run) }
        return try isMultiLabel ? evaluateMultiLabel(run) : evaluateLabel(run)
    }

    private static func evaluateLabel(_ run: EvaluationRun) throws -> ExitStatus {
        let images = try labeledImages(run.data)
        let warnings = try run.warnings(ofLabels: Set(images.keys))
        let own = Dictionary(images.flatMap { label, files in files.map { ($0.path, label) } }) { first, _ in first }
        let paths = images.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.path) }
        let (answers, skipped) = try classify(paths, run) { path, results -> ClassifierReport.Answer in
            let label = own[path] ?? ""
            return ClassifierReport.Answer(
                path: path, label: label, answer: results[0].identifier, confidence: Double(results[0].confidence),
                ownConfidence: Double(results.first { $0.identifier == label }?.confidence ?? 0))
        }
        let report = ClassifierReport(
            title: run.title, facts: run.facts("photos"), metrics: MLClassifierMetrics(answers.map { ($0.label, $0.answer) }),
            answers: answers, warnings: warnings + skipped)
        return try run.finish(report, isComplete: skipped.isEmpty)
    }

    private static func labeledImages(_ path: String) throws -> [String: [URL]] {
        do {
            return try MLImageClassifier.DataSource.labeledDirectories(at: DataParts.tested(URL(fileURLWithPath: path))).labeledImages()
        } catch {
            guard BoxFormat.isAnnotated(path) else { throw error }
            throw UsageError(
                "the model is a classifier and not a detector: \(ErrorText.describe(error)); --multi-label takes photos with one JSON file")
        }
    }

    private static func evaluateMultiLabel(_ run: EvaluationRun) throws -> ExitStatus {
        let folder = DataParts.tested(URL(fileURLWithPath: run.data))
        let images = try MLMultiLabelImageClassifier.DataSource.directoryWithImagesAndJsonAnnotation(at: folder).annotatedImages()
        let warnings = try run.warnings(ofLabels: Set(images.flatMap(\.labels)))
        let own = Dictionary(images.map { ($0.url.path, $0.labels) }) { $0.union($1) }
        let (answers, skipped) = try classify(images.map(\.url.path), run) { path, results -> MultiLabelAnswer in
            let confidences = Dictionary(results.map { ($0.identifier, Double($0.confidence)) }) { first, _ in first }
            return MultiLabelAnswer(url: URL(fileURLWithPath: path), own: own[path] ?? [], confidences: confidences)
        }
        let labels = Set(images.flatMap(\.labels)).union(answers.first?.confidences.keys.map { $0 } ?? []).sorted()
        let report = MultiLabelReport(
            title: run.title, facts: run.facts("photos"), metrics: MLMultiLabelClassifierMetrics(answers, labels: labels),
            answers: answers, warnings: warnings + skipped)
        return try run.finish(report, isComplete: skipped.isEmpty)
    }

    /// The model's answers for the photos, in their order, and a warning for each photo that could not be read.
    private static func classify<Answer: Sendable>(
        _ paths: [String], _ run: EvaluationRun, answer: @escaping @Sendable (String, [VNClassificationObservation]) -> Answer
    ) throws -> (answers: [Answer], skipped: [String]) {
        let (model, crop) = (try VNCoreMLModel(for: run.model), run.crop)
        return try ImageBatch(paths.map { InputImage(path: $0) }).collect { image in
            let request = VNCoreMLRequest(model: model)
            if let crop { request.imageCropAndScaleOption = crop }
            try image.requestHandler().perform([request])
            guard let results = request.results as? [VNClassificationObservation], !results.isEmpty else {
                throw UsageError("the model is not a classifier")
            }
            return answer(image.name, results)
        }
    }
}
