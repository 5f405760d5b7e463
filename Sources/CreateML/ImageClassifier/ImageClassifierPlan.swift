import Foundation

/// What a session of an image classifier is begun with.
package struct ImageClassifierPlan: TrainingPlan {
    package static let kind = "MLImageClassifier"

    let training: [String: [URL]]
    let validation: [String: [URL]]
    package let dataDigest: String
    private let stored: StoredParameters

    package var parameters: [String: String] {
        let parameters = stored.parameters
        return [
            "augmentation": parameters.augmentationOptions.description, "algorithm": parameters.algorithm.description,
            "maxIterations": String(parameters.maxIterations), "validation": stored.validation.text,
        ]
    }

    var modelParameters: MLImageClassifier.ModelParameters { stored.parameters }

    /// - Throws: `MLCreateError` where the data cannot be listed or does not suit.
    init(_ source: MLImageClassifier.DataSource, _ parameters: MLImageClassifier.ModelParameters) throws {
        let all = try source.labeledImages()
        guard all.count > 1 else { throw MLCreateError.generic(reason: "a classifier needs two labels at least, not \(all.count)") }
        guard parameters.maxIterations > 0 else { throw MLCreateError.generic(reason: "maxIterations must be positive") }
        (training, validation) = try Self.split(all, parameters.validation)
        stored = StoredParameters(parameters, validation)
        var digest = ContentDigest()
        for images in stored.validation.isSeparate ? [all, validation] : [all] { digest.add(images) }
        dataDigest = digest.text
    }

    private static func split(_ images: [String: [URL]], _ validation: MLImageClassifier.ModelParameters.ValidationData) throws
        -> (training: [String: [URL]], validation: [String: [URL]])
    {
        switch validation {
        case .none: return (images, [:])
        case .dictionary(let files): return (images, files)
        case .dataSource(let source): return (images, try source.labeledImages())
        case .split(let strategy):
            let (ratio, seed) = strategy.resolve(count: images.values.reduce(0) { $0 + $1.count })
            guard ratio >= 0, ratio < 1 else { throw MLCreateError.generic(reason: "a validation split must be of 0…1, not \(ratio)") }
            guard ratio > 0 else { return (images, [:]) }
            let parts = try MLImageClassifier.DataSource.filesByLabel(images).stratifiedSplit(proportions: [1 - ratio, ratio], seed: seed)
            // A label with very few images keeps them for training.
            return (parts[0].merging(images.filter { parts[0][$0.key] == nil }) { $1 }, parts[1])
        }
    }
}

/// The parameters of a classifier in a session's file.
private struct StoredParameters: Codable, Sendable {
    enum Validation: Codable, Sendable {
        case none
        case automatic
        case fixed(ratio: Double, seed: Int?)
        case files([String: [URL]])

        var isSeparate: Bool { if case .files = self { true } else { false } }

        var text: String {
            switch self {
            case .none: "none"
            case .automatic: "an automatic split"
            case .fixed(let ratio, let seed): "a split of \(ratio)" + (seed.map { ", seed \($0)" } ?? "")
            case .files: "images of its own"
            }
        }
    }

    let validation: Validation
    private let maxIterations: Int
    private let augmentation: Int
    /// Nil for a scene print.
    private let extractorModel: URL?
    private let extractorOutput: String?
    private let printRevision: Int?
    /// Nil for a logistic regression.
    private let layerSizes: [Int]?

    init(_ parameters: MLImageClassifier.ModelParameters, _ files: [String: [URL]]) {
        maxIterations = parameters.maxIterations
        augmentation = parameters.augmentationOptions.rawValue
        validation =
            switch parameters.validation {
            case .none: .none
            case .split(.automatic): .automatic
            case .split(.fixed(let ratio, let seed)): .fixed(ratio: ratio, seed: seed)
            case .dataSource, .dictionary: .files(files)
            }
        switch parameters.algorithm {
        case .transferLearning(.scenePrint(let revision), let classifier):
            (printRevision, extractorModel, extractorOutput, layerSizes) = (revision, nil, nil, classifier.layerSizes)
        case .transferLearning(.custom(let custom), let classifier):
            (printRevision, extractorModel, extractorOutput) = (nil, custom.modelPath, custom.outputName)
            layerSizes = classifier.layerSizes
        }
    }

    var parameters: MLImageClassifier.ModelParameters {
        let extractor: MLImageClassifier.FeatureExtractorType =
            extractorModel.map { .custom(.init(modelPath: $0, outputName: extractorOutput)) } ?? .scenePrint(revision: printRevision)
        let data: MLImageClassifier.ModelParameters.ValidationData =
            switch validation {
            case .none: .none
            case .automatic: .split(strategy: .automatic)
            case .fixed(let ratio, let seed): .split(strategy: .fixed(ratio: ratio, seed: seed))
            case .files(let files): .dataSource(.filesByLabel(files))
            }
        return MLImageClassifier.ModelParameters(
            validation: data, maxIterations: maxIterations, augmentation: .init(rawValue: augmentation),
            algorithm: .transferLearning(
                featureExtractor: extractor, classifier: layerSizes.map { .multilayerPerceptron(layerSizes: $0) } ?? .logisticRegressor))
    }
}

extension MLImageClassifier.ModelParameters.ClassifierType {
    fileprivate var layerSizes: [Int]? {
        switch self {
        case .logisticRegressor: nil
        case .multilayerPerceptron(let sizes): sizes
        }
    }
}

extension ContentDigest {
    /// Adds the labels, paths and sizes of images.
    mutating func add(_ images: [String: [URL]]) {
        for (label, files) in images.sorted(by: { $0.key < $1.key }) {
            add(label)
            add(files.count)
            for file in files { add(file: file) }
        }
    }

    /// Adds a file's path and size.
    package mutating func add(file: URL) {
        add(file.path)
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        add(size ?? -1)
    }
}
