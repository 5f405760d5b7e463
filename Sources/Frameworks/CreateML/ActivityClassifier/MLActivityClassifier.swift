import CoreML
import Foundation
import TabularData

/// A model that classifies the activity of a person from the sensors of a device that the person carries.
///
/// The classifier reads a recording window by window. A convolutional network reads the rows of a window. A recurrent layer remembers the
/// previous windows of the recording.
public struct MLActivityClassifier: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The trained model.
    ///
    /// Each feature column is an input, an array of `predictionWindowSize` numbers with the column's name. The input `stateIn` is the state after
    /// the previous window; leave it out for the first window of a recording. The outputs are `label`, `labelProbability` and `stateOut`, which is
    /// the `stateIn` of the next window.
    public let model: MLModel
    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The model's metrics on the windows of the training data.
    public let trainingMetrics: MLClassifierMetrics
    /// The model's metrics on the windows of the recordings that were set aside. Not valid if no recordings were set aside.
    public let validationMetrics: MLClassifierMetrics
    /// The names of the columns with sensor values.
    public var featureColumns: [String]
    /// The name of the column with labels.
    public var labelColumn: String
    /// The name of the column that says to which recording a row belongs.
    public var recordingFileColumn: String
    /// Osprey's addition: problems of the training data, such as a label with few recordings.
    public let warnings: [String]

    /// The predictions for the validation recordings.
    package let validationAnswers: [ActivityAnswer]
    /// The number of recordings that could not be used.
    package let skippedRecordings: Int
    private let classifier: ActivityClassifier
    private let window: Int

    /// Trains a classifier on recordings.
    ///
    /// - Parameters:
    ///   - featureColumns: the columns of sensor values, in the order of the model's inputs.
    ///   - labelColumn: the column of labels, texts or whole numbers; `label` if `nil`.
    ///   - recordingFileColumn: the column with the recording of each row; `recordingFile` if `nil`.
    /// - Throws: `MLCreateError` if the data cannot be read, a column is missing or has another type, or a parameter is out of range. Also for
    ///   fewer than two labels, and for a label without a usable recording.
    public init(
        trainingData: DataSource, featureColumns: [String], labelColumn: String? = nil, recordingFileColumn: String? = nil,
        parameters: ModelParameters = ModelParameters()
    ) throws {
        let plan = try ActivityPlan(trainingData, featureColumns, labelColumn, recordingFileColumn, parameters)
        self = try Self.session(plan, Self._defaultSessionParameters).run()
    }

    /// Trains a classifier on a table with a row for each moment. The rows of a recording are in the order of time.
    ///
    /// - Parameters:
    ///   - featureColumns: the columns of sensor values, in the order of the model's inputs.
    ///   - labelColumn: the column of labels, texts or whole numbers. A window has no label if at least half of its rows have none.
    ///   - recordingFileColumn: the column with the recording of each row, texts or whole numbers.
    /// - Throws: the errors of the initialiser from a data source.
    public init(
        trainingData: MLDataTable, featureColumns: [String], labelColumn: String, recordingFileColumn: String,
        parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: .table(trainingData), featureColumns: featureColumns, labelColumn: labelColumn,
            recordingFileColumn: recordingFileColumn, parameters: parameters)
    }

    /// Trains a classifier on a data frame, as on a table.
    ///
    /// - Throws: the errors of the initialiser from a data source. It also throws `MLCreateError` for a column of a type that tables do not have.
    public init(
        trainingData: DataFrame, featureColumns: [String], labelColumn: String, recordingFileColumn: String,
        parameters: ModelParameters = ModelParameters()
    ) throws {
        try self.init(
            trainingData: .dataFrame(trainingData), featureColumns: featureColumns, labelColumn: labelColumn,
            recordingFileColumn: recordingFileColumn, parameters: parameters)
    }

    init(
        _ classifier: ActivityClassifier, _ plan: ActivityPlan, trainingMetrics: MLClassifierMetrics, validationAnswers: [ActivityAnswer]
    ) throws {
        self.classifier = classifier
        model = classifier.model
        modelParameters = try plan.modelParameters
        window = plan.settings.window
        self.trainingMetrics = trainingMetrics
        self.validationAnswers = validationAnswers
        validationMetrics = MLClassifierMetrics(validationAnswers)
        featureColumns = plan.columns.features
        labelColumn = plan.columns.label ?? ActivityColumns.label
        recordingFileColumn = plan.columns.recording ?? ActivityColumns.recording
        warnings = plan.warnings
        skippedRecordings = plan.skipped.count
    }

    // MARK: Using the model

    /// Predicts the label of each row of a table, or of each window.
    ///
    /// A table without the recording column is one recording. A recording is cut into consecutive windows. If some rows are left at the end, one
    /// more window ends with the last row. The remaining rows get its label. A recording that is shorter than a window is repeated to fill it.
    ///
    /// - Parameter perWindowPrediction: whether the result has a label for each window, recording by recording, instead of a label for each row.
    /// - Throws: `MLCreateError` for a table without rows, for a missing feature column, and for values that are missing or not finite numbers.
    public func predictions(from data: MLDataTable, perWindowPrediction: Bool? = false) throws -> [String] {
        let recording = data.columnTypes[recordingFileColumn] == nil ? nil : recordingFileColumn
        let read = try ActivityRecordings(data, ActivityColumns(features: featureColumns, label: nil, recording: recording))
        guard data.rowCount > 0 else { throw MLCreateError.generic(reason: "the table has no rows") }
        if let warning = read.warnings.first { throw MLCreateError.generic(reason: warning) }
        let answers = try classifier.answers(for: read.recordings)
        if perWindowPrediction == true { return answers.map(\.answer) }
        var labels = [String](repeating: "", count: data.rowCount)
        var rest = answers[...]
        for (recording, group) in zip(read.recordings, try ActivityRecordings.groups(data, recording)) {
            var done = 0
            for answer in rest.prefix(recording.windows(window).count) {
                for row in max(done, answer.rows.lowerBound)..<answer.rows.upperBound { labels[group.rows[row]] = answer.answer }
                done = answer.rows.upperBound
                rest = rest.dropFirst()
            }
        }
        return labels
    }

    /// Predicts the label of each row of a data frame, or of each window, as `predictions(from:perWindowPrediction:)` does for a table.
    ///
    /// - Throws: the errors for a table, and `MLCreateError` for a column of a type that tables do not have.
    public func predictions(from data: DataFrame, perWindowPrediction: Bool? = false) throws -> [String] {
        try predictions(from: MLDataTable(data), perWindowPrediction: perWindowPrediction)
    }

    /// Evaluates the classifier, window by window, on recordings that it was not trained on. The metrics are not valid if the recordings cannot be
    /// used.
    ///
    /// - Parameters:
    ///   - featureColumns: the columns of sensor values, in the order of the columns that the classifier was trained on.
    ///   - labelColumn: the column of labels; the training's column if `nil`.
    ///   - recordingFileColumn: the column of recordings; the training's column if `nil`.
    public func evaluation(
        on testingData: DataSource, featureColumns: [String], labelColumn: String? = nil, recordingFileColumn: String? = nil
    ) -> MLClassifierMetrics {
        do {
            guard featureColumns.count == self.featureColumns.count else {
                let (given, wanted) = (featureColumns.count, self.featureColumns.count)
                throw MLCreateError.generic(reason: "there are \(given) feature columns, and the classifier was trained on \(wanted)")
            }
            let columns = ActivityColumns(
                features: featureColumns, label: labelColumn ?? self.labelColumn,
                recording: recordingFileColumn ?? self.recordingFileColumn)
            let data = try testingData.recordings(columns)
            guard !data.recordings.isEmpty else {
                throw MLCreateError.generic(reason: data.warnings.first ?? "the table has no rows")
            }
            return MLClassifierMetrics(try classifier.answers(for: data.recordings))
        } catch {
            return MLClassifierMetrics(error: error)
        }
    }

    /// Evaluates the classifier on a table, in the same way as on recordings from a ``DataSource``.
    public func evaluation(
        on testingData: MLDataTable, featureColumns: [String], labelColumn: String, recordingFileColumn: String
    ) -> MLClassifierMetrics {
        evaluation(
            on: .table(testingData), featureColumns: featureColumns, labelColumn: labelColumn, recordingFileColumn: recordingFileColumn)
    }

    // MARK: Writing the model

    /// Writes the model as an `.mlmodel`. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `ActivityClassifier.mlmodel` into.
    /// - Throws: `MLCreateError.io` that names the file and the reason.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = MLModelMetadata()) throws {
        try classifier.write(to: fileURL.modelFile(named: "ActivityClassifier.mlmodel"), metadata)
    }

    /// Writes the model as an `.mlmodel` file, which Core ML loads.
    public func write(toFile path: String, metadata: MLModelMetadata? = MLModelMetadata()) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    public var description: String {
        "MLActivityClassifier of \(featureColumns.joined(separator: ", "))\n\(modelParameters)\ntraining: \(trainingMetrics)"
            + (validationMetrics.isValid ? "\nvalidation: \(validationMetrics)" : "")
    }

    public var debugDescription: String { description }
}
