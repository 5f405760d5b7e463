import Foundation

extension MLImageClassifier: SessionTrainable {
    package typealias Plan = ImageClassifierPlan

    package static var extractionShare: Double { 0.8 }

    package static func training(_ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?) throws
        -> any StepwiseTraining<MLImageClassifier>
    {
        try ImageClassifierTraining(plan, parameters, features: features)
    }
}

extension MLImageClassifier {
    public static let _defaultSessionParameters = MLTrainingSessionParameters()

    /// Starts to train a classifier on a separate thread, or resumes the session in the session folder.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: DataSource,
        parameters: ModelParameters = ModelParameters(
            validation: .split(strategy: .automatic), augmentation: [],
            algorithm: .transferLearning(featureExtractor: .scenePrint(revision: 1), classifier: .logisticRegressor)),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLImageClassifier> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a classifier: a new session, or the session in the session folder.
    ///
    /// A session with a `sessionDirectory` stores the features of every image as they are extracted, and then checkpoints of the classifier. An
    /// interrupted training, whatever the cause, resumes from the last checkpoint and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` if the data cannot be listed, the folder cannot be created, or the folder has a session with other data or
    ///   parameters.
    public static func makeTrainingSession(
        trainingData: DataSource,
        parameters: ModelParameters = ModelParameters(
            validation: .split(strategy: .automatic), augmentation: [],
            algorithm: .transferLearning(featureExtractor: .scenePrint(revision: 1), classifier: .logisticRegressor)),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLImageClassifier> {
        try session(ImageClassifierPlan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session folder, with its original data and parameters.
    ///
    /// - Throws: `MLCreateError` if the folder has no session.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws
        -> MLTrainingSession<MLImageClassifier>
    {
        try restoredSession(sessionParameters)
    }

    /// Starts or resumes a session on a separate thread.
    public static func resume(_ session: MLTrainingSession<MLImageClassifier>) throws -> MLJob<MLImageClassifier> { session.start() }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` if the checkpoint or its session cannot be read, or the images have changed since the checkpoint.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
