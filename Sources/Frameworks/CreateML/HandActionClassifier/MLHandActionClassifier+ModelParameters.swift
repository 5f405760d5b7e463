import Foundation

extension MLHandActionClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The types of networks that can be trained.
        public enum ModelAlgorithmType: Equatable, Hashable, Sendable {
            /// Osprey's network of convolutions over time. It learns which joints to combine.
            case gcn
        }

        /// The data for validation during training.
        public enum ValidationData: Sendable {
            /// A part of the training data, chosen by the strategy.
            case split(strategy: MLSplitStrategy)
            /// Separate sequences of poses, with their labels.
            case dataSource(DataSource)
            /// No validation. All data are used for training.
            case none
        }

        /// The data for validation during training.
        public var validation: ValidationData
        /// The number of windows in a batch. Each batch gives one update of the weights.
        public var batchSize: Int
        /// The number of passes over the training data.
        public var maximumIterations: Int
        /// The number of frames in a prediction window. Sequences beyond this length are cut into windows. Short sequences are padded with frames
        /// without joints.
        public var predictionWindowSize: Int
        /// The augmentations: random changes to the training windows. Each option changes half of the windows, drawn anew in every iteration.
        public var augmentationOptions: VideoAugmentationOptions
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType
        /// The frame rate of the model, in frames per second. Data of another rate are interpolated.
        public var targetFrameRate: Double

        /// Parameters of a classifier. The defaults are Apple's. Training checks their ranges first and throws `MLCreateError.generic` if one is
        /// out of range.
        public init(
            validation: ValidationData = .split(strategy: .automatic), batchSize: Int = MLHandActionClassifier.__Defaults.batchSize,
            maximumIterations: Int = MLHandActionClassifier.__Defaults.maximumIterations,
            predictionWindowSize: Int = MLHandActionClassifier.__Defaults.predictionWindowSize,
            augmentationOptions: VideoAugmentationOptions = [], algorithm: ModelAlgorithmType = .gcn,
            targetFrameRate: Double = MLHandActionClassifier.__Defaults.targetFrameRate
        ) {
            self.validation = validation
            self.batchSize = batchSize
            self.maximumIterations = maximumIterations
            self.predictionWindowSize = predictionWindowSize
            self.augmentationOptions = augmentationOptions
            self.algorithm = algorithm
            self.targetFrameRate = targetFrameRate
        }

        public var description: String {
            "at most \(maximumIterations) iterations in batches of \(batchSize); windows of \(predictionWindowSize) frames at \(targetFrameRate) a second; validation: \(validation)"
        }

        public var debugDescription: String { description }
    }

    /// Augmentations of the training data.
    public struct VideoAugmentationOptions: OptionSet, Codable, Sendable {
        public typealias Element = VideoAugmentationOptions

        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Mirrors windows, so that they show the other hand. Do not use it if labels distinguish left from right.
        public static let horizontallyFlip = VideoAugmentationOptions(rawValue: PoseAugmentation.flip.rawValue)
        /// Rotates windows by up to 15 degrees.
        public static let rotate = VideoAugmentationOptions(rawValue: PoseAugmentation.rotate.rawValue)
        /// Moves windows by up to a tenth of the picture.
        public static let translate = VideoAugmentationOptions(rawValue: PoseAugmentation.translate.rawValue)
        /// Enlarges or reduces windows by up to a quarter.
        public static let scale = VideoAugmentationOptions(rawValue: PoseAugmentation.scale.rawValue)
        /// Slows windows down by up to a fifth.
        public static let interpolateFrames = VideoAugmentationOptions(rawValue: PoseAugmentation.interpolateFrames.rawValue)
        /// Speeds windows up by leaving out one frame in five.
        public static let dropFrames = VideoAugmentationOptions(rawValue: PoseAugmentation.dropFrames.rawValue)

        var poses: PoseAugmentation { PoseAugmentation(rawValue: rawValue) }
    }

    public struct __Defaults: Sendable {
        public static let batchSize: Int = 32
        public static let maximumIterations: Int = 80
        public static let predictionWindowSize: Int = 60
        public static let targetFrameRate: Double = 30
        public static let sessionIdColumnName: String = PoseColumns.session
        public static let featureColumnName: String = PoseColumns.feature
        public static let labelColumnName: String = PoseColumns.label
        public static let videoColumnName: String = PoseColumns.video
        public static let startTimeColumnName: String = PoseColumns.startTime
        public static let endTimeColumnName: String = PoseColumns.endTime
    }
}
