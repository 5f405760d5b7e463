import Foundation

/// How far a training has come.
package enum TrainingProgress: Sendable {
    /// Features of so many images of all.
    case extracting(done: Int, total: Int)
    /// The loss after an iteration.
    case training(iteration: Int, total: Int, loss: Double)
}

/// One training from labelled images to weights.
struct ImageClassifierTraining {
    let extractor: ImageFeatureExtractor
    let labels: [String]
    let regression: LogisticRegression
    let trainingMetrics: MLClassifierMetrics
    let validationMetrics: MLClassifierMetrics
    let validationAnswers: [LabeledAnswer]
    let warnings: [String]
    let skippedImages: Int

    init(
        _ source: MLImageClassifier.DataSource, _ parameters: MLImageClassifier.ModelParameters, cache: FeatureCache?,
        report: @escaping @Sendable (TrainingProgress) -> Bool
    ) throws {
        let all = try source.labeledImages()
        labels = all.keys.sorted()
        guard labels.count > 1 else { throw MLCreateError.generic(reason: "a classifier needs two labels at least, not \(labels.count)") }
        guard parameters.maxIterations > 0 else { throw MLCreateError.generic(reason: "maxIterations must be positive") }
        let (training, validation) = try Self.split(all, parameters.validation)
        let extractor = try ImageFeatureExtractor(parameters.featureExtractor)
        self.extractor = extractor

        let trainingExamples = Self.examples(training, labels)
        let validationExamples = Self.examples(validation, labels)
        let total = trainingExamples.count + validationExamples.count
        let features = try extractor.extract(trainingExamples, augmentation: parameters.augmentationOptions, cache: cache) {
            report(.extracting(done: $0, total: total))
        }
        for (index, label) in labels.enumerated() where !features.matrix.labels.contains(index) {
            let reason = features.skipped.first { training[label]?.contains($0.url) ?? false }?.reason
            throw MLCreateError.generic(reason: "the label '\(label)' has no readable image" + (reason.map { ": \($0)" } ?? ""))
        }
        let held = try extractor.extract(validationExamples, cache: cache) {
            report(.extracting(done: trainingExamples.count + $0, total: total))
        }

        var options = LogisticRegression.Options()
        options.maximumIterations = parameters.maxIterations
        var isCancelled = false
        regression = LogisticRegression(features.matrix, classes: labels.count, options) { progress in
            isCancelled = !report(.training(iteration: progress.iteration, total: parameters.maxIterations, loss: progress.loss))
            return !isCancelled
        }
        guard !isCancelled else { throw MLCreateError.cancelled }
        trainingMetrics = MLClassifierMetrics(regression.answers(for: features, labels: labels, predicted: labels))
        validationAnswers = regression.answers(for: held, labels: labels, predicted: labels)
        validationMetrics = MLClassifierMetrics(validationAnswers)
        skippedImages = features.skipped.count + held.skipped.count
        warnings = Self.warnings(training) + (features.skipped + held.skipped).map { "\($0.url.path) was skipped: \($0.reason)" }
    }

    /// The images with the number of their label among `labels`, label after label.
    static func examples(_ images: [String: [URL]], _ labels: [String]) -> [ImageFeatureExtractor.Example] {
        labels.enumerated().flatMap { index, label in (images[label] ?? []).map { .init(url: $0, label: index) } }
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

    /// What the guides to training advise against.
    private static func warnings(_ images: [String: [URL]]) -> [String] {
        var warnings: [String] = []
        let counts = images.map { (label: $0.key, count: $0.value.count) }.sorted { ($0.count, $0.label) < ($1.count, $1.label) }
        for (label, count) in counts where count < 10 {
            warnings.append("the label '\(label)' has only \(count) image\(count == 1 ? "" : "s"); ten are the least that is useful")
        }
        if let least = counts.first, let most = counts.last, most.count > 10 * least.count {
            warnings.append(
                "the label '\(most.label)' has \(most.count) images and '\(least.label)' \(least.count): more than ten times as many")
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

extension LogisticRegression {
    /// The class with the largest score; the first of several.
    func mostProbable(_ probabilities: [Double]) -> Int {
        probabilities.indices.max { (probabilities[$0], -$0) < (probabilities[$1], -$1) } ?? 0
    }

    /// Answers for rows whose label is a number in `labels`; `predicted` are the regression's own labels.
    func answers(for features: ExtractedFeatures, labels: [String], predicted: [String]) -> [LabeledAnswer] {
        let matrix = features.matrix
        return (0..<matrix.rows).map { row in
            let probabilities = probabilities(matrix.values[row * matrix.columns..<(row + 1) * matrix.columns])
            let best = mostProbable(probabilities)
            let label = labels[matrix.labels[row]]
            let own = predicted.firstIndex(of: label).map { probabilities[$0] } ?? 0
            return LabeledAnswer(
                url: features.urls[row], label: label, answer: predicted[best], confidence: probabilities[best], ownConfidence: own)
        }
    }
}

extension MLClassifierMetrics {
    init(_ answers: [LabeledAnswer]) { self.init(answers.map { ($0.label, $0.answer) }) }
}
