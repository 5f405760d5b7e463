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

    /// Begins to train a detector on a thread of its own, or goes on with the session in the session's folder.
    ///
    /// - Throws: `MLCreateError` as `makeTrainingSession` does. What goes wrong later is the job's result.
    public static func train(
        trainingData: DataSource, annotationType: AnnotationType, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = __Defaults.sessionParameters
    ) throws -> MLJob<MLObjectDetector> {
        try resume(
            makeTrainingSession(
                trainingData: trainingData, annotationType: annotationType, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a detector: a new one, or the one that the session's folder has.
    ///
    /// With a `sessionDirectory` checkpoints are kept there: a training that was interrupted, in whatever way, goes on from the last one
    /// and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` where the annotations cannot be read, no picture shows an object, the folder cannot be made, or it has a
    ///   session that was begun with other data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, annotationType: AnnotationType, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = __Defaults.sessionParameters
    ) throws -> MLTrainingSession<MLObjectDetector> {
        try session(DetectorPlan(trainingData, parameters, annotationType), sessionParameters)
    }

    /// The session in the session's folder, with the data and parameters that it was begun with.
    ///
    /// - Throws: `MLCreateError` where there is none.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws
        -> MLTrainingSession<MLObjectDetector>
    {
        try restoredSession(sessionParameters)
    }

    /// Begins a session, or goes on with it, on a thread of its own.
    public static func resume(_ session: MLTrainingSession<MLObjectDetector>) throws -> MLJob<MLObjectDetector> { session.start() }

    /// The detector as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` where the checkpoint or its session cannot be read, or the pictures have changed since.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}
