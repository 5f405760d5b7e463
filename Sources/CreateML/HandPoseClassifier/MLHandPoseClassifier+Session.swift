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

    /// Begins to train a classifier on a thread of its own, or goes on with the session in the session's folder.
    ///
    /// - Throws: `MLCreateError` as `makeTrainingSession` does. What goes wrong later is the job's result.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLHandPoseClassifier> {
        try resume(makeTrainingSession(trainingData: trainingData, parameters: parameters, sessionParameters: sessionParameters))
    }

    /// A session that trains a classifier: a new one, or the one that the session's folder has.
    ///
    /// With a `sessionDirectory` the poses and checkpoints are kept there: a training that was interrupted, in whatever way, goes on from the
    /// last checkpoint and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` where the data cannot be read, the folder cannot be made, or it has a session that was begun with other
    ///   data or parameters.
    public static func makeTrainingSession(
        trainingData: DataSource, parameters: ModelParameters = .init(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLTrainingSession<MLHandPoseClassifier> {
        try session(Plan(trainingData, parameters), sessionParameters)
    }

    /// The session in the session's folder, with the data and parameters that it was begun with.
    ///
    /// - Throws: `MLCreateError` where there is none.
    public static func restoreTrainingSession(sessionParameters: MLTrainingSessionParameters) throws -> MLTrainingSession<
        MLHandPoseClassifier
    > {
        try restoredSession(sessionParameters)
    }

    /// Begins a session, or goes on with it, on a thread of its own.
    public static func resume(_ session: MLTrainingSession<MLHandPoseClassifier>) throws -> MLJob<MLHandPoseClassifier> { session.start() }

    /// The classifier as it was at a checkpoint.
    ///
    /// - Throws: `MLCreateError` where the checkpoint or its session cannot be read.
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
