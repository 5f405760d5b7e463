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

    /// Begins to train a classifier on a thread of its own, or goes on with the session in the session's folder.
    ///
    /// - Throws: `MLCreateError` as `makeTrainingSession` does. What goes wrong later is the job's result.
    public static func train(
        trainingData: DataSource,
        parameters: ModelParameters = ModelParameters(
            validation: .split(strategy: .automatic), augmentation: [],
            algorithm: .transferLearning(featureExtractor: .scenePrint(revision: 1), classifier: .logisticRegressor)),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLImageClassifier> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a classifier: a new one, or the one that the session's folder has.
    ///
    /// With a `sessionDirectory` the features of every image are kept there as they are extracted, and checkpoints as the classifier
    /// learns: a training that was interrupted, in whatever way, goes on from there and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` where the data cannot be listed, the folder cannot be made, or it has a session that was begun with other
    ///   data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource,
        parameters: ModelParameters = ModelParameters(
            validation: .split(strategy: .automatic), augmentation: [],
            algorithm: .transferLearning(featureExtractor: .scenePrint(revision: 1), classifier: .logisticRegressor)),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLImageClassifier> {
        try session(ImageClassifierPlan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session's folder, with the data and parameters that it was begun with.
    ///
    /// - Throws: `MLCreateError` where there is none.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws
        -> MLTrainingSession<MLImageClassifier>
    {
        try restoredSession(sessionParameters)
    }

    /// Begins a session, or goes on with it, on a thread of its own.
    public static func resume(_ session: MLTrainingSession<MLImageClassifier>) throws -> MLJob<MLImageClassifier> { session.start() }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` where the checkpoint or its session cannot be read, or the images have changed since.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
