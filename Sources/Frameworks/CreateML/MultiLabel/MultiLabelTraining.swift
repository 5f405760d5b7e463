import CoreMLRuntime
import Foundation

/// The data and parameters of a session of a multi-label classifier.
package struct MultiLabelPlan: TrainingPlan {
    package typealias Image = MLMultiLabelImageClassifier.DataSource.AnnotatedImage

    package static let kind = "MLMultiLabelImageClassifier"

    let training: [Image]
    let validation: [Image]
    package let dataDigest: String
    private let stored: StoredClassifierParameters

    package var parameters: [String: String] { stored.parameters }
    package var warnings: [String] {
        TrainingAdvice.warnings(counts: Dictionary(grouping: training.flatMap(\.labels)) { $0 }.mapValues(\.count))
    }

    var modelParameters: MLMultiLabelImageClassifier.ModelParameters {
        .init(
            validation: stored.validation.strategy.map { .split(strategy: $0) }
                ?? (validation.isEmpty ? .none : .dataSource(.labelsByFile(Self.dictionary(validation)))),
            maxIterations: stored.maxIterations, augmentationOptions: stored.augmentation, featureExtractor: stored.extractor)
    }

    package func check() throws {
        guard training.contains(where: { !$0.labels.isEmpty }), stored.maxIterations > 0 else {
            throw MLCreateError.io(reason: "its labels or settings are damaged")
        }
    }

    /// - Throws: `MLCreateError` if the data cannot be listed or is not suitable.
    init(_ source: MLMultiLabelImageClassifier.DataSource, _ parameters: MLMultiLabelImageClassifier.ModelParameters) throws {
        let all = try source.annotatedImages()
        guard all.contains(where: { !$0.labels.isEmpty }) else { throw MLCreateError.generic(reason: "no image has a label") }
        guard parameters.maxIterations > 0 else { throw MLCreateError.generic(reason: "maxIterations must be positive") }
        let kept: StoredClassifierParameters.Validation
        switch parameters.validation {
        case .none: (training, validation, kept) = (all, [], .none)
        case .dataSource(let source): (training, validation, kept) = (all, try source.annotatedImages(), .separate)
        case .split(let strategy):
            (training, validation) = try Self.split(all, strategy)
            kept = .init(strategy)
        }
        stored = StoredClassifierParameters(
            validation: kept, maxIterations: parameters.maxIterations, augmentation: parameters.augmentationOptions,
            extractor: parameters.featureExtractor, layerSizes: nil)
        var digest = ContentDigest()
        for image in all + (kept == .separate ? validation : []) {
            digest.add(file: image.url)
            for label in image.labels.sorted() { digest.add(label) }
        }
        dataDigest = digest.text
    }

    private static func dictionary(_ images: [Image]) -> [URL: Set<String>] {
        Dictionary(images.map { ($0.url, $0.labels) }) { $0.union($1) }
    }

    /// Draws images for validation at random. An image stays in the training data if one of its labels has no other training image.
    private static func split(_ images: [Image], _ strategy: MLSplitStrategy) throws -> (training: [Image], validation: [Image]) {
        let (ratio, seed) = try strategy.checked(count: images.count)
        var generator = SplitMix64(seed: seed)
        var left: [String: Int] = [:]
        for label in images.flatMap(\.labels) { left[label, default: 0] += 1 }
        var wanted = Int((ratio * Double(images.count)).rounded())
        var parts: (training: [Image], validation: [Image]) = ([], [])
        for image in images.shuffled(using: &generator) {
            if wanted > 0, image.labels.allSatisfy({ left[$0] ?? 0 > 1 }) {
                wanted -= 1
                for label in image.labels { left[label, default: 0] -= 1 }
                parts.validation.append(image)
            } else {
                parts.training.append(image)
            }
        }
        func sorted(_ images: [Image]) -> [Image] { images.sorted { $0.url.path < $1.url.path } }
        return (sorted(parts.training), sorted(parts.validation))
    }
}

/// The training of a multi-label classifier on annotated images.
final class MultiLabelTraining: FeatureTraining {
    private let plan: MultiLabelPlan
    private let labels: [String]
    private let allLabels: [String]
    var learning: FeatureLearning

    init(_ plan: MultiLabelPlan, _ parameters: MLTrainingSessionParameters, features: URL?) throws {
        self.plan = plan
        labels = Self.allLabels([], plan.training)
        allLabels = Self.allLabels(labels, plan.validation)
        let model = plan.modelParameters
        var options = FeatureLearning.options(maximumIterations: model.maxIterations, in: parameters)
        options.output = .sigmoid
        learning = FeatureLearning(
            labels: labels, training: Self.examples(plan.training, labels), validation: Self.examples(plan.validation, allLabels),
            extractor: model.featureExtractor, augmentation: model.augmentationOptions, options: options,
            cache: try features.map { try FeatureCache(folder: $0) })
    }

    func step() throws -> [MLProgress.Metric: Any] {
        var metrics = try learning.step()
        let held = try learning.held
        if held.matrix.rows > 0 {
            let answers = try learning.head.labelAnswers(for: held, labels: allLabels, predicted: labels)
            let right = answers.reduce(0) { sum, answer in
                sum + allLabels.filter { answer.own.contains($0) == answer.given.contains($0) }.count
            }
            let decisions = Double(answers.count * allLabels.count)
            let loss = answers.reduce(0.0) { $0 + Self.loss($1, allLabels) } / decisions
            metrics[.validationAccuracy] = Double(right) / decisions
            metrics[.validationLoss] = loss
            learning.observe(validationLoss: loss)
        }
        return metrics
    }

    /// The cross-entropy of the prediction for one image.
    private static func loss(_ answer: MultiLabelAnswer, _ labels: [String]) -> Double {
        var loss = 0.0
        for label in labels {
            let confidence = answer.confidences[label] ?? 0
            loss -= log(max(answer.own.contains(label) ? confidence : 1 - confidence, Double.leastNormalMagnitude))
        }
        return loss
    }

    func finish(_ reporter: TrainingReporter) throws -> MLMultiLabelImageClassifier {
        let head = try learning.head
        let skipped = try learning.skipped
        let unreadable = Set(try learning.learnt.skipped.map { $0.url })
        let readable = plan.training.filter { !unreadable.contains($0.url) }
        let counts = Dictionary(grouping: readable.flatMap(\.labels)) { $0 }.mapValues(\.count)
        return try MLMultiLabelImageClassifier(
            ClassifierExport(extractor: learning.extractor, head: head, labels: labels), plan.modelParameters,
            training: head.labelAnswers(for: learning.learnt, labels: labels, predicted: labels),
            validation: head.labelAnswers(for: learning.held, labels: allLabels, predicted: labels),
            warnings: TrainingAdvice.warnings(counts: counts) + skipped, skippedImages: skipped.count)
    }

    static func examples(_ images: [MultiLabelPlan.Image], _ labels: [String]) -> [ImageFeatureExtractor.Example] {
        let places = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($0.element, $0.offset) })
        return images.map { image in .init(url: image.url, labels: image.labels.compactMap { places[$0] }.sorted()) }
    }

    /// The labels of a classifier, followed by the labels that only the images have.
    static func allLabels(_ labels: [String], _ images: [MultiLabelPlan.Image]) -> [String] {
        labels + Set(images.flatMap(\.labels)).subtracting(labels).sorted()
    }
}

extension ClassifierHead {
    /// The head's predictions for the rows of `features`. A row's true labels are indices into `labels`. `predicted` has the labels of the
    /// head's outputs.
    func labelAnswers(for features: ExtractedFeatures, labels: [String], predicted: [String]) -> [MultiLabelAnswer] {
        let matrix = features.matrix
        return (0..<matrix.rows).map { row in
            MultiLabelAnswer(
                url: features.urls[row], own: Set(matrix.labels[row].map { labels[$0] }),
                confidences: Dictionary(uniqueKeysWithValues: zip(predicted, probabilities(matrix[row]))))
        }
    }
}
