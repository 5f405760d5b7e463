import Foundation

extension MLSoundClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The sounds for validation during training.
        public enum ValidationData: Sendable {
            /// A part of the training data, chosen by the strategy. It consists of whole files.
            case split(strategy: MLSplitStrategy)
            /// Separate files, with their labels.
            case dataSource(DataSource)
            /// Separate files, listed for each label.
            case dictionary([String: [URL]])
            /// No validation. All data are used for training.
            case none
        }

        /// The type of the network that turns features into labels.
        public enum ClassifierType: Equatable, Hashable, CustomStringConvertible, Sendable {
            /// A linear layer that gives the scores of the labels.
            case logisticRegressor
            /// Layers of rectified linear units, followed by a linear layer that gives the scores of the labels. `layerSizes` has the number of
            /// units in each layer before the last.
            case multilayerPerceptron(layerSizes: [Int])

            public var description: String {
                switch self {
                case .logisticRegressor: "logistic regressor"
                case .multilayerPerceptron(let sizes): "perceptron with layers of \(sizes.map(String.init).joined(separator: ", "))"
                }
            }
        }

        /// The kinds of audio feature prints.
        public enum FeaturePrintType: Equatable, Hashable, CustomStringConvertible, Sendable {
            /// The print for sounds of any kind.
            case sound

            public var description: String { "sound" }
        }

        /// The source of the features of a window of sound. Osprey has neither of Apple's networks. Both cases mean Osprey's statistics of the
        /// window's spectrogram, and give the same model.
        public enum FeatureExtractorType: Equatable, Hashable, CustomStringConvertible, Sendable {
            /// In Osprey, statistics of the spectrogram. The only revision is 1.
            case audioFeaturePrint(type: FeaturePrintType = .sound, revision: Int = 1)
            /// In Osprey, statistics of the spectrogram. The only revision is 1.
            case vggish(revision: Int = 1)

            public var description: String {
                switch self {
                case .audioFeaturePrint(let type, let revision):
                    "audio feature print (\(type)), revision \(revision): statistics of a spectrogram"
                case .vggish(let revision): "VGGish, revision \(revision): statistics of a spectrogram"
                }
            }
        }

        /// The types of networks that can be trained.
        public enum ModelAlgorithmType: Equatable, Hashable, CustomStringConvertible, Sendable {
            /// A classifier that is trained on fixed features of the sounds.
            case transferLearning(
                featureExtractor: FeatureExtractorType = __Defaults.featureExtractor, classifier: ClassifierType = __Defaults.classifier)

            public var description: String {
                switch self {
                case .transferLearning(let extractor, let classifier): "transfer learning: \(extractor), \(classifier)"
                }
            }
        }

        /// The data for validation during training.
        public var validation: ValidationData
        /// The maximum number of passes over the features of all training windows.
        public var maxIterations: Int
        /// The part of a window, from 0 to less than 1, that the next window of a file has in common with it.
        public var overlapFactor: Double
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType
        /// The length of a window, in seconds. The only length is 0.975.
        public var featureExtractionTimeWindowSize: TimeInterval

        /// Parameters with Apple's defaults. The training throws `MLCreateError.generic` if one is out of range.
        public init(
            validation: ValidationData = __Defaults.validation, maxIterations: Int = __Defaults.maximumIterations,
            overlapFactor: Double = __Defaults.overlapFactor, algorithm: ModelAlgorithmType = __Defaults.algorithm,
            featureExtractionTimeWindowSize: TimeInterval = __Defaults.defaultVGGishTimeWindow
        ) {
            self.validation = validation
            self.maxIterations = maxIterations
            self.overlapFactor = overlapFactor
            self.algorithm = algorithm
            self.featureExtractionTimeWindowSize = featureExtractionTimeWindowSize
        }

        var featureExtractor: FeatureExtractorType {
            switch algorithm {
            case .transferLearning(let extractor, _): extractor
            }
        }

        var settings: SoundSettings {
            var settings = SoundSettings(maxIterations: maxIterations, overlap: overlapFactor, window: featureExtractionTimeWindowSize)
            switch algorithm {
            case .transferLearning(let extractor, let classifier):
                switch extractor {
                case .audioFeaturePrint(_, let revision): settings.featurePrintRevision = revision
                case .vggish(let revision): settings.vggishRevision = revision
                }
                if case .multilayerPerceptron(let sizes) = classifier { settings.layerSizes = sizes }
            }
            return settings
        }

        public var description: String { "\(algorithm); at most \(maxIterations) iterations; windows overlap by \(overlapFactor)" }

        public var debugDescription: String { description }
    }

    /// The defaults of the parameters.
    public struct __Defaults: Sendable {
        public static let maximumIterations: Int = 25
        public static let overlapFactor: Double = 0.5
        public static let defaultVGGishTimeWindow: TimeInterval = 0.975
        public static let validation: ModelParameters.ValidationData = .split(strategy: .automatic)
        public static let featureExtractor: ModelParameters.FeatureExtractorType = .audioFeaturePrint(type: .sound, revision: 1)
        public static let classifier: ModelParameters.ClassifierType = .logisticRegressor
        public static let algorithm: ModelParameters.ModelAlgorithmType = .transferLearning(
            featureExtractor: .audioFeaturePrint(type: .sound, revision: 1), classifier: .logisticRegressor)
    }
}
