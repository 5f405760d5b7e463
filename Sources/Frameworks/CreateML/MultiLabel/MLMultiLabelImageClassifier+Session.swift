import Foundation

extension MLMultiLabelImageClassifier: SessionTrainable {
    package typealias Plan = MultiLabelPlan

    package static var extractionShare: Double { 0.8 }

    package static func training(_ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?) throws
        -> any StepwiseTraining<MLMultiLabelImageClassifier>
    {
        try MultiLabelTraining(plan, parameters, features: features)
    }
}

extension MLMultiLabelImageClassifier {
    /// Starts to train a classifier on a separate thread, or resumes the session in the session folder.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = MLTrainingSessionParameters()
    ) throws -> MLJob<MLMultiLabelImageClassifier> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a classifier: a new session, or the session in the session folder.
    ///
    /// - Throws: `MLCreateError` if the data cannot be listed, the folder cannot be created, or the folder has a session with other data or
    ///   parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = MLTrainingSessionParameters()
    ) throws -> MLTrainingSession<MLMultiLabelImageClassifier> {
        try session(MultiLabelPlan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session folder, with its original data and parameters.
    ///
    /// - Throws: `MLCreateError` if the folder has no session.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws
        -> MLTrainingSession<MLMultiLabelImageClassifier>
    {
        try restoredSession(sessionParameters)
    }

    /// Starts or resumes a session on a separate thread.
    public static func resume(_ session: MLTrainingSession<MLMultiLabelImageClassifier>) throws -> MLJob<MLMultiLabelImageClassifier> {
        session.start()
    }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` if the checkpoint or its session cannot be read, or the images have changed since the checkpoint.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
