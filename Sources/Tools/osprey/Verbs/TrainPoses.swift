import CreateML
import Foundation
import JSON
import Reports

/// Common parts of the verbs that train classifiers of poses.
enum TrainPoses<Task: PoseTask> {
    /// The options of a verb.
    ///
    /// - Parameter file: the default name of the model's file.
    static func options(file: String) -> [Command.Option] {
        let defaults = Task.defaults
        let (unit, length) = defaults.window == 1 ? ("poses", []) : ("windows", lengthOptions)
        let changes = Task.augmentations.names.joined(separator: ", ")
        return [.value("--output", "FILE", "the model to write (\(file) where not given)")] + length + [
            .value("--validation", "DATA", "sequences to test on while training"),
            .value("--split", "R", "the part of the sequences, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value("--iterations", "N", "N passes over the data at most (\(defaults.iterations) where not given)"),
            .value("--batch", "N", "learns from N \(unit) at a time (\(defaults.batchSize) where not given)"),
            .value("--augment", "LIST", "changes the sequences: \(changes); flip only where no label tells left from right"),
            .value("--session", "FOLDER", "keeps checkpoints there: the same command goes on where it was interrupted"),
            .value("--report", "FILE", "a page with the figures, the loss and the sequences that are mistaken (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ]
    }

    private static var lengthOptions: [Command.Option] {
        let defaults = Task.defaults
        return [
            .value("--window", "N", "the frames that a prediction is made of (\(defaults.window) where not given)"),
            .value("--frame-rate", "R", "the frames a second that the model works at (\(Int(defaults.frameRate)) where not given)"),
        ]
    }

    /// The paragraph about the data in the help of the verbs that train pose classifiers.
    static var data: String {
        """
        DATA is a folder with a folder for each label, with a file of keypoints (.json or .csv), or a video or picture, for each sequence; or a
        table (.csv or .json) with a row a frame in the columns session_id, label and keypoints. A sequence that cannot be read is skipped and
        named at the end; the exit status is then 1.
        """
    }

    static func run(_ arguments: Arguments, file: String) throws -> ExitStatus {
        let run = try TrainingRun(arguments, output: file)
        let settings = try settings(arguments)
        let (validation, separate) = try validation(arguments)
        let plan = try PosePlan<Task>(PoseSource(path: arguments.operands[0]), settings, validation, separate: separate)
        let classifier = try run.train(Task.session(plan, run.sessionParameters))
        try classifier.write(to: run.output, metadata: run.metadata)
        if let page = run.page { try report(classifier, settings, run, source: arguments.operands[0]).write(to: page) }
        try run.finish(warnings: classifier.warnings, training: classifier.trainingMetrics, validation: classifier.validationMetrics)
        return classifier.skippedSequences == 0 ? .success : .someFailed
    }

    private static func validation(_ arguments: Arguments) throws -> (PosePlan<Task>.Validation, PoseSource?) {
        if let path = arguments.string("--validation") { return (.separate, try PoseSource(path: path)) }
        guard let ratio = try arguments.number("--split", in: 0...0.9) else {
            if arguments.string("--seed") != nil { throw UsageError("--seed goes with --split") }
            return (.automatic, nil)
        }
        let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
        return (ratio == 0 ? .none : .fixed(ratio: ratio, seed: seed), nil)
    }

    private static func settings(_ arguments: Arguments) throws -> PoseSettings {
        var settings = Task.defaults
        settings.iterations = try arguments.integer("--iterations", in: 1...100_000) ?? settings.iterations
        settings.batchSize = try arguments.integer("--batch", in: 1...4096) ?? settings.batchSize
        if settings.window > 1 {
            settings.window = try arguments.integer("--window", in: 1...4096) ?? settings.window
            settings.frameRate = try arguments.number("--frame-rate", in: 0.1...1000) ?? settings.frameRate
        }
        for name in (arguments.string("--augment") ?? "").split(separator: ",") {
            guard let change = PoseAugmentation(name: String(name)), Task.augmentations.contains(change) else {
                throw UsageError("--augment takes \(Task.augmentations.names.joined(separator: ", ")), not '\(name)'")
            }
            settings.augmentation.insert(change)
        }
        return settings
    }

    private static func report(_ classifier: Task, _ settings: PoseSettings, _ run: TrainingRun, source: String) -> ClassifierReport {
        let isPose = settings.window == 1
        let noun = isPose ? "poses" : "windows"
        let windows = isPose ? [] : [("windows", "\(settings.window) frames at \(settings.frameRate) a second")]
        return ClassifierReport(
            title: run.title,
            facts: [("data", source), ("model", run.output.path)] + windows + [
                ("right on the \(noun) trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError))
            ] + run.keptFacts,
            metrics: classifier.validationMetrics, answers: classifier.validationAnswers.map { .init($0) }, curves: run.curves,
            warnings: classifier.warnings, noun: noun)
    }
}

/// `osprey train action-classifier`: trains a classifier on sequences of body poses.
enum TrainActionClassifier: Verb {
    private typealias Training = TrainPoses<MLActionClassifier>
    private static let file = "ActionClassifier.mlmodel"

    static let command = Command(
        "train action-classifier", "Trains a classifier on labelled sequences of body poses.", operands: "DATA", operandCount: 1...1,
        options: Training.options(file: file),
        discussion: Training.data + "\nThe joints are the 18 of Vision's body pose. One label may be for everything else that people do.")

    static func run(_ arguments: Arguments) throws -> ExitStatus { try Training.run(arguments, file: file) }
}

/// `osprey train hand-action-classifier`: trains a classifier on sequences of hand poses.
enum TrainHandActionClassifier: Verb {
    private typealias Training = TrainPoses<MLHandActionClassifier>
    private static let file = "HandActionClassifier.mlmodel"

    static let command = Command(
        "train hand-action-classifier", "Trains a classifier on labelled sequences of hand poses.", operands: "DATA", operandCount: 1...1,
        options: Training.options(file: file), discussion: Training.data + "\nThe joints are the 21 of Vision's hand pose.")

    static func run(_ arguments: Arguments) throws -> ExitStatus { try Training.run(arguments, file: file) }
}

/// `osprey train hand-pose-classifier`: trains a classifier on single poses of a hand.
enum TrainHandPoseClassifier: Verb {
    private typealias Training = TrainPoses<MLHandPoseClassifier>
    private static let file = "HandPoseClassifier.mlmodel"

    static let command = Command(
        "train hand-pose-classifier", "Trains a classifier on labelled poses of a hand.", operands: "DATA", operandCount: 1...1,
        options: Training.options(file: file),
        discussion: Training.data + "\nThe joints are the 21 of Vision's hand pose. Every frame of a sequence is a pose of its own.")

    static func run(_ arguments: Arguments) throws -> ExitStatus { try Training.run(arguments, file: file) }
}
