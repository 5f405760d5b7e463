import CoreML
import Foundation

/// The result of training on a table: the model and its metrics. It is Osprey's addition for internal use. Programs should use the properties of
/// the trainers.
public struct TrainedTable: Sendable {
    let schema: TableSchema
    let classes: TableClasses?
    let predictor: TablePredictor
    let training: TableMetrics
    let validation: TableMetrics
    let model: MLModel
    /// A description of the averaged models; `nil` if the model is not a mean of several models.
    let composition: String?

    init(
        schema: TableSchema, classes: TableClasses?, predictor: TablePredictor, training: TableMetrics, validation: TableMetrics,
        composition: String? = nil
    ) throws {
        self.schema = schema
        self.classes = classes
        self.predictor = predictor
        self.training = training
        self.validation = validation
        self.composition = composition
        model = try TableExport(schema: schema, classes: classes, predictor: predictor).makeModel()
    }

    var export: TableExport { TableExport(schema: schema, classes: classes, predictor: predictor) }

    func predictions(from table: MLDataTable) throws -> MLUntypedColumn {
        let features = try schema.encode(table)
        guard let classes else { return MLUntypedColumn(values: predictor.numbers(features).map { .double($0) }, type: .double) }
        return MLUntypedColumn(values: predictor.classes(features).map { classes.value($0) }, type: classes.type)
    }

    func regressorMetrics(on table: MLDataTable) -> MLRegressorMetrics {
        do {
            guard try table.column(schema.target).count > 0 else { return MLRegressorMetrics([], []) }
            let targets = try TableTargets.numbers(schema.target, of: table).values
            return MLRegressorMetrics(targets, predictor.numbers(try schema.encode(table)))
        } catch {
            return MLRegressorMetrics(error: error)
        }
    }

    /// The metrics on a table. If a row's true class is not in the training data, its prediction is wrong.
    func classifierMetrics(on table: MLDataTable) -> MLClassifierMetrics {
        do {
            let column = try table.column(schema.target)
            try TableTargets.requireNoneMissing(schema.target, column)
            let answers = try predictions(from: table)
            return MLClassifierMetrics(zip(column.values, answers.values).map { ($0.description, $1.description) })
        } catch {
            return MLClassifierMetrics(error: error)
        }
    }
}

/// A model that was trained on a table. All trainers on tables have this protocol.
public protocol MLTabularModel: CustomStringConvertible, CustomDebugStringConvertible, CustomPlaygroundDisplayConvertible, Sendable {
    /// Osprey's addition: the result of the training.
    var trained: TrainedTable { get }
}

extension MLTabularModel {
    /// The trained model.
    ///
    /// Its inputs have the names of the feature columns. Its first output has the name of the target column. A classifier may have a second output,
    /// the probability of each class. Its name is the name of the target column followed by `Probability`.
    public var model: MLModel { trained.model }
    /// The name of the column that is predicted.
    public var targetColumn: String { trained.schema.target }
    /// The names of the columns that the target is predicted from.
    public var featureColumns: [String] { trained.schema.features.map(\.name) }

    /// Predicts the target of each row of a table.
    ///
    /// - Throws: `MLCreateError` if a feature column is missing or has values of another type.
    public func predictions(from data: MLDataTable) throws -> MLUntypedColumn { try trained.predictions(from: data) }

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder. In a folder, the file's name is the name of the trainer without `ML`.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = nil) throws {
        let name = String(describing: Self.self).dropFirst(2)
        try AtomicFile.write(
            trained.export.specification(metadata ?? MLModelMetadata()).encoded(), to: fileURL.modelFile(named: "\(name).mlmodel"))
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = nil) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var debugDescription: String { description }

    /// A description of the model: the name of the trainer, the columns and the metrics.
    func text(_ parameters: String) -> String {
        let (training, validation) =
            switch (trained.training, trained.validation) {
            case (.regression(let own), .regression(let held)): (own.description, held.isValid ? held.description : nil)
            case (.classification(let own), .classification(let held)): (own.description, held.isValid ? held.description : nil)
            default: ("", nil)
            }
        let lines = [
            "\(Self.self) of '\(targetColumn)' from \(featureColumns.count) column\(featureColumns.count == 1 ? "" : "s")",
            trained.composition ?? parameters,
            "training: \(training)", validation.map { "validation: \($0)" },
        ]
        return lines.compactMap { $0 }.joined(separator: "\n")
    }
}

/// A model that predicts numbers.
public protocol MLTabularRegressor: MLTabularModel {}

extension MLTabularRegressor {
    /// The model's metrics on the training data.
    public var trainingMetrics: MLRegressorMetrics { Self.metrics(trained.training) }
    /// The model's metrics on the rows that were set aside. Not valid if no rows were set aside.
    public var validationMetrics: MLRegressorMetrics { Self.metrics(trained.validation) }

    private static func metrics(_ metrics: TableMetrics) -> MLRegressorMetrics {
        if case .regression(let metrics) = metrics { metrics } else { MLRegressorMetrics([], []) }
    }

    /// Evaluates the model on a table that it was not trained on. The table must have the target column. The metrics are not valid if the table
    /// cannot be used.
    public func evaluation(on labeledData: MLDataTable) -> MLRegressorMetrics { trained.regressorMetrics(on: labeledData) }
}

/// A model that predicts a class. Classes are texts or whole numbers.
public protocol MLTabularClassifier: MLTabularModel {}

extension MLTabularClassifier {
    /// The model's metrics on the training data.
    public var trainingMetrics: MLClassifierMetrics { Self.metrics(trained.training) }
    /// The model's metrics on the rows that were set aside. Not valid if no rows were set aside.
    public var validationMetrics: MLClassifierMetrics { Self.metrics(trained.validation) }

    private static func metrics(_ metrics: TableMetrics) -> MLClassifierMetrics {
        if case .classification(let metrics) = metrics { metrics } else { MLClassifierMetrics(labels: [], confusionCounts: []) }
    }

    /// Evaluates the model on a table that it was not trained on. The table must have the target column. The metrics are not valid if the table
    /// cannot be used.
    public func evaluation(on labeledData: MLDataTable) -> MLClassifierMetrics { trained.classifierMetrics(on: labeledData) }
}
