import CoreMLRuntime
import Foundation

extension MLImageClassifier {
    /// The parameters of a classifier's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
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

        /// The types of networks that can be trained.
        public enum ModelAlgorithmType: CustomStringConvertible, Sendable {
            /// A classifier that is trained on the features that a fixed network extracts from the images.
            case transferLearning(featureExtractor: FeatureExtractorType, classifier: ClassifierType)

            public var description: String {
                switch self {
                case .transferLearning(let extractor, let classifier): "transfer learning: \(extractor), \(classifier)"
                }
            }
        }

        /// The images for validation during training.
        public enum ValidationData: Sendable {
            /// A part of the training data, chosen by the strategy.
            case split(strategy: MLSplitStrategy)
            /// Separate images, with their labels.
            case dataSource(DataSource)
            /// Separate images, listed for each label.
            case dictionary([String: [URL]])
            /// No validation. All data are used for training.
            case none
        }

        /// The maximum number of passes over the features of all training images.
        public var maxIterations: Int
        /// The augmentations of the training images. Each option adds a changed copy of every training image.
        public var augmentationOptions: ImageAugmentationOptions
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType
        /// The data for validation during training.
        public var validation: ValidationData

        /// Parameters of a classifier; the defaults are Apple's.
        ///
        /// - Parameters:
        ///   - maxIterations: the maximum number of passes over the features of all training images.
        ///   - augmentation: the augmentations. Each option adds a changed copy of every training image.
        public init(
            validation: ValidationData = __Defaults.validation, maxIterations: Int = __Defaults.maximumIterations,
            augmentation: ImageAugmentationOptions, algorithm: ModelAlgorithmType = __Defaults.algorithm
        ) {
            self.validation = validation
            self.maxIterations = maxIterations
            augmentationOptions = augmentation
            self.algorithm = algorithm
        }

        /// Parameters of a classifier of the features that `featureExtractor` gives. The defaults are Apple's.
        ///
        /// - Parameters:
        ///   - maxIterations: the maximum number of passes over the features of all training images.
        ///   - augmentationOptions: the augmentations. Each option adds a changed copy of every training image.
        public init(
            featureExtractor: FeatureExtractorType = .scenePrint(revision: 1),
            validation: ValidationData = .split(strategy: .automatic), maxIterations: Int = 25,
            augmentationOptions: ImageAugmentationOptions = []
        ) {
            self.init(
                validation: validation, maxIterations: maxIterations, augmentation: augmentationOptions,
                algorithm: .transferLearning(featureExtractor: featureExtractor, classifier: .logisticRegressor))
        }

        /// - Parameter validationData: the images of each label for validation; `nil` to set aside a part of the training data.
        public init(
            featureExtractor: FeatureExtractorType = .scenePrint(revision: 1), validationData: [String: [URL]]?, maxIterations: Int = 25,
            augmentationOptions: ImageAugmentationOptions = []
        ) {
            self.init(
                featureExtractor: featureExtractor, validation: validationData.map { .dictionary($0) } ?? .split(strategy: .automatic),
                maxIterations: maxIterations, augmentationOptions: augmentationOptions)
        }

        /// Parameters of a classifier of the features that `featureExtractor` gives, with separate validation images. The defaults are Apple's.
        ///
        /// - Parameters:
        ///   - maxIterations: the maximum number of passes over the features of all training images.
        ///   - augmentationOptions: the augmentations. Each option adds a changed copy of every training image.
        public init(
            featureExtractor: FeatureExtractorType = .scenePrint(revision: 1), validationData: DataSource, maxIterations: Int = 25,
            augmentationOptions: ImageAugmentationOptions = []
        ) {
            self.init(
                featureExtractor: featureExtractor, validation: .dataSource(validationData), maxIterations: maxIterations,
                augmentationOptions: augmentationOptions)
        }

        /// The network that turns images into the features that the classifier is trained on.
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

        /// The images of each label for validation; `nil` if there are no separate images, or if they cannot be listed.
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

    /// The network that turns an image into features.
    public enum FeatureExtractorType: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        /// Osprey's feature print, which is not the same network as Apple's. Revisions 1 and 2 are both the network of the default classifier, and
        /// `nil` means 1. The module `OspreyExtras` adds revisions for other networks.
        case scenePrint(revision: Int?)
        /// A custom network with an image as its only input.
        case custom(CustomFeatureExtractor)

        public var description: String {
            switch self {
            case .scenePrint(let revision): "scene print, \(PrintNetwork.title(ofRevision: revision ?? 1))"
            case .custom(let extractor): "the model \(extractor.modelPath.lastPathComponent)"
            }
        }

        public var debugDescription: String { description }
    }

    /// A neural network in a file. One of its outputs gives the features.
    public struct CustomFeatureExtractor: Sendable {
        /// The model's file.
        public var modelPath: URL
        /// The name of the output that gives the features; `nil` if the model has only one array output.
        public var outputName: String?

        /// A network in a file.
        ///
        /// - Parameter outputName: the name of the output that gives the features; `nil` if the model has only one array output.
        public init(modelPath: URL, outputName: String? = nil) {
            self.modelPath = modelPath
            self.outputName = outputName
        }
    }

    /// Augmentations of the training images. The classifier is also trained on the changed copies.
    public struct ImageAugmentationOptions: OptionSet, Sendable, CustomStringConvertible {
        public typealias Element = ImageAugmentationOptions

        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Adds blurred copies.
        public static let blur = ImageAugmentationOptions(rawValue: 1 << 0)
        /// Adds mirrored copies, with left and right exchanged.
        public static let flip = ImageAugmentationOptions(rawValue: 1 << 1)
        /// Adds lighter or darker copies.
        public static let exposure = ImageAugmentationOptions(rawValue: 1 << 2)
        /// Adds copies with noise.
        public static let noise = ImageAugmentationOptions(rawValue: 1 << 3)
        /// Adds rotated copies.
        public static let rotation = ImageAugmentationOptions(rawValue: 1 << 4)
        /// Adds cropped copies.
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
