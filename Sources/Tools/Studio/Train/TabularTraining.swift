import CreateML
import Foundation
import JSON
import Reports

/// Trains a model that predicts a column of a table.
enum TabularTraining {
    @Sendable static func train(_ task: TrainingTask) throws -> TrainedModel {
        guard let choice = task.settings.table else { throw UsageError("say which column of the table is to be predicted") }
        guard let upload = TableUpload(in: task.data) else { throw UsageError("the table is not there any more") }
        var table = try upload.read()
        let settings = try choice.trainerSettings(iterations: task.settings.iterations)
        let isClass = try settings.predictsClass(choice.isClass, table.columnTypes[choice.target] == .string)
        // The warnings are made first, so that their row numbers are those of the uploaded table.
        var warnings = table.warnings(target: choice.target, features: choice.features, asClass: isClass)
        if choice.leavesOutMissing { try leaveOutMissing(choice.target, of: &table, &warnings) }
        task.warn(warnings)
        let validation: MLTableValidation =
            task.settings.split.map { $0 == 0 ? .none : .split(strategy: .fixed(ratio: $0, seed: 1)) } ?? .split(strategy: .automatic)
        let trainers = TableTrainers(
            settings: settings, table: table, target: choice.target, features: choice.features, validation: validation)
        if isClass {
            let model = try task.reporter.follow { try trainers.classifier() }
            return try finish(task, model, model.trainingMetrics, trainers, warnings)
        }
        let model = try task.reporter.follow { try trainers.regressor() }
        return try finish(task, model, model.trainingMetrics, trainers, warnings)
    }

    /// Leaves out the rows without a target, and adds a warning with their number.
    static func leaveOutMissing(_ target: String, of table: inout MLDataTable, _ warnings: inout [String]) throws {
        let cells = [MLDataValue](try table[target].materialize())
        let missing = cells.count { !$0.isValid }
        guard missing > 0 else { return }
        table = table[MLUntypedColumn(cells.map { $0.isValid ? 1 : 0 })]
        warnings.append("\(missing) rows without a value of '\(target)' were left out")
    }

    /// Writes the model and measures it.
    private static func finish(
        _ task: TrainingTask, _ model: any MLTabularModel, _ training: some Figures, _ trainers: TableTrainers, _ warnings: [String]
    ) throws -> TrainedModel {
        try model.write(to: task.output, metadata: task.metadata)
        try task.reporter.checkCancellation()
        let name = model.description.split(separator: "\n").prefix(2).joined(separator: ": ")
        let page = TableReport(
            title: task.title,
            facts: [
                ("rows", String(trainers.table.size.rows)), ("training", name),
                (training is MLClassifierMetrics ? "right on the rows trained on" : "on the rows trained on", shown(training)),
            ], warnings: warnings, curves: task.curves())
        let held = try trainers.validation.rows(of: trainers.table)
        guard let report = try page.report(of: model.model, on: held, target: model.targetColumn) else {
            throw MLCreateError.generic(reason: "the model cannot be measured")
        }
        var trained = TrainedModel(report, training: training, warnings: warnings)
        trained.row = TypicalRow(trainers.table[model.featureColumns], target: model.targetColumn, training is MLClassifierMetrics).json
        return trained
    }

    private static func shown(_ figures: some Figures) -> String {
        if let metrics = figures as? MLClassifierMetrics { return HTML.percentage(1 - metrics.classificationError) }
        return figures.description
    }
}

/// The fields of a row, each with a typical value, for predictions on rows that users type.
struct TypicalRow {
    private static let listed = 50
    private static let longest = 2_000
    let json: JSON

    init(_ features: MLDataTable, target: String, _ isClassifier: Bool) {
        let columns = features.columnNames.map { ColumnProfile($0, features[$0]) }
        json = [
            "target": .string(target), "isClassifier": .bool(isClassifier), "fields": .array(columns.map(Self.field)),
        ]
    }

    private static func field(_ column: ColumnProfile) -> JSON {
        let texts = column.type == .string ? column.values.prefix(listed).filter { $0.value.count <= longest } : []
        return [
            "name": .string(column.name), "type": .string(column.type.words), "value": .string(String(column.typical.prefix(longest))),
            "values": .array(texts.map { .string($0.value) }),
            "low": column.numbers.map { .number($0.histogram.low) } ?? .null,
            "high": column.numbers.map { .number($0.histogram.high) } ?? .null,
        ]
    }
}
