import CreateML
import Foundation
import Reports

/// `osprey train sound`: trains a classifier on folders of sound files.
enum TrainSound: Verb {
    private static let file = "SoundClassifier.mlmodel"

    static let command = Command(
        "train sound", "Trains a classifier on labelled sounds.", operands: "FOLDER", operandCount: 1...1,
        options: [
            .value("--output", "FILE", "the model to write (\(file) where not given)"),
            .value("--validation", "FOLDER", "sounds to test on while training, laid out as the others"),
            .value("--split", "R", "the part of the files, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value("--iterations", "N", "at most N iterations (\(MLSoundClassifier.__Defaults.maximumIterations) where not given)"),
            .value("--overlap", "R", "how much of a window of 0.975 s the next one has in common with it, 0…0.95 (0.5 where not given)"),
            .value("--layers", "LIST", "a perceptron with layers of so many values, joined by commas, instead of a logistic regression"),
            .value("--session", "FOLDER", "keeps features and checkpoints there: the same command goes on where it was interrupted"),
            .value("--report", "FILE", "a page with the figures, the loss and the sounds that are mistaken (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ],
        discussion: """
            FOLDER has a folder of sound files for each label, or such folders in 'train' and in 'valid' or 'test'. It may be a zip of such a
            folder, but for the form of huge archives (Zip64). A file is any that FFmpeg decodes; one that cannot be read is skipped and named at
            the end, and the exit status is then 1.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let folder = try UnpackedData.folder(arguments.operands[0], session: arguments.string("--session"))
        let run = try TrainingRun(arguments, output: file)
        let classifier = try run.train(
            MLSoundClassifier.makeTrainingSession(
                trainingData: .labeledDirectories(at: folder), parameters: parameters(arguments, folder),
                sessionParameters: run.sessionParameters))
        try classifier.write(to: run.output, metadata: run.metadata)
        if let page = run.page { try report(classifier, run, source: arguments.operands[0]).write(to: page) }
        try run.finish(warnings: classifier.warnings, training: classifier.trainingMetrics, validation: classifier.validationMetrics)
        return classifier.skippedFiles == 0 ? .success : .someFailed
    }

    private static func parameters(_ arguments: Arguments, _ folder: URL) throws -> MLSoundClassifier.ModelParameters {
        var parameters = MLSoundClassifier.ModelParameters()
        if let validation = arguments.string("--validation") {
            if arguments.string("--split") != nil { throw UsageError("--split does not go with --validation") }
            parameters.validation = .dataSource(
                .labeledDirectories(at: try UnpackedData.folder(validation, session: arguments.string("--session"))))
        } else if let ratio = try arguments.number("--split", in: 0...0.9) {
            let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
            parameters.validation = ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
        } else if let part = DataParts.validation(of: folder) {
            parameters.validation = .dataSource(.labeledDirectories(at: part))
        }
        if arguments.string("--seed") != nil, arguments.string("--split") == nil { throw UsageError("--seed goes with --split") }
        parameters.maxIterations = try arguments.integer("--iterations", in: 1...100_000) ?? parameters.maxIterations
        parameters.overlapFactor = try arguments.number("--overlap", in: 0...0.95) ?? parameters.overlapFactor
        if let sizes = try arguments.integers("--layers") {
            parameters.algorithm = .transferLearning(classifier: .multilayerPerceptron(layerSizes: sizes))
        }
        return parameters
    }

    private static func report(_ classifier: MLSoundClassifier, _ run: TrainingRun, source: String) -> ClassifierReport {
        ClassifierReport(
            title: run.title,
            facts: [
                ("sounds", source), ("model", run.output.path), ("training", classifier.modelParameters.description),
                ("right on the sounds trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError)),
            ] + run.keptFacts,
            metrics: classifier.validationMetrics, answers: classifier.validationAnswers.map { .init(sound: $0) }, curves: run.curves,
            warnings: classifier.warnings, noun: "sounds")
    }
}
