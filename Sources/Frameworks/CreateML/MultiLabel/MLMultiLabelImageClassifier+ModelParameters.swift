import Foundation

extension MLMultiLabelImageClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, Sendable {
        /// The images for validation during training.
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
        /// The maximum number of passes over the features of all training images.
        public var maxIterations: Int
        /// The augmentations of the training images. Each option adds a changed copy of every training image.
        public var augmentationOptions: MLImageClassifier.ImageAugmentationOptions
        /// The network that turns images into the features that the classifier is trained on.
        public var featureExtractor: MLImageClassifier.FeatureExtractorType

        /// Parameters of a classifier; the defaults are Apple's.
        public init(
            validation: ValidationData = .split(strategy: .automatic), maxIterations: Int = 25,
            augmentationOptions: MLImageClassifier.ImageAugmentationOptions = [],
            featureExtractor: MLImageClassifier.FeatureExtractorType = .scenePrint(revision: 1)
        ) {
            self.validation = validation
            self.maxIterations = maxIterations
            self.augmentationOptions = augmentationOptions
            self.featureExtractor = featureExtractor
        }

        public var description: String {
            "transfer learning: \(featureExtractor), one logistic regressor a label; at most \(maxIterations) iterations; "
                + "augmentation: \(augmentationOptions)"
        }
    }
}
