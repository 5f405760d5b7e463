import Foundation

extension MLActivityClassifier: SessionTrainable {
    package typealias Plan = ActivityPlan

    package static var extractionShare: Double { 0 }

    package static func training(_ plan: ActivityPlan, _ parameters: MLTrainingSessionParameters, features: URL?) throws
        -> any StepwiseTraining<MLActivityClassifier>
    {
        try ActivityTraining(plan, parameters)
    }
}

extension MLActivityClassifier {
    public static let _defaultSessionParameters = MLTrainingSessionParameters()

    /// Starts to train a classifier on a separate thread, or resumes the session in the session folder.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: DataSource, featureColumns: [String], labelColumn: String, recordingFileColumn: String,
        parameters: ModelParameters = ModelParameters(), sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLActivityClassifier> {
        try resume(
            makeTrainingSession(
                trainingData: trainingData, featureColumns: featureColumns, labelColumn: labelColumn,
                recordingFileColumn: recordingFileColumn,
                parameters: parameters, sessionParameters: sessionParameters))
    }

    /// Starts to train a classifier on a table, in the same way as on recordings from a ``DataSource``.
    public static func train(
        trainingData: MLDataTable, featureColumns: [String], labelColumn: String, recordingFileColumn: String,
        parameters: ModelParameters = ModelParameters(), sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLActivityClassifier> {
        try train(
            trainingData: .table(trainingData), featureColumns: featureColumns, labelColumn: labelColumn,
            recordingFileColumn: recordingFileColumn, parameters: parameters, sessionParameters: sessionParameters)
    }

    /// A session that trains a classifier: a new session, or the session in the session folder.
    ///
    /// With a `sessionDirectory`, the recordings and checkpoints are kept there. An interrupted training, whatever the cause, resumes from the last
    /// checkpoint and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` if the data cannot be used, the folder cannot be created, or the folder has a session with other data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, featureColumns: [String], labelColumn: String, recordingFileColumn: String,
        parameters: ModelParameters = .init(), sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLActivityClassifier> {
        try session(ActivityPlan(trainingData, featureColumns, labelColumn, recordingFileColumn, parameters), sessionParameters)
    }

    /// A session that trains a classifier on a table, in the same way as on recordings from a ``DataSource``.
    public static func makeTrainingSession(
        trainingData: MLDataTable, featureColumns: [String], labelColumn: String, recordingFileColumn: String,
        parameters: ModelParameters = .init(), sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLActivityClassifier> {
        try makeTrainingSession(
            trainingData: .table(trainingData), featureColumns: featureColumns, labelColumn: labelColumn,
            recordingFileColumn: recordingFileColumn, parameters: parameters, sessionParameters: sessionParameters)
    }

    /// The session in the session folder, with its original data and parameters.
    ///
    /// - Throws: `MLCreateError` if the folder has no session.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws -> MLTrainingSession<
        MLActivityClassifier
    > {
        try restoredSession(sessionParameters)
    }

    /// Starts or resumes a session on a separate thread.
    public static func resume(_ session: MLTrainingSession<MLActivityClassifier>) throws -> MLJob<MLActivityClassifier> { session.start() }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` if the checkpoint or its session cannot be read.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}

extension ActivityPlan {
    init(
        _ source: MLActivityClassifier.DataSource, _ features: [String], _ label: String?, _ recording: String?,
        _ parameters: MLActivityClassifier.ModelParameters
    ) throws {
        let settings = parameters.settings
        let columns = ActivityColumns(
            features: features, label: label ?? ActivityColumns.label, recording: recording ?? ActivityColumns.recording)
        // Checks the settings before the data are read, because reading may take long.
        try settings.validate()
        try columns.check()
        let data = try source.recordings(columns)
        switch parameters.validation {
        case .none: try self.init(data, columns, settings, .none)
        case .split(.automatic): try self.init(data, columns, settings, .automatic)
        case .split(.fixed(let ratio, let seed)): try self.init(data, columns, settings, .fixed(ratio: ratio, seed: seed))
        case .dataSource(let other): try self.init(data, columns, settings, .separate, separate: other.recordings(columns))
        }
    }

    var modelParameters: MLActivityClassifier.ModelParameters {
        get throws {
            let validation: MLActivityClassifier.ModelParameters.Validation =
                switch kindOfValidation {
                case .none: .none
                case .automatic: .split(strategy: .automatic)
                case .fixed(let ratio, let seed): .split(strategy: .fixed(ratio: ratio, seed: seed))
                case .separate: .dataSource(.table(try ActivityRecordings.table(self.validation, columns)))
                }
            return MLActivityClassifier.ModelParameters(
                validation: validation, batchSize: settings.batchSize, maximumIterations: settings.iterations,
                predictionWindowSize: settings.window)
        }
    }
}
