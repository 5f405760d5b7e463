import Foundation

/// The steps that all trainings of image classifiers share. Features are extracted once. Then a head is trained on them, iteration by iteration.
struct FeatureLearning {
    /// The L2 penalty of a head on a feature print, which has many features although there are few photos. The values 1, 3, 10, 30 and 100 were
    /// tried on 22 categories of animals and 4 categories of rooms. The value 10 was best overall: it reduced the log loss of held-out photos by a
    /// third.
    private static let penalty = 10.0

    /// The options to train a head in a session. A session may end before the last iteration.
    static func options(maximumIterations: Int, in session: MLTrainingSessionParameters) -> HeadTrainer.Options {
        var options = HeadTrainer.Options()
        options.penalty = penalty
        options.maximumIterations = maximumIterations
        options.iterationLimit = min(maximumIterations, max(session.iterations, 1))
        return options
    }

    let labels: [String]
    let options: HeadTrainer.Options
    private let training: [ImageFeatureExtractor.Example]
    private let validation: [ImageFeatureExtractor.Example]
    private let extractorType: MLImageClassifier.FeatureExtractorType
    private let augmentation: MLImageClassifier.ImageAugmentationOptions
    private let cache: FeatureCache?
    private var prepared: Prepared?

    /// The state after the features are extracted.
    private struct Prepared {
        let extractor: ImageFeatureExtractor
        let training: ExtractedFeatures
        let validation: ExtractedFeatures
        let digest: ContentDigest
        var trainer: HeadTrainer
    }

    /// - Parameters:
    ///   - labels: the labels of the classes of `training`. The images of `validation` may have further classes.
    ///   - cache: the cache of features; `nil` for no cache.
    init(
        labels: [String], training: [ImageFeatureExtractor.Example], validation: [ImageFeatureExtractor.Example],
        extractor: MLImageClassifier.FeatureExtractorType, augmentation: MLImageClassifier.ImageAugmentationOptions,
        options: HeadTrainer.Options, cache: FeatureCache?
    ) {
        self.labels = labels
        self.training = training
        self.validation = validation
        extractorType = extractor
        self.augmentation = augmentation
        self.options = options
        self.cache = cache
    }

    var iteration: Int { prepared?.trainer.iteration ?? 0 }
    var isFinished: Bool { prepared?.trainer.isFinished ?? false }
    /// The iteration that `head` comes from; `nil` before the features are extracted.
    var kept: KeptIteration? { prepared?.trainer.kept }

    /// Extracts the features and makes the trainer of the head.
    ///
    /// - Throws: `MLCreateError.generic` if a label has no readable image, and the errors of the extractor.
    mutating func prepare(_ reporter: TrainingReporter) throws {
        let extractor = try ImageFeatureExtractor(extractorType)
        let (first, total) = (training.count, training.count + validation.count)
        let learnt = try extractor.extract(training, augmentation: augmentation, acceptsDamage: false, cache: cache) {
            try reporter.report(.extractingFeatures, $0, of: total)
        }
        try requireEveryLabel(learnt)
        let held = try extractor.extract(validation, acceptsDamage: false, cache: cache) {
            try reporter.report(.extractingFeatures, first + $0, of: total)
        }
        prepared = Prepared(
            extractor: extractor, training: learnt, validation: held, digest: learnt.matrix.digest,
            trainer: HeadTrainer(learnt.matrix, classes: labels.count, options))
    }

    private func requireEveryLabel(_ features: ExtractedFeatures) throws {
        let present = Set(features.matrix.labels.joined())
        for (index, label) in labels.enumerated() where !present.contains(index) {
            let own = Set(training.filter { $0.labels.contains(index) }.map(\.url))
            let reason = features.skipped.first { own.contains($0.url) }?.reason
            throw MLCreateError.generic(reason: "the label '\(label)' has no readable image" + (reason.map { ": \($0)" } ?? ""))
        }
    }

    private func ready() throws -> Prepared {
        guard let prepared else { throw MLCreateError.generic(reason: "the training was not prepared") }
        return prepared
    }

    var extractor: ImageFeatureExtractor { get throws { try ready().extractor } }
    /// The head after the iterations so far.
    var head: ClassifierHead { get throws { try ready().trainer.head } }
    /// The features of the training images.
    var learnt: ExtractedFeatures { get throws { try ready().training } }
    /// The features of the validation images.
    var held: ExtractedFeatures { get throws { try ready().validation } }
    /// A warning for each image that could not be read.
    var skipped: [String] {
        get throws { try (ready().training.skipped + ready().validation.skipped).map { "\($0.url.path) was skipped: \($0.reason)" } }
    }

    /// Runs one iteration.
    ///
    /// - Returns: the training loss and accuracy.
    mutating func step() throws -> [MLProgress.Metric: Any] {
        prepared?.trainer.step()
        let trainer = try ready().trainer
        return [.loss: trainer.loss, .accuracy: trainer.accuracy]
    }

    /// Records the loss on the validation data, and ends the training if the loss no longer improves.
    mutating func observe(validationLoss loss: Double) { prepared?.trainer.observe(validationLoss: loss) }

    // MARK: Between two iterations

    func state() throws -> Data {
        let prepared = try ready()
        var state = TrainingStateWriter()
        state.add(prepared.extractor.digest.data)
        state.add(prepared.digest.data)
        prepared.trainer.write(to: &state)
        return state.data
    }

    /// - Throws: `MLCreateError.incompatibleParameters` if the state belongs to another extractor, or `.modifiedTrainingData` if it belongs to
    ///   other features.
    mutating func restore(_ state: Data) throws {
        let prepared = try ready()
        var state = TrainingStateReader(state)
        guard try state.bytes() == prepared.extractor.digest.data else {
            throw MLCreateError.incompatibleParameters(
                parameter: "featureExtractor", originalValue: "another network", newValue: extractorType.description)
        }
        guard try state.bytes() == prepared.digest.data else { throw MLCreateError.modifiedTrainingData }
        try self.prepared?.trainer.restore(&state)
    }
}
