import Foundation

/// The training of an image classifier on labelled images.
final class ImageClassifierTraining: FeatureTraining {
    private let plan: ImageClassifierPlan
    private let labels: [String]
    /// The classifier's labels, followed by the labels that only validation images have.
    private let allLabels: [String]
    var learning: FeatureLearning

    init(_ plan: ImageClassifierPlan, _ parameters: MLTrainingSessionParameters, features: URL?) throws {
        self.plan = plan
        labels = plan.training.keys.sorted()
        allLabels = Self.allLabels(labels, plan.validation)
        var options = FeatureLearning.options(maximumIterations: plan.modelParameters.maxIterations, in: parameters)
        if case .transferLearning(_, .multilayerPerceptron(let sizes)) = plan.modelParameters.algorithm {
            guard sizes.allSatisfy({ (1...Self.widestLayer).contains($0) }), sizes.count <= Self.maximumLayerCount else {
                throw MLCreateError.generic(
                    reason: "a perceptron has up to \(Self.maximumLayerCount) layers of 1 to \(Self.widestLayer) values, not \(sizes)")
            }
            options.hiddenSizes = sizes
        }
        learning = FeatureLearning(
            labels: labels, training: Self.examples(plan.training, labels), validation: Self.examples(plan.validation, allLabels),
            extractor: plan.modelParameters.featureExtractor, augmentation: plan.modelParameters.augmentationOptions, options: options,
            cache: try features.map { try FeatureCache(folder: $0) })
    }

    private static let widestLayer = 16_384
    private static let maximumLayerCount = 16

    func step() throws -> [MLProgress.Metric: Any] {
        var metrics = try learning.step()
        let held = try learning.held
        if held.matrix.rows > 0 {
            let answers = try learning.head.answers(for: held, labels: allLabels, predicted: labels)
            metrics[.validationAccuracy] = Double(answers.filter { $0.answer == $0.label }.count) / Double(answers.count)
            let likelihood = answers.reduce(0) { $0 + log(max($1.ownConfidence, Double.leastNormalMagnitude)) }
            let loss = -likelihood / Double(answers.count)
            metrics[.validationLoss] = loss
            learning.observe(validationLoss: loss)
        }
        return metrics
    }

    func finish(_ reporter: TrainingReporter) throws -> MLImageClassifier {
        let head = try learning.head
        let training = head.answers(for: try learning.learnt, labels: labels, predicted: labels)
        let validation = head.answers(for: try learning.held, labels: allLabels, predicted: labels)
        let skipped = try learning.skipped
        let unreadable = Set(try learning.learnt.skipped.map { $0.url })
        let counts = plan.training.mapValues { images in images.count { !unreadable.contains($0) } }
        return try MLImageClassifier(
            ClassifierExport(extractor: learning.extractor, head: head, labels: labels), plan.modelParameters,
            trainingMetrics: MLClassifierMetrics(training), validationAnswers: validation,
            warnings: TrainingAdvice.warnings(counts: counts) + skipped, skippedImages: skipped.count)
    }

    /// The images, label by label. Each has the index of its label in `labels`.
    static func examples(_ images: [String: [URL]], _ labels: [String]) -> [ImageFeatureExtractor.Example] {
        labels.enumerated().flatMap { index, label in (images[label] ?? []).map { .init(url: $0, labels: [index]) } }
    }

    /// The labels of a classifier, followed by the labels that only the evaluated images have.
    static func allLabels(_ labels: [String], _ images: [String: [URL]]) -> [String] {
        labels + Set(images.keys).subtracting(labels).sorted()
    }
}

/// Warnings about training data that does not follow common advice.
enum TrainingAdvice {
    /// Warnings about labels with few images, or with far fewer images than other labels.
    static func warnings(counts: [String: Int], _ noun: String = "image") -> [String] {
        var warnings: [String] = []
        let counts = counts.map { (label: $0.key, count: $0.value) }.sorted { ($0.count, $0.label) < ($1.count, $1.label) }
        for (label, count) in counts where count < 10 {
            warnings.append("the label '\(label)' has only \(count) \(noun)\(count == 1 ? "" : "s"); ten are the least that is useful")
        }
        if let smallest = counts.first, let largest = counts.last, largest.count > 10 * smallest.count {
            warnings.append(
                "the label '\(largest.label)' has \(largest.count) \(noun)s and '\(smallest.label)' \(smallest.count): more than ten times as many"
            )
        }
        return warnings
    }
}

/// The predicted label of an image, with its true label.
package struct LabeledAnswer: Sendable {
    package var url: URL
    package var label: String
    package var answer: String
    /// The probability, 0…1, of the predicted label. `ownConfidence` is the probability of the true label.
    package var confidence: Double
    package var ownConfidence: Double
}

extension ClassifierHead {
    /// The class with the largest probability. If several are equal, it is the first of them.
    func mostProbable(_ probabilities: [Double]) -> Int {
        probabilities.indices.max { (probabilities[$0], -$0) < (probabilities[$1], -$1) } ?? 0
    }

    /// The head's predictions for the rows of `features`. A row's true label is an index into `labels`. `predicted` has the labels of the
    /// head's outputs.
    func answers(for features: ExtractedFeatures, labels: [String], predicted: [String]) -> [LabeledAnswer] {
        let matrix = features.matrix
        let places = Dictionary(uniqueKeysWithValues: predicted.enumerated().map { ($0.element, $0.offset) })
        return (0..<matrix.rows).map { row in
            let probabilities = probabilities(matrix[row])
            let best = mostProbable(probabilities)
            let label = labels[matrix.labels[row][0]]
            return LabeledAnswer(
                url: features.urls[row], label: label, answer: predicted[best], confidence: probabilities[best],
                ownConfidence: places[label].map { probabilities[$0] } ?? 0)
        }
    }
}

extension MLClassifierMetrics {
    init(_ answers: [LabeledAnswer]) { self.init(answers.map { ($0.label, $0.answer) }) }
}
