import CreateML
import Foundation

/// `osprey train action-classifier`: from sequences of body poses to a model.
enum TrainActionClassifier: Verb {
    static let command = Command(
        "train action-classifier", "Trains a classifier on labelled sequences of body poses.", operands: "DATA", operandCount: 1...1,
        options: [
            .value("--output", "FILE", "the model to write (ActionClassifier.mlmodel where not given)"),
            .value("--window", "N", "the frames that a prediction is made of (60 where not given)"),
            .value("--frame-rate", "R", "the frames a second that the model works at (30 where not given)"),
            .value("--validation", "DATA", "sequences to test on while training"),
            .value("--split", "R", "the part of the sequences, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value("--iterations", "N", "N passes over the data (80 where not given)"),
            .value("--batch", "N", "learns from N windows at a time (32 where not given)"),
            .value("--augment", "LIST", "changes the sequences: flip, where no label tells left from right"),
            .value("--session", "FOLDER", "keeps checkpoints there: the same command goes on where it was interrupted"),
            .value("--report", "FILE", "a page with the figures, the loss and the sequences that are mistaken (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ],
        discussion: """
            DATA is a folder with a folder for each label, with a file of keypoints (.json or .csv) for each sequence; or a table (.csv or
            .json) with a row a frame in the columns session_id, label and keypoints. The joints are the 18 of Vision's body pose. One label may
            be for everything else that people do.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let run = try TrainingRun(arguments, output: "ActionClassifier.mlmodel")
        let classifier = try run.train(
            MLActionClassifier.makeTrainingSession(
                trainingData: try source(arguments.operands[0]), parameters: try parameters(arguments),
                sessionParameters: run.sessionParameters))
        try classifier.write(to: run.output, metadata: run.metadata)
        if let page = run.page { try report(classifier, run, source: arguments.operands[0]).write(to: page) }
        run.finish(
            warnings: classifier.warnings, training: (classifier.trainingMetrics.description, classifier.trainingMetrics.json),
            validation: classifier.validationMetrics.isValid
                ? (classifier.validationMetrics.description, classifier.validationMetrics.json) : nil)
        return .success
    }

    /// A folder of keypoints, or a table.
    private static func source(_ path: String) throws -> MLActionClassifier.DataSource {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
            return .keypointDirectories(at: url)
        }
        return .labeledKeypointsData(table: try MLDataTable(contentsOf: url))
    }

    private static func parameters(_ arguments: Arguments) throws -> MLActionClassifier.ModelParameters {
        var parameters = MLActionClassifier.ModelParameters(augmentationOptions: [])
        if let path = arguments.string("--validation") {
            parameters.validation = .dataSource(try source(path))
        } else if let ratio = try arguments.number("--split", in: 0...0.9) {
            let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
        }
        parameters.maximumIterations = try arguments.integer("--iterations", in: 1...100_000) ?? parameters.maximumIterations
        parameters.predictionWindowSize = try arguments.integer("--window", in: 1...4096) ?? parameters.predictionWindowSize
        parameters.batchSize = try arguments.integer("--batch", in: 1...4096) ?? parameters.batchSize
        parameters.targetFrameRate = try arguments.number("--frame-rate", in: 0.1...1000) ?? parameters.targetFrameRate
        for name in (arguments.string("--augment") ?? "").split(separator: ",") {
            guard name == "flip" else { throw UsageError("--augment takes flip, not '\(name)'") }
            parameters.augmentationOptions.insert(.horizontalFlip)
        }
        return parameters
    }

    private static func report(_ classifier: MLActionClassifier, _ run: TrainingRun, source: String) -> ClassifierReport {
        let parameters = classifier.modelParameters
        let window = "\(parameters.predictionWindowSize) frames at \(parameters.targetFrameRate) a second"
        return ClassifierReport(
            title: run.title,
            facts: [
                ("data", source), ("model", run.output.path), ("windows", window),
                ("right on the windows trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError)),
            ],
            metrics: classifier.validationMetrics, answers: classifier.validationAnswers.map { .init($0) }, curves: run.curves,
            warnings: classifier.warnings, noun: "windows")
    }
}
