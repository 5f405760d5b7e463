import Foundation

extension MLHandActionClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The networks that may be trained.
        public enum ModelAlgorithmType: Equatable, Hashable, Sendable {
            /// Osprey's convolutional network over time, which learns which joints belong together.
            case gcn
        }

        /// The data for validation during training.
        public enum ValidationData: Sendable {
            /// A part of the training data, as the strategy says.
            case split(strategy: MLSplitStrategy)
            /// Other sequences of poses, with their labels.
            case dataSource(DataSource)
            /// No validation: all data are trained on.
            case none
        }

        /// The data that the model is tested on while it is trained.
        public var validation: ValidationData
        /// The windows that one update learns from.
        public var batchSize: Int
        /// Passes over all data.
        public var maximumIterations: Int
        /// The number of frames in a prediction window. Longer sequences are cut into windows of this length. Shorter ones are padded with frames
        /// without joints.
        public var predictionWindowSize: Int
        /// The changes that make more training data. Each option changes half of the windows, drawn anew in every iteration.
        public var augmentationOptions: VideoAugmentationOptions
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType
        /// Frames a second. Files of another rate are interpolated.
        public var targetFrameRate: Double

        /// Parameters of a classifier; the defaults are Apple's. Their ranges are checked when training begins. It throws `MLCreateError.generic` if
        /// one is out of range.
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

    /// Changed copies of the training data.
    public struct VideoAugmentationOptions: OptionSet, Codable, Sendable {
        public typealias Element = VideoAugmentationOptions

        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Mirrored copies, which show the other hand. They do not suit labels that tell left from right.
        public static let horizontallyFlip = VideoAugmentationOptions(rawValue: PoseAugmentation.flip.rawValue)
        /// Copies that are rotated by up to 15 degrees.
        public static let rotate = VideoAugmentationOptions(rawValue: PoseAugmentation.rotate.rawValue)
        /// Copies that are moved by up to a tenth of the picture.
        public static let translate = VideoAugmentationOptions(rawValue: PoseAugmentation.translate.rawValue)
        /// Copies that are larger or smaller by up to a quarter.
        public static let scale = VideoAugmentationOptions(rawValue: PoseAugmentation.scale.rawValue)
        /// Copies that are slower by up to a fifth.
        public static let interpolateFrames = VideoAugmentationOptions(rawValue: PoseAugmentation.interpolateFrames.rawValue)
        /// Copies that are faster, as one frame in five is left out.
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
