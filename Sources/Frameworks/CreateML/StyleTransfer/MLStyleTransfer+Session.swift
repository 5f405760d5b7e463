import Foundation

extension MLStyleTransfer: SessionTrainable {
    package typealias Plan = StylePlan

    package static var extractionShare: Double { 0.05 }

    package static func training(_ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?) throws
        -> any StepwiseTraining<MLStyleTransfer>
    {
        try StyleTraining(plan, parameters)
    }
}

extension MLStyleTransfer {
    /// Starts to train a style on a separate thread, or resumes the session in the session folder.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = .init(), sessionParameters: MLTrainingSessionParameters = .init()
    ) throws -> MLJob<MLStyleTransfer> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a style: a new session, or the session in the session folder.
    ///
    /// With a `sessionDirectory`, checkpoints are kept there. An interrupted training, whatever the cause, resumes from the last checkpoint and ends
    /// with the same weights.
    ///
    /// - Throws: `MLCreateError` if a parameter is out of range, the style picture cannot be read, or there are no pictures to redraw. Also if the
    ///   folder cannot be created, or has a session with other data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = .init(), sessionParameters: MLTrainingSessionParameters = .init()
    ) throws -> MLTrainingSession<MLStyleTransfer> {
        try session(StylePlan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session folder, with its original data and parameters.
    ///
    /// - Throws: `MLCreateError` if the folder has no session.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws -> MLTrainingSession<MLStyleTransfer> {
        try restoredSession(sessionParameters)
    }

    /// Starts or resumes a session on a separate thread.
    public static func resume(_ session: MLTrainingSession<MLStyleTransfer>) throws -> MLJob<MLStyleTransfer> { session.start() }

    /// The model as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` if the checkpoint or its session cannot be read, or the pictures have changed since the checkpoint.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
