import CreateML
import Foundation
import Reports

/// `osprey train activity`: trains a classifier of activities on recordings of sensors.
enum TrainActivity: Verb {
    private static let file = "ActivityClassifier.mlmodel"
    private static let defaults = ActivitySettings()

    static let command = Command(
        "train activity", "Trains a classifier of activities on recordings of sensors.", operands: "DATA…", operandCount: 1...Int.max,
        options: [
            .value("--features", "LIST", "the columns of sensor values, joined by commas"),
            .value("--label", "COLUMN", "the column of a table with the labels (label where not given)"),
            ActivityData.recordingOption,
            .value("--output", "FILE", "the model to write (\(file) where not given)"),
            .value("--window", "N", "the rows that a prediction is made of (\(defaults.window) where not given)"),
            .value("--validation", "DATA", "recordings to test on while training"),
            .value("--split", "R", "the part of the recordings, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value("--iterations", "N", "N passes over the data at most (\(defaults.iterations) where not given)"),
            .value("--batch", "N", "learns from N parts of recordings, up to eight windows each, at a time (\(defaults.batchSize))"),
            .value("--session", "FOLDER", "keeps checkpoints there: the same command goes on where it was interrupted"),
            .value("--report", "FILE", "a page with the figures, the loss and the windows that are mistaken (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object a line: progress, then the figures"),
        ],
        discussion: """
            DATA is tables (.csv or .tsv with a header, .json or .jsonl) with a row for each moment in the order of time, or a folder with a folder
            for each label, with a table for each recording. A recording with a missing number is skipped and named at the end; the exit status is
            then 1. Recordings are set aside whole. Fewer than 50 are all learnt from where neither --validation nor --split is given, of more a
            tenth or a twentieth is set aside.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        guard let list = arguments.string("--features") else { throw UsageError("--features names the columns of sensor values") }
        let run = try TrainingRun(arguments, output: file)
        let data = ActivityData(arguments, features: list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        let settings = try settings(arguments)
        let (validation, separate) = try validation(arguments, data)
        let plan = try ActivityPlan(data.read(arguments.operands), data.columns, settings, validation, separate: separate)
        let classifier = try run.train(MLActivityClassifier.session(plan, run.sessionParameters))
        try classifier.write(to: run.output, metadata: run.metadata)
        if let page = run.page { try report(classifier, settings, run, arguments.operands).write(to: page) }
        try run.finish(warnings: classifier.warnings, training: classifier.trainingMetrics, validation: classifier.validationMetrics)
        return classifier.skippedRecordings == 0 ? .success : .someFailed
    }

    private static func validation(
        _ arguments: Arguments, _ data: ActivityData
    ) throws -> (ActivityPlan.Validation, ActivityRecordings?) {
        if let path = arguments.string("--validation") {
            if arguments.string("--split") != nil { throw UsageError("--split does not go with --validation") }
            return (.separate, try data.read([path]))
        }
        guard let ratio = try arguments.number("--split", in: 0...0.9) else {
            if arguments.string("--seed") != nil { throw UsageError("--seed goes with --split") }
            return (.automatic, nil)
        }
        let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
        return (ratio == 0 ? .none : .fixed(ratio: ratio, seed: seed), nil)
    }

    private static func settings(_ arguments: Arguments) throws -> ActivitySettings {
        var settings = defaults
        settings.window = try arguments.integer("--window", in: ActivitySettings.windows) ?? settings.window
        settings.iterations = try arguments.integer("--iterations", in: 1...100_000) ?? settings.iterations
        settings.batchSize = try arguments.integer("--batch", in: 1...4096) ?? settings.batchSize
        return settings
    }

    private static func report(
        _ classifier: MLActivityClassifier, _ settings: ActivitySettings, _ run: TrainingRun, _ sources: [String]
    ) -> ClassifierReport {
        ClassifierReport(
            title: run.title,
            facts: [
                ("data", sources.joined(separator: ", ")), ("model", run.output.path), ("windows", "\(settings.window) rows"),
                ("right on the windows trained on", HTML.percentage(1 - classifier.trainingMetrics.classificationError)),
            ] + run.keptFacts,
            metrics: classifier.validationMetrics, answers: classifier.validationAnswers.compactMap { .init($0) }, curves: run.curves,
            warnings: classifier.warnings, noun: "windows")
    }
}
