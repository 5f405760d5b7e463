import CoreMLRuntime
import Foundation

extension MLImageClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The kind of network that turns features into labels.
        public enum ClassifierType: Equatable, Hashable, CustomStringConvertible, Sendable {
            /// One linear layer, which gives the scores of the labels.
            case logisticRegressor
            /// Layers with these numbers of rectified linear units, and then a linear layer that gives the scores of the labels.
            case multilayerPerceptron(layerSizes: [Int])

            public var description: String {
                switch self {
                case .logisticRegressor: "logistic regressor"
                case .multilayerPerceptron(let sizes): "perceptron with layers of \(sizes.map(String.init).joined(separator: ", "))"
                }
            }
        }

        /// The networks that may be trained.
        public enum ModelAlgorithmType: CustomStringConvertible, Sendable {
            /// A classifier that learns from the features that a fixed network extracts from images.
            case transferLearning(featureExtractor: FeatureExtractorType, classifier: ClassifierType)

            public var description: String {
                switch self {
                case .transferLearning(let extractor, let classifier): "transfer learning: \(extractor), \(classifier)"
                }
            }
        }

        /// The images for validation during training.
        public enum ValidationData: Sendable {
            /// A part of the training data, as the strategy says.
            case split(strategy: MLSplitStrategy)
            /// Other images, with their labels.
            case dataSource(DataSource)
            /// The images of each label.
            case dictionary([String: [URL]])
            /// No validation: all data are trained on.
            case none
        }

        /// The maximum number of passes over all features.
        public var maxIterations: Int
        /// The changes that make more training data. Each option adds a changed copy of every training image.
        public var augmentationOptions: ImageAugmentationOptions
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType
        /// The data that the model is tested on while it is trained.
        public var validation: ValidationData

        /// Parameters of a classifier; the defaults are Apple's.
        ///
        /// - Parameters:
        ///   - maxIterations: the maximum number of passes over all features.
        ///   - augmentation: each option adds a changed copy of every training image.
        public init(
            validation: ValidationData = __Defaults.validation, maxIterations: Int = __Defaults.maximumIterations,
            augmentation: ImageAugmentationOptions, algorithm: ModelAlgorithmType = __Defaults.algorithm
        ) {
            self.validation = validation
            self.maxIterations = maxIterations
            augmentationOptions = augmentation
            self.algorithm = algorithm
        }

        /// Parameters of a classifier on top of a feature extractor; the defaults are Apple's.
        ///
        /// - Parameters:
        ///   - maxIterations: the maximum number of passes over all features.
        ///   - augmentationOptions: each option adds a changed copy of every training image.
        public init(
            featureExtractor: FeatureExtractorType = .scenePrint(revision: 1),
            validation: ValidationData = .split(strategy: .automatic), maxIterations: Int = 25,
            augmentationOptions: ImageAugmentationOptions = []
        ) {
            self.init(
                validation: validation, maxIterations: maxIterations, augmentation: augmentationOptions,
                algorithm: .transferLearning(featureExtractor: featureExtractor, classifier: .logisticRegressor))
        }

        /// - Parameter validationData: the images of each label for validation; `nil` for a part of the training data.
        public init(
            featureExtractor: FeatureExtractorType = .scenePrint(revision: 1), validationData: [String: [URL]]?, maxIterations: Int = 25,
            augmentationOptions: ImageAugmentationOptions = []
        ) {
            self.init(
                featureExtractor: featureExtractor, validation: validationData.map { .dictionary($0) } ?? .split(strategy: .automatic),
                maxIterations: maxIterations, augmentationOptions: augmentationOptions)
        }

        /// Parameters of a classifier on top of a feature extractor; the defaults are Apple's.
        ///
        /// - Parameters:
        ///   - maxIterations: the maximum number of passes over all features.
        ///   - augmentationOptions: each option adds a changed copy of every training image.
        public init(
            featureExtractor: FeatureExtractorType = .scenePrint(revision: 1), validationData: DataSource, maxIterations: Int = 25,
            augmentationOptions: ImageAugmentationOptions = []
        ) {
            self.init(
                featureExtractor: featureExtractor, validation: .dataSource(validationData), maxIterations: maxIterations,
                augmentationOptions: augmentationOptions)
        }

        /// The network that turns images into the features to learn from.
        public var featureExtractor: FeatureExtractorType {
            get {
                switch algorithm {
                case .transferLearning(let extractor, _): extractor
                }
            }
            set {
                switch algorithm {
                case .transferLearning(_, let classifier): algorithm = .transferLearning(featureExtractor: newValue, classifier: classifier)
                }
            }
        }

        /// The images of each label for validation; `nil` if they are a part of the training data, or cannot be listed.
        public var validationData: [String: [URL]]? {
            get {
                switch validation {
                case .dictionary(let files): files
                case .dataSource(let source): try? source.labeledImages()
                case .split, .none: nil
                }
            }
            set { validation = newValue.map { .dictionary($0) } ?? .split(strategy: .automatic) }
        }

        public var description: String {
            "\(algorithm); at most \(maxIterations) iterations; augmentation: \(augmentationOptions)"
        }

        public var debugDescription: String { description }
    }

    /// The network that turns an image into numbers.
    public enum FeatureExtractorType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// Osprey's own feature print, which is a different network than Apple's. Revisions 1 and 2 are both the network of the default classifier,
        /// and `nil` stands for 1. The module `OspreyExtras` has revisions for other networks.
        case scenePrint(revision: Int?)
        /// A model with an image as its only input.
        case custom(CustomFeatureExtractor)

        public var description: String {
            switch self {
            case .scenePrint(let revision): "scene print, \(PrintNetwork.title(ofRevision: revision ?? 1))"
            case .custom(let extractor): "the model \(extractor.modelPath.lastPathComponent)"
            }
        }

        public var debugDescription: String { description }
    }

    /// A neural network whose output serves as features.
    public struct CustomFeatureExtractor: Sendable {
        /// The model's file.
        public var modelPath: URL
        /// The name of an output that has numbers; `nil` if the model has only one such output.
        public var outputName: String?

        /// A network in a file.
        ///
        /// - Parameter outputName: the name of an output that has numbers; `nil` if the model has only one such output.
        public init(modelPath: URL, outputName: String? = nil) {
            self.modelPath = modelPath
            self.outputName = outputName
        }
    }

    /// Changed copies of the training images, from which the classifier learns, too.
    public struct ImageAugmentationOptions: OptionSet, Sendable, CustomStringConvertible {
        public typealias Element = ImageAugmentationOptions

        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Blurred copies.
        public static let blur = ImageAugmentationOptions(rawValue: 1 << 0)
        /// Mirror images, with left and right exchanged.
        public static let flip = ImageAugmentationOptions(rawValue: 1 << 1)
        /// Lighter and darker copies.
        public static let exposure = ImageAugmentationOptions(rawValue: 1 << 2)
        /// Copies with noise.
        public static let noise = ImageAugmentationOptions(rawValue: 1 << 3)
        /// Rotated copies.
        public static let rotation = ImageAugmentationOptions(rawValue: 1 << 4)
        /// Cropped copies.
        public static let crop = ImageAugmentationOptions(rawValue: 1 << 5)

        /// All options with their names.
        package static let named: [(name: String, option: ImageAugmentationOptions)] = [
            ("blur", .blur), ("flip", .flip), ("exposure", .exposure), ("noise", .noise), ("rotation", .rotation), ("crop", .crop),
        ]

        public var description: String {
            isEmpty ? "none" : Self.named.filter { contains($0.option) }.map(\.name).joined(separator: ", ")
        }
    }

    public struct __Defaults {
        public static let batchSize: Int = 32
        public static let maximumIterations: Int = 25
        public static let validation: ModelParameters.ValidationData = .split(strategy: .automatic)
        public static let augmentationOptions: ImageAugmentationOptions = []
        public static let classifier: ModelParameters.ClassifierType = .logisticRegressor
        public static let algorithm: ModelParameters.ModelAlgorithmType = .transferLearning(
            featureExtractor: .scenePrint(revision: 1), classifier: .logisticRegressor)
        public static let featureColumnName: String = "image"
        public static let labelColumnName: String = "label"
    }
}
