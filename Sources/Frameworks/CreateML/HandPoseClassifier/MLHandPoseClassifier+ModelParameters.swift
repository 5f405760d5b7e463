import Foundation

extension MLHandPoseClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The networks that may be trained.
        public enum ModelAlgorithmType: Equatable, Hashable, Sendable {
            /// Osprey's convolutional network on the joints.
            case gcn
        }

        /// The data for validation during training.
        public enum ValidationData: Sendable {
            /// A part of the training data, as the strategy says.
            case split(strategy: MLSplitStrategy)
            /// Other images, with their labels.
            case dataSource(DataSource)
            /// No validation: all data are trained on.
            case none
        }

        /// The data that the model is tested on while it is trained.
        public var validation: ValidationData
        /// The poses that one update learns from.
        public var batchSize: Int
        /// Passes over all data.
        public var maximumIterations: Int
        /// The changes that make more training data. Each option changes half of the poses, drawn anew in every iteration.
        public var augmentationOptions: ImageAugmentationOptions
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType

        /// Parameters of a classifier; the defaults are Apple's. Their ranges are checked when training begins. It throws `MLCreateError.generic` if
        /// one is out of range.
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

    /// Changed copies of the training data.
    public struct ImageAugmentationOptions: OptionSet, Codable, Sendable {
        public typealias Element = ImageAugmentationOptions

        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Mirrored copies, which show the other hand. They do not suit labels that tell left from right.
        public static let horizontallyFlip = ImageAugmentationOptions(rawValue: PoseAugmentation.flip.rawValue)
        /// Copies that are rotated by up to 15 degrees.
        public static let rotate = ImageAugmentationOptions(rawValue: PoseAugmentation.rotate.rawValue)
        /// Copies that are moved by up to a tenth of the picture.
        public static let translate = ImageAugmentationOptions(rawValue: PoseAugmentation.translate.rawValue)
        /// Copies that are larger or smaller by up to a quarter.
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
