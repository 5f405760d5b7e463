import Foundation

extension MLHandPoseClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The types of networks that can be trained.
        public enum ModelAlgorithmType: Equatable, Hashable, Sendable {
            /// Osprey's convolutional network. Its input is the joints of one pose.
            case gcn
        }

        /// The data for validation during training.
        public enum ValidationData: Sendable {
            /// A part of the training data, chosen by the strategy.
            case split(strategy: MLSplitStrategy)
            /// Separate images, with their labels.
            case dataSource(DataSource)
            /// No validation. All data are used for training.
            case none
        }

        /// The data for validation during training.
        public var validation: ValidationData
        /// The number of poses in a batch. Each batch gives one update of the weights.
        public var batchSize: Int
        /// The number of passes over the training data.
        public var maximumIterations: Int
        /// The augmentations: random changes to the training poses. Each option changes half of the poses, drawn anew in every iteration.
        public var augmentationOptions: ImageAugmentationOptions
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType

        /// Parameters of a classifier. The defaults are Apple's. Training checks their ranges first and throws `MLCreateError.generic` if one is
        /// out of range.
        public init(
            validation: ValidationData = .split(strategy: .automatic), batchSize: Int = MLHandPoseClassifier.__Defaults.batchSize,
            maximumIterations: Int = MLHandPoseClassifier.__Defaults.maximumIterations,
            augmentationOptions: ImageAugmentationOptions = [], algorithm: ModelAlgorithmType = .gcn
        ) {
            self.validation = validation
            self.batchSize = batchSize
            self.maximumIterations = maximumIterations
            self.augmentationOptions = augmentationOptions
            self.algorithm = algorithm
        }

        public var description: String {
            "at most \(maximumIterations) iterations in batches of \(batchSize); validation: \(validation)"
        }

        public var debugDescription: String { description }
    }

    /// Augmentations of the training data.
    public struct ImageAugmentationOptions: OptionSet, Codable, Sendable {
        public typealias Element = ImageAugmentationOptions

        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Mirrors poses, so that they show the other hand. Do not use it if labels distinguish left from right.
        public static let horizontallyFlip = ImageAugmentationOptions(rawValue: PoseAugmentation.flip.rawValue)
        /// Rotates poses by up to 15 degrees.
        public static let rotate = ImageAugmentationOptions(rawValue: PoseAugmentation.rotate.rawValue)
        /// Moves poses by up to a tenth of the picture.
        public static let translate = ImageAugmentationOptions(rawValue: PoseAugmentation.translate.rawValue)
        /// Enlarges or reduces poses by up to a quarter.
        public static let scale = ImageAugmentationOptions(rawValue: PoseAugmentation.scale.rawValue)

        var poses: PoseAugmentation { PoseAugmentation(rawValue: rawValue) }
    }

    public struct __Defaults: Sendable {
        public static let batchSize: Int = 32
        public static let maximumIterations: Int = 50
        public static let sessionIdColumnName: String = PoseColumns.session
        public static let featureColumnName: String = PoseColumns.feature
        public static let labelColumnName: String = PoseColumns.label
        public static let imageColumnName: String = PoseColumns.image
    }
}
