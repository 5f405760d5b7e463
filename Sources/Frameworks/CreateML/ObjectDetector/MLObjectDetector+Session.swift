import Foundation

extension MLObjectDetector: SessionTrainable {
    package typealias Plan = DetectorPlan

    package static var extractionShare: Double { 0.05 }

    package static func training(_ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?) throws
        -> any StepwiseTraining<MLObjectDetector>
    {
        try DetectorTraining(plan, parameters)
    }
}

extension MLObjectDetector {
    public struct __Defaults: Sendable {
        public static let sessionParameters = MLTrainingSessionParameters(
            reportInterval: 10, checkpointInterval: 100, iterations: 1_000_000)
    }

    /// Starts to train a detector on a separate thread, or resumes the session in the session folder.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: DataSource, annotationType: AnnotationType, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = __Defaults.sessionParameters
    ) throws -> MLJob<MLObjectDetector> {
        try resume(
            makeTrainingSession(
                trainingData: trainingData, annotationType: annotationType, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a detector: a new session, or the session in the session folder.
    ///
    /// With a `sessionDirectory`, checkpoints are kept there. An interrupted training, whatever the cause, resumes from the last checkpoint and ends
    /// with the same weights.
    ///
    /// - Throws: `MLCreateError` if the annotations cannot be read, no picture shows an object, or the folder cannot be created. Also if the folder
    ///   has a session with other data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, annotationType: AnnotationType, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = __Defaults.sessionParameters
    ) throws -> MLTrainingSession<MLObjectDetector> {
        try session(DetectorPlan(trainingData, parameters, annotationType), sessionParameters)
    }

    /// The session in the session folder, with its original data and parameters.
    ///
    /// - Throws: `MLCreateError` if the folder has no session.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws
        -> MLTrainingSession<MLObjectDetector>
    {
        try restoredSession(sessionParameters)
    }

    /// Starts or resumes a session on a separate thread.
    public static func resume(_ session: MLTrainingSession<MLObjectDetector>) throws -> MLJob<MLObjectDetector> { session.start() }

    /// The detector as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` if the checkpoint or its session cannot be read, or the pictures have changed since the checkpoint.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
