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
    /// Begins to train a classifier on a thread of its own, or goes on with the session in the session's folder.
    ///
    /// - Throws: `MLCreateError` as `makeTrainingSession` does. What goes wrong later is the job's result.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = MLTrainingSessionParameters()
    ) throws -> MLJob<MLMultiLabelImageClassifier> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a classifier: a new one, or the one that the session's folder has.
    ///
    /// - Throws: `MLCreateError` where the data cannot be listed, the folder cannot be made, or it has a session that was begun with other
    ///   data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = MLTrainingSessionParameters()
    ) throws -> MLTrainingSession<MLMultiLabelImageClassifier> {
        try session(MultiLabelPlan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session's folder, with the data and parameters that it was begun with.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws
        -> MLTrainingSession<MLMultiLabelImageClassifier>
    {
        try restoredSession(sessionParameters)
    }

    /// Begins a session, or goes on with it, on a thread of its own.
    public static func resume(_ session: MLTrainingSession<MLMultiLabelImageClassifier>) throws -> MLJob<MLMultiLabelImageClassifier> {
        session.start()
    }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` where the checkpoint or its session cannot be read, or the images have changed since.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
