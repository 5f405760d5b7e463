import Foundation

/// One training from labelled images to a classifier.
final class ImageClassifierTraining: StepwiseTraining {
    private let plan: ImageClassifierPlan
    private let labels: [String]
    private let cache: FeatureCache?
    private let options: HeadTrainer.Options
    private var prepared: Prepared?

    let iterationLimit: Int

    /// What there is once the features are extracted.
    private struct Prepared {
        let extractor: ImageFeatureExtractor
        let training: ExtractedFeatures
        let validation: ExtractedFeatures
        let digest: ContentDigest
        var trainer: HeadTrainer
    }

    init(_ plan: ImageClassifierPlan, _ parameters: MLTrainingSessionParameters, features: URL?) throws {
        self.plan = plan
        labels = plan.training.keys.sorted()
        cache = try features.map { try FeatureCache(folder: $0) }
        iterationLimit = min(plan.modelParameters.maxIterations, max(parameters.iterations, 1))
        var options = HeadTrainer.Options()
        options.maximumIterations = iterationLimit
        if case .transferLearning(_, .multilayerPerceptron(let sizes)) = plan.modelParameters.algorithm {
            guard sizes.allSatisfy({ (1...Self.widestLayer).contains($0) }), sizes.count <= Self.mostLayers else {
                throw MLCreateError.generic(
                    reason: "a perceptron has up to \(Self.mostLayers) layers of 1 to \(Self.widestLayer) values, not \(sizes)")
            }
            options.hiddenSizes = sizes
        }
        self.options = options
    }

    private static let widestLayer = 16_384
    private static let mostLayers = 16

    var iteration: Int { prepared?.trainer.iteration ?? 0 }
    var isFinished: Bool { prepared?.trainer.isFinished ?? false }

    func prepare(_ reporter: TrainingReporter) throws {
        let extractor = try ImageFeatureExtractor(plan.modelParameters.featureExtractor)
        let examples = Self.examples(plan.training, labels)
        let heldExamples = Self.examples(plan.validation, Self.allLabels(labels, plan.validation))
        let total = examples.count + heldExamples.count
        let features = try extractor.extract(examples, augmentation: plan.modelParameters.augmentationOptions, cache: cache) {
            try reporter.report(.extractingFeatures, $0, of: total)
        }
        try requireEveryLabel(features)
        let held = try extractor.extract(heldExamples, cache: cache) {
            try reporter.report(.extractingFeatures, examples.count + $0, of: total)
        }
        prepared = Prepared(
            extractor: extractor, training: features, validation: held, digest: features.matrix.digest,
            trainer: HeadTrainer(features.matrix, classes: labels.count, options))
    }

    private func requireEveryLabel(_ features: ExtractedFeatures) throws {
        let present = Set(features.matrix.labels.joined())
        for (index, label) in labels.enumerated() where !present.contains(index) {
            let own = Set(plan.training[label] ?? [])
            let reason = features.skipped.first { own.contains($0.url) }?.reason
            throw MLCreateError.generic(reason: "the label '\(label)' has no readable image" + (reason.map { ": \($0)" } ?? ""))
        }
    }

    func step() throws -> [MLProgress.Metric: Any] {
        prepared?.trainer.step()
        guard let prepared else { return [:] }
        var metrics: [MLProgress.Metric: Any] = [.loss: prepared.trainer.loss, .accuracy: prepared.trainer.accuracy]
        if prepared.validation.matrix.rows > 0 {
            let answers = prepared.trainer.head.answers(
                for: prepared.validation, labels: Self.allLabels(labels, plan.validation), predicted: labels)
            metrics[.validationAccuracy] = Double(answers.filter { $0.answer == $0.label }.count) / Double(answers.count)
            let likelihood = answers.reduce(0) { $0 + log(max($1.ownConfidence, Double.leastNormalMagnitude)) }
            metrics[.validationLoss] = -likelihood / Double(answers.count)
        }
        return metrics
    }

    // MARK: Between two iterations

    func state() throws -> Data {
        var state = TrainingStateWriter()
        state.add(prepared?.digest.data ?? Data())
        prepared?.trainer.write(to: &state)
        return state.data
    }

    func restore(_ state: Data) throws {
        var state = TrainingStateReader(state)
        guard try state.bytes() == prepared?.digest.data else { throw MLCreateError.modifiedTrainingData }
        try prepared?.trainer.restore(&state)
    }

    // MARK: The end

    func finish(_ reporter: TrainingReporter) throws -> MLImageClassifier {
        guard let prepared else { throw MLCreateError.generic(reason: "the training was not prepared") }
        let head = prepared.trainer.head
        let training = head.answers(for: prepared.training, labels: labels, predicted: labels)
        let validation = head.answers(
            for: prepared.validation, labels: Self.allLabels(labels, plan.validation), predicted: labels)
        let skipped = prepared.training.skipped + prepared.validation.skipped
        return try MLImageClassifier(
            ClassifierExport(extractor: prepared.extractor, head: head, labels: labels), plan.modelParameters,
            trainingMetrics: MLClassifierMetrics(training), validationAnswers: validation,
            warnings: Self.warnings(plan.training) + skipped.map { "\($0.url.path) was skipped: \($0.reason)" },
            skippedImages: skipped.count)
    }

    /// The images with the number of their label among `labels`, label after label.
    static func examples(_ images: [String: [URL]], _ labels: [String]) -> [ImageFeatureExtractor.Example] {
        labels.enumerated().flatMap { index, label in (images[label] ?? []).map { .init(url: $0, labels: [index]) } }
    }

    /// The labels of a classifier, then those that only the images to measure it on have.
    static func allLabels(_ labels: [String], _ images: [String: [URL]]) -> [String] {
        labels + Set(images.keys).subtracting(labels).sorted()
    }

    /// What the guides to training advise against.
    private static func warnings(_ images: [String: [URL]]) -> [String] {
        TrainingAdvice.warnings(counts: images.mapValues(\.count))
    }
}

/// What the guides to training advise against.
enum TrainingAdvice {
    /// Warnings of labels with few images, or many fewer than others.
    static func warnings(counts: [String: Int], _ noun: String = "image") -> [String] {
        var warnings: [String] = []
        let counts = counts.map { (label: $0.key, count: $0.value) }.sorted { ($0.count, $0.label) < ($1.count, $1.label) }
        for (label, count) in counts where count < 10 {
            warnings.append("the label '\(label)' has only \(count) \(noun)\(count == 1 ? "" : "s"); ten are the least that is useful")
        }
        if let least = counts.first, let most = counts.last, most.count > 10 * least.count {
            warnings.append(
                "the label '\(most.label)' has \(most.count) \(noun)s and '\(least.label)' \(least.count): more than ten times as many")
        }
        return warnings
    }
}

/// What an image was taken for.
package struct LabeledAnswer: Sendable {
    package var url: URL
    package var label: String
    package var answer: String
    /// The probabilities, 0…1, of the answer and of the image's own label.
    package var confidence: Double
    package var ownConfidence: Double
}

extension ClassifierHead {
    /// The class with the largest probability; the first of several.
    func mostProbable(_ probabilities: [Double]) -> Int {
        probabilities.indices.max { (probabilities[$0], -$0) < (probabilities[$1], -$1) } ?? 0
    }

    /// Answers for rows whose label is a number in `labels`; `predicted` are the head's own labels.
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
