import CoreMLRuntime
import Foundation

/// The parameters of a classifier, as a session's file stores them.
struct StoredClassifierParameters: Codable, Sendable {
    /// The source of the validation images. A session stores the list of the images separately.
    enum Validation: Codable, Sendable, Equatable {
        case none
        case automatic
        case fixed(ratio: Double, seed: Int?)
        case separate

        init(_ strategy: MLSplitStrategy) {
            switch strategy {
            case .automatic: self = .automatic
            case .fixed(let ratio, let seed): self = .fixed(ratio: ratio, seed: seed)
            }
        }

        /// The strategy that sets aside validation data; `nil` if there are no validation data, or if they are given separately.
        var strategy: MLSplitStrategy? {
            switch self {
            case .none, .separate: nil
            case .automatic: .automatic
            case .fixed(let ratio, let seed): .fixed(ratio: ratio, seed: seed)
            }
        }

        var text: String {
            switch self {
            case .none: "none"
            case .automatic: "an automatic split"
            case .fixed(let ratio, let seed): "a split of \(ratio)" + (seed.map { ", seed \($0)" } ?? "")
            case .separate: "images of its own"
            }
        }
    }

    private enum Extractor: Codable, Sendable {
        case print(revision: Int?)
        case custom(model: URL, output: String?)
        /// The feature print in files of older versions. In these files, revisions 3 and 4 are Osprey's own networks.
        case scenePrint(revision: Int?)
    }

    let validation: Validation
    let maxIterations: Int
    /// The sizes of a multilayer perceptron's hidden layers; `nil` for a logistic regression.
    let layerSizes: [Int]?
    private let augmentationOptions: Int
    private let featureExtractor: Extractor

    init(
        validation: Validation, maxIterations: Int, augmentation: MLImageClassifier.ImageAugmentationOptions,
        extractor: MLImageClassifier.FeatureExtractorType, layerSizes: [Int]?
    ) {
        self.validation = validation
        self.maxIterations = maxIterations
        self.layerSizes = layerSizes
        augmentationOptions = augmentation.rawValue
        featureExtractor =
            switch extractor {
            case .scenePrint(let revision): .print(revision: revision)
            case .custom(let custom): .custom(model: custom.modelPath, output: custom.outputName)
            }
    }

    init(_ parameters: MLImageClassifier.ModelParameters) {
        let validation: Validation =
            switch parameters.validation {
            case .none: .none
            case .split(let strategy): .init(strategy)
            case .dataSource, .dictionary: .separate
            }
        let layerSizes: [Int]? =
            switch parameters.algorithm {
            case .transferLearning(_, .logisticRegressor): nil
            case .transferLearning(_, .multilayerPerceptron(let sizes)): sizes
            }
        self.init(
            validation: validation, maxIterations: parameters.maxIterations, augmentation: parameters.augmentationOptions,
            extractor: parameters.featureExtractor, layerSizes: layerSizes)
    }

    var augmentation: MLImageClassifier.ImageAugmentationOptions { .init(rawValue: augmentationOptions) }

    var extractor: MLImageClassifier.FeatureExtractorType {
        switch featureExtractor {
        case .print(let revision): .scenePrint(revision: revision)
        case .scenePrint(let revision): .scenePrint(revision: revision.map(PrintNetwork.revision(short:)))
        case .custom(let model, let output): .custom(.init(modelPath: model, outputName: output))
        }
    }

    /// The parameters as text, by name. They are compared when a session is resumed.
    var parameters: [String: String] {
        var extractorText = extractor.description
        if case .custom(let model, let output) = featureExtractor { extractorText = "\(model.path), \(output ?? "its only output")" }
        return [
            "augmentation": augmentation.description, "featureExtractor": extractorText, "maxIterations": String(maxIterations),
            "validation": validation.text, "layerSizes": layerSizes.map { "\($0)" } ?? "none",
        ]
    }
}
