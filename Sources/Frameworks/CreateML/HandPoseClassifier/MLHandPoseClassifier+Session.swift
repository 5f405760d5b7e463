import Foundation

extension MLHandPoseClassifier: PoseTask {
    package typealias Plan = PosePlan<MLHandPoseClassifier>

    package static var defaults: PoseSettings {
        PoseSettings(
            joints: .hand, window: 1, frameRate: 30, batchSize: __Defaults.batchSize, iterations: __Defaults.maximumIterations,
            augmentation: [])
    }

    package static var augmentations: PoseAugmentation { [.flip, .rotate, .translate, .scale] }
}

extension MLHandPoseClassifier {
    public static let _defaultSessionParameters = MLTrainingSessionParameters()

    /// Starts to train a classifier on a separate thread, or resumes the session in the session folder.
    ///
    /// - Throws: the errors of `makeTrainingSession`. Errors during the training are the job's result.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLHandPoseClassifier> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a classifier: a new session, or the session in the session folder.
    ///
    /// With a `sessionDirectory`, the poses and checkpoints are kept there. An interrupted training, whatever the cause, resumes from the last
    /// checkpoint and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` if the data cannot be read, the folder cannot be created, or the folder has a session with other data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = .init(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLHandPoseClassifier> {
        try session(Plan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session folder, with its original data and parameters.
    ///
    /// - Throws: `MLCreateError` if the folder has no session.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws -> MLTrainingSession<
        MLHandPoseClassifier
    > {
        try restoredSession(sessionParameters)
    }

    /// Starts or resumes a session on a separate thread.
    public static func resume(_ session: MLTrainingSession<MLHandPoseClassifier>) throws -> MLJob<MLHandPoseClassifier> { session.start() }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` if the checkpoint or its session cannot be read.
    public init(checkpoint: MLCheckpoint) throws {
        self = try Self.training(at: checkpoint).finish(TrainingReporter())
    }
}

extension PosePlan where Task == MLHandPoseClassifier {
    init(_ source: MLHandPoseClassifier.DataSource, _ parameters: MLHandPoseClassifier.ModelParameters) throws {
        let settings = PoseSettings(
            joints: .hand, window: 1, frameRate: 30, batchSize: parameters.batchSize, iterations: parameters.maximumIterations,
            augmentation: parameters.augmentationOptions.poses)
        switch parameters.validation {
        case .none: try self.init(source.poses, settings, .none)
        case .split(.automatic): try self.init(source.poses, settings, .automatic)
        case .split(.fixed(let ratio, let seed)): try self.init(source.poses, settings, .fixed(ratio: ratio, seed: seed))
        case .dataSource(let other): try self.init(source.poses, settings, .separate, separate: other.poses)
        }
    }

    var modelParameters: MLHandPoseClassifier.ModelParameters {
        get throws {
            let data: MLHandPoseClassifier.ModelParameters.ValidationData =
                switch kindOfValidation {
                case .none: .none
                case .automatic: .split(strategy: .automatic)
                case .fixed(let ratio, let seed): .split(strategy: .fixed(ratio: ratio, seed: seed))
                case .separate: .dataSource(.labeledKeypointsData(table: try PoseSource.table(validation, settings.skeleton)))
                }
            return MLHandPoseClassifier.ModelParameters(
                validation: data, batchSize: settings.batchSize, maximumIterations: settings.iterations,
                augmentationOptions: .init(rawValue: settings.augmentation.rawValue))
        }
    }
}
