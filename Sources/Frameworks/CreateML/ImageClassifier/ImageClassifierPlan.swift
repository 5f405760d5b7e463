import Foundation

/// The data and parameters of a session of an image classifier.
package struct ImageClassifierPlan: TrainingPlan {
    package static let kind = "MLImageClassifier"

    let training: [String: [URL]]
    let validation: [String: [URL]]
    package let dataDigest: String
    private let stored: StoredClassifierParameters

    package var parameters: [String: String] { stored.parameters }
    package var warnings: [String] { TrainingAdvice.warnings(counts: training.mapValues(\.count)) }

    var modelParameters: MLImageClassifier.ModelParameters {
        MLImageClassifier.ModelParameters(
            validation: stored.validation.strategy.map { .split(strategy: $0) }
                ?? (validation.isEmpty ? .none : .dataSource(.filesByLabel(validation))),
            maxIterations: stored.maxIterations, augmentation: stored.augmentation,
            algorithm: .transferLearning(
                featureExtractor: stored.extractor,
                classifier: stored.layerSizes.map { .multilayerPerceptron(layerSizes: $0) } ?? .logisticRegressor))
    }

    package func check() throws {
        guard training.count > 1, stored.maxIterations > 0 else { throw MLCreateError.io(reason: "its labels or settings are damaged") }
    }

    /// - Throws: `MLCreateError` if the data cannot be listed or is not suitable.
    init(_ source: MLImageClassifier.DataSource, _ parameters: MLImageClassifier.ModelParameters) throws {
        let all = try source.labeledImages()
        guard all.count > 1 else { throw MLCreateError.generic(reason: "a classifier needs two labels at least, not \(all.count)") }
        guard parameters.maxIterations > 0 else { throw MLCreateError.generic(reason: "maxIterations must be positive") }
        (training, validation) = try Self.split(all, parameters.validation)
        stored = StoredClassifierParameters(parameters)
        var digest = ContentDigest()
        for images in stored.validation == .separate ? [all, validation] : [all] { digest.add(images) }
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
            let (ratio, seed) = try strategy.checked(count: images.values.reduce(0) { $0 + $1.count })
            guard ratio > 0 else { return (images, [:]) }
            let parts = try MLImageClassifier.DataSource.filesByLabel(images).stratifiedSplit(proportions: [1 - ratio, ratio], seed: seed)
            // If a label has so few images that none is left for training, all of them are used for training.
            let whole = images.filter { parts[0][$0.key] == nil }
            return (parts[0].merging(whole) { $1 }, parts[1].filter { whole[$0.key] == nil })
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
