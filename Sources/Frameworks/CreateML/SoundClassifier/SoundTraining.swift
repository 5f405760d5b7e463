import Foundation

/// The training of a classifier of sounds on labelled files.
final class SoundTraining: StepwiseTraining {
    /// The L2 penalty of the head, which has hundreds of weights for each label although there may be few files.
    private static let penalty = 10.0

    private let plan: SoundPlan
    private let labels: [String]
    /// The classifier's labels, followed by the labels that only validation files have.
    private let allLabels: [String]
    private let options: HeadTrainer.Options
    private let cache: FeatureCache?
    private var prepared: Prepared?

    /// The state after the files are read.
    private struct Prepared {
        let extractor: SoundFeatureExtractor
        let training: SoundFeatures
        let validation: SoundFeatures
        let digest: ContentDigest
        var trainer: HeadTrainer
    }

    init(_ plan: SoundPlan, _ parameters: MLTrainingSessionParameters, features: URL?) throws {
        self.plan = plan
        labels = plan.training.keys.sorted()
        allLabels = Self.allLabels(labels, plan.validation)
        var options = HeadTrainer.Options()
        options.penalty = Self.penalty
        options.maximumIterations = plan.settings.maxIterations
        options.iterationLimit = min(plan.settings.maxIterations, max(parameters.iterations, 1))
        options.hiddenSizes = plan.settings.layerSizes ?? []
        self.options = options
        cache = try features.map { try FeatureCache(folder: $0) }
    }

    var iteration: Int { prepared?.trainer.iteration ?? 0 }
    var iterationLimit: Int { options.lastIteration }
    var isFinished: Bool { prepared?.trainer.isFinished ?? false }
    var kept: KeptIteration { prepared?.trainer.kept ?? KeptIteration(iteration: 0, last: 0, reason: .limit) }

    /// - Throws: `MLCreateError.generic` if a label has no readable file.
    func prepare(_ reporter: TrainingReporter) throws {
        let extractor = try SoundFeatureExtractor(overlap: plan.settings.overlap)
        let training = Self.examples(plan.training, labels)
        let validation = Self.examples(plan.validation, allLabels)
        let total = training.count + validation.count
        let learnt = try extractor.extract(training, cache: cache) { try reporter.report(.extractingFeatures, $0, of: total) }
        let present = Set(learnt.files.map(\.label))
        for (index, label) in labels.enumerated() where !present.contains(index) {
            let own = Set(training.filter { $0.label == index }.map(\.url))
            let skipped = learnt.skipped.first { own.contains($0.url) }
            throw MLCreateError.generic(
                reason: "the label '\(label)' has no readable file" + (skipped.map { ": \($0.url.path): \($0.reason)" } ?? ""))
        }
        let held = try extractor.extract(validation, cache: cache) {
            try reporter.report(.extractingFeatures, training.count + $0, of: total)
        }
        prepared = Prepared(
            extractor: extractor, training: learnt, validation: held, digest: learnt.matrix.digest,
            trainer: HeadTrainer(learnt.matrix, classes: labels.count, options))
    }

    private func ready() throws -> Prepared {
        guard let prepared else { throw MLCreateError.generic(reason: "the training was not prepared") }
        return prepared
    }

    func step() throws -> [MLProgress.Metric: Any] {
        prepared?.trainer.step()
        let ready = try ready()
        var metrics: [MLProgress.Metric: Any] = [.loss: ready.trainer.loss, .accuracy: ready.trainer.accuracy]
        guard !ready.validation.files.isEmpty else { return metrics }
        let answers = ready.trainer.head.answers(for: ready.validation, labels: allLabels, predicted: labels)
        metrics[.validationAccuracy] = Double(answers.count { $0.answer == $0.label }) / Double(answers.count)
        let likelihood = answers.reduce(0) { $0 + log(max($1.ownConfidence, Double.leastNormalMagnitude)) }
        let loss = -likelihood / Double(answers.count)
        metrics[.validationLoss] = loss
        prepared?.trainer.observe(validationLoss: loss)
        return metrics
    }

    func state() throws -> Data {
        let ready = try ready()
        var state = TrainingStateWriter()
        state.add(ready.digest.data)
        ready.trainer.write(to: &state)
        return state.data
    }

    func restore(_ state: Data) throws {
        let digest = try ready().digest
        var state = TrainingStateReader(state)
        guard try state.bytes() == digest.data else { throw MLCreateError.modifiedTrainingData }
        try prepared?.trainer.restore(&state)
    }

    func finish(_ reporter: TrainingReporter) throws -> MLSoundClassifier {
        let ready = try ready()
        let head = ready.trainer.head
        let unreadable = Set(ready.training.skipped.map(\.url))
        let counts = plan.training.mapValues { files in files.count { !unreadable.contains($0) } }
        let skipped = (ready.training.skipped + ready.validation.skipped).map { "\($0.url.path) was skipped: \($0.reason)" }
        return try MLSoundClassifier(
            SoundExport(head: head, labels: labels), ready.extractor, plan.modelParameters,
            trainingMetrics: MLClassifierMetrics(head.answers(for: ready.training, labels: labels, predicted: labels)),
            validationAnswers: head.answers(for: ready.validation, labels: allLabels, predicted: labels),
            warnings: TrainingAdvice.warnings(counts: counts, "file") + skipped, skippedFiles: skipped.count)
    }

    /// The files, label by label.
    static func examples(_ files: [String: [URL]], _ labels: [String]) -> [SoundFeatureExtractor.Example] {
        labels.enumerated().flatMap { index, label in (files[label] ?? []).map { .init(url: $0, label: index) } }
    }

    /// The labels of a classifier, followed by the labels that only the evaluated files have.
    static func allLabels(_ labels: [String], _ files: [String: [URL]]) -> [String] {
        labels + Set(files.keys).subtracting(labels).sorted()
    }
}
