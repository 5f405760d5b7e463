import CreateML
import Foundation
import Reports

/// `osprey train tabular`: trains a model that predicts a column of a table.
enum TrainTabular: Verb {
    static let command = Command(
        "train tabular", "Trains a model that predicts a column of a table from others.", operands: "TABLE", operandCount: 1...1,
        options: [
            .value("--target", "COLUMN", "the column to predict"),
            .value("--features", "LIST", "the columns to predict it from, joined by commas (all others where not given)"),
            .value("--kind", "KIND", "\(TableTrainers.kinds.map(\.0).joined(separator: ", ")) (the first where not given)"),
            .flag("--classify", "the target is a class, though it is a whole number"),
            .value("--output", "FILE", "the model to write (Table.mlmodel where not given)"),
            .value("--validation", "TABLE", "rows to test on"),
            .value("--split", "R", "the part of the rows, 0…0.9, to set aside for that instead"),
            .value("--seed", "N", "draws the split with this seed (1 where not given)"),
            .value(
                "--iterations", "N", "trees of a boosted-tree (100 where not given) or random-forest (60), steps of linear, logistic or svm"
            ),
            .value("--step-size", "R", "the part of each tree that a boosted-tree adds (0.1 where not given)"),
            .value("--depth", "N", "the most branches to a leaf of trees (6 where not given; 16 of a random-forest)"),
            .value("--report", "FILE", "a page with the figures, the importance of columns and the errors (HTML)"),
            .value("--author", "TEXT", "kept in the model"),
            .value("--description", "TEXT", "kept in the model"),
            .value("--license", "TEXT", "kept in the model"),
            .flag("--json", "a JSON object with the figures"),
        ],
        discussion: """
            TABLE is a .csv or .tsv file with a header, or a .json or .jsonl file. A target of texts is a class, a target of numbers a number,
            unless --classify, logistic or svm says otherwise. With the kind auto, all kinds are tried on rows that they did not learn from, and
            the best is trained. Where neither --validation nor --split is given, a twentieth of the rows is set aside to test on.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        guard let target = arguments.string("--target") else { throw UsageError("--target names the column to predict") }
        let run = try TrainingRun(arguments, output: "Table.mlmodel")
        let settings = try TableTrainers.Settings(
            kind: arguments.choice("--kind", of: TableTrainers.kinds) ?? .auto,
            iterations: arguments.integer("--iterations", in: 1...100_000), stepSize: arguments.number("--step-size", in: 1e-6...1_000),
            depth: arguments.integer("--depth", in: 1...64))
        let validation = try validation(arguments)
        let table = try TableFile.read(URL(fileURLWithPath: arguments.operands[0]))
        let features = arguments.string("--features")?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let isClass = try settings.predictsClass(arguments.flag("--classify"), table.columnTypes[target] == .string)
        let warnings = table.warnings(target: target, features: features, asClass: isClass)
        let trainers = TableTrainers(settings: settings, table: table, target: target, features: features, validation: validation)
        if isClass {
            let model = try trainers.classifier()
            try write(model, run, validation, table, warnings, arguments.operands[0])
            try run.finish(warnings: warnings, training: model.trainingMetrics, validation: model.validationMetrics)
        } else {
            let model = try trainers.regressor()
            try write(model, run, validation, table, warnings, arguments.operands[0])
            try run.finish(warnings: warnings, training: model.trainingMetrics, validation: model.validationMetrics)
        }
        return .success
    }

    private static func validation(_ arguments: Arguments) throws -> MLTableValidation {
        if let path = arguments.string("--validation") {
            if arguments.string("--split") != nil { throw UsageError("--split does not go with --validation") }
            return .table(try TableFile.read(URL(fileURLWithPath: path)))
        }
        guard let ratio = try arguments.number("--split", in: 0...0.9) else {
            if arguments.string("--seed") != nil { throw UsageError("--seed goes with --split") }
            return .split(strategy: .automatic)
        }
        let seed = try arguments.integer("--seed", in: 0...Int(Int32.max)) ?? 1
        return ratio == 0 ? .none : .split(strategy: .fixed(ratio: ratio, seed: seed))
    }

    /// Writes the model and, if `--report` is given, the page.
    private static func write(
        _ model: any MLTabularModel, _ run: TrainingRun, _ validation: MLTableValidation, _ table: MLDataTable, _ warnings: [String],
        _ source: String
    ) throws {
        try model.write(to: run.output, metadata: run.metadata)
        guard let page = run.page else { return }
        let name = model.description.split(separator: "\n").prefix(2).joined(separator: ": ")
        let facts = [("data", source), ("model", run.output.path), ("training", name)]
        let report = TableReport(title: run.title, facts: facts, warnings: warnings)
        try report.report(of: model.model, on: validation.rows(of: table), target: model.targetColumn)?.write(to: page)
    }
}
