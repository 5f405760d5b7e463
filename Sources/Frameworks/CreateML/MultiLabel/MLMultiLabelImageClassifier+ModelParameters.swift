import Foundation

extension MLMultiLabelImageClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, Sendable {
        /// The images for validation during training.
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
        /// The maximum number of passes over all features.
        public var maxIterations: Int
        /// The changes that make more training data. Each option adds a changed copy of every training image.
        public var augmentationOptions: MLImageClassifier.ImageAugmentationOptions
        /// The network that turns images into the features to learn from.
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
