import Foundation

extension MLSoundClassifier: SessionTrainable {
    package typealias Plan = SoundPlan

    package static var extractionShare: Double { 0.8 }

    package static func training(
        _ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?
    ) throws -> any StepwiseTraining<MLSoundClassifier> { try SoundTraining(plan, parameters, features: features) }
}

extension MLSoundClassifier {
    public static let _defaultSessionParameters = MLTrainingSessionParameters()

    /// Starts to train a classifier on a separate thread, or resumes the session in the session folder.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = .init(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLSoundClassifier> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// Starts to train a classifier on the files of each label, on a separate thread.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: [String: [URL]], parameters: ModelParameters = .init(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLSoundClassifier> {
        try train(trainingData: .filesByLabel(trainingData), parameters: parameters, sessionParameters: sessionParameters)
    }

    /// A session that trains a classifier: a new session, or the session in the session folder.
    ///
    /// A session with a `sessionDirectory` stores the features of every file as they are computed, and then checkpoints of the classifier. An
    /// interrupted training, whatever the cause, resumes from the last checkpoint and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` if the data cannot be listed, the folder cannot be created, or the folder has a session with other data or
    ///   parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = .init(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLSoundClassifier> {
        try session(SoundPlan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session folder, with its original data and parameters.
    ///
    /// - Throws: `MLCreateError` if the folder has no session.
    public static func restoreTrainingSession(
        sessionParameters: MLTrainingSessionParameters
    ) throws -> MLTrainingSession<MLSoundClassifier> { try restoredSession(sessionParameters) }

    /// Starts or resumes a session on a separate thread.
    public static func resume(_ session: MLTrainingSession<MLSoundClassifier>) throws -> MLJob<MLSoundClassifier> { session.start() }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` if the checkpoint or its session cannot be read, or the files have changed since the checkpoint.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
