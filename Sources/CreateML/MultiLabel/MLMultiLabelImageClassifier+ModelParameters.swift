import Foundation

extension MLMultiLabelImageClassifier {
    /// How a classifier is trained.
    public struct ModelParameters: CustomStringConvertible, Sendable {
        /// The images that a model is tested on while it is trained.
        public enum ValidationData: Sendable {
            case split(strategy: MLSplitStrategy)
            case dataSource(DataSource)
            case none
        }

        public var validation: ValidationData
        /// Passes over all features at most.
        public var maxIterations: Int
        /// Each option adds a changed copy of every training image.
        public var augmentationOptions: MLImageClassifier.ImageAugmentationOptions
        public var featureExtractor: MLImageClassifier.FeatureExtractorType

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
