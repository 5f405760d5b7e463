import CoreMLRuntime
import Foundation

/// The training of an activity classifier.
///
/// Recordings are cut into windows. The start of the first window is drawn anew for each pass. Consecutive windows form a chunk. Within a chunk,
/// the state passes from each window to the next. An iteration is one pass over all chunks. If there are few chunks, an iteration has several
/// passes, to give at least `leastUpdates` updates.
final class ActivityTraining: StepwiseTraining {
    private let plan: ActivityPlan
    private let network: ActivityNetwork
    private let labels: [String]
    private let places: [String: Int32]
    private let trainer: Trainer
    /// The number of windows of a chunk.
    private let length: Int
    /// The number of chunks of a batch.
    private let batch: Int
    /// The number of updates of an iteration.
    private let updates: Int
    private var progress: ClassifierProgress

    var iterationLimit: Int { progress.iterationLimit }
    var iteration: Int { progress.iteration }
    var isFinished: Bool { progress.isFinished }
    var kept: KeptIteration { progress.kept }

    /// Consecutive windows of a recording.
    private struct Chunk {
        var recording: Int
        var windows: [Range<Int>]
    }

    private static let leastUpdates = 16
    private static let largestLength = 8
    /// The maximum number of rows in a batch, summed over its windows. A row needs some kilobytes of memory, so the number is limited.
    private static let largestBatch = 1 << 18
    /// The fraction of features that dropout keeps.
    private static let keptShare = 0.7
    private static let seed = 1

    init(_ plan: ActivityPlan, _ parameters: MLTrainingSessionParameters) throws {
        self.plan = plan
        let (settings, labels) = (plan.settings, plan.labels)
        self.labels = labels
        places = Dictionary(uniqueKeysWithValues: labels.enumerated().map { ($0.element, Int32($0.offset)) })
        progress = ClassifierProgress(iterations: settings.iterations, limit: parameters.iterations)
        let network = ActivityNetwork(
            features: plan.columns.features, window: settings.window, classes: labels.count,
            scaling: ActivityScaling(plan.training, features: plan.columns.features.count))
        self.network = network
        // The mean number of windows in a recording, rounded up. A longer recording has several chunks. A shorter recording fills only a
        // part of one.
        let windows = plan.training.reduce(0) { $0 + max($1.count / settings.window, 1) }
        length = min(Self.largestLength, (windows + plan.training.count - 1) / plan.training.count)
        let chunks = Self.chunks(plan.training, window: settings.window, length: length) { _ in 0 }.count
        batch = min(settings.batchSize, chunks, max(1, Self.largestBatch / (length * settings.window)))
        updates = max((chunks + batch - 1) / batch, Self.leastUpdates)
        var generator = SplitMix64(seed: Self.seed)
        let numbers = try network.makeParameters(&generator)
        let all = settings.iterations * updates
        let shape = (chunks: batch, length: length)
        trainer = Trainer(
            numbers,
            Trainer.Settings(
                OptimizerSettings(.adam(), weightDecay: 0.02, gradientNormLimit: 5),
                LearningRateSchedule(0.003, .cosine(count: all), warmup: all / 10), seed: Self.seed)
        ) { _ in try network.objective(numbers, chunks: shape.chunks, length: shape.length) }
    }

    /// - Parameter start: returns the index of the first row of a recording's first window. The index must be less than the argument.
    private static func chunks(
        _ recordings: [ActivityRecording], window: Int, length: Int, start: (Int) -> Int
    ) -> [Chunk] {
        recordings.enumerated().flatMap { index, recording -> [Chunk] in
            let room = recording.count - window
            guard room > 0 else { return [Chunk(recording: index, windows: [0..<recording.count])] }
            let starts = Array(stride(from: start(min(window, room + 1)), through: room, by: window))
            return stride(from: 0, to: starts.count, by: length).map { first in
                Chunk(recording: index, windows: starts[first..<min(first + length, starts.count)].map { $0..<$0 + window })
            }
        }
    }

    func prepare(_ reporter: TrainingReporter) throws {}

    // MARK: An iteration

    func step() throws -> [MLProgress.Metric: Any] {
        try MLCreateError.describing {
            var queue: [Chunk] = []
            var (loss, right, measured) = (0.0, 0, 0)
            for _ in 0..<updates {
                while queue.count < batch {
                    let pass = Self.chunks(plan.training, window: network.window, length: length) {
                        Int.random(in: 0..<$0, using: &trainer.generator)
                    }
                    queue = pass.shuffled(using: &trainer.generator) + queue
                }
                let (inputs, targets) = makeBatch(queue.suffix(batch))
                queue.removeLast(batch)
                guard targets.contains(where: { $0 >= 0 }) else { continue }
                let outcome = try trainer.train(inputs)
                loss += Double(outcome.loss) / Double(updates)
                if let scores = outcome.observed[ActivityNetwork.scoresName] {
                    right += scores.rightCount(targets)
                    measured += targets.count { $0 >= 0 }
                }
            }
            progress.advance()
            var metrics: [MLProgress.Metric: Any] = [.loss: loss, .accuracy: Double(right) / Double(max(measured, 1))]
            try addValidation(to: &metrics)
            return metrics
        }
    }

    private func addValidation(to metrics: inout [MLProgress.Metric: Any]) throws {
        guard !plan.validation.isEmpty else { return }
        let answers = try makeClassifier().answers(for: plan.validation).filter { $0.label != nil }
        progress.validate(answers.map { ($0.answer == $0.label, $0.ownConfidence) }, to: &metrics, weights: trainer.parameters.weights)
    }

    /// A batch of standardised windows. Chunks with fewer windows are padded with windows of zeros, which have no target.
    private func makeBatch(_ chunks: ArraySlice<Chunk>) -> (batch: [String: Tensor], targets: [Int32]) {
        let (rows, window, features) = (batch * length, network.window, network.features.count)
        let values = Tensor.filled([rows, features, 1, window], 0)
        var targets = [Int32](repeating: -1, count: rows)
        for (number, chunk) in chunks.enumerated() {
            let recording = plan.training[chunk.recording]
            for (place, range) in chunk.windows.enumerated() {
                let row = number * length + place
                targets[row] = recording.label(of: range).flatMap { places[$0] } ?? -1
                recording.withWindow(range, window) { feature, numbers in
                    let (mean, deviation) = (network.scaling.means[feature], network.scaling.deviations[feature])
                    let (target, start) = (values.floats, (row * features + feature) * window)
                    for index in 0..<window {
                        target[start + index] = (numbers[index] - mean) / deviation
                    }
                }
            }
        }
        let mask = Tensor(uninitialized: .float32([rows, network.featureCount]))
        for place in 0..<mask.count {
            mask.floats[place] = trainer.generator.unit() < Self.keptShare ? Float(1 / Self.keptShare) : 0
        }
        return ([ActivityNetwork.windowsName: values, ActivityNetwork.dropoutName: mask, "targets": Tensor(targets)], targets)
    }

    // MARK: Between two iterations

    func state() throws -> Data {
        try MLCreateError.describing { try progress.state(of: trainer, dataDigest: plan.dataDigest) }
    }

    func restore(_ state: Data) throws {
        try MLCreateError.describing { try progress.restore(state, to: trainer, dataDigest: plan.dataDigest) }
    }

    // MARK: The end

    /// The classifier trained up to this iteration. If validation has ended the training, it is the classifier of the best iteration.
    private func makeClassifier() throws -> ActivityClassifier {
        return try ActivityClassifier(ActivityExport(network: network, weights: progress.weights(of: trainer), labels: labels))
    }

    func finish(_ reporter: TrainingReporter) throws -> MLActivityClassifier {
        try MLCreateError.describing {
            let classifier = try makeClassifier()
            return try MLActivityClassifier(
                classifier, plan, trainingMetrics: MLClassifierMetrics(classifier.answers(for: plan.training)),
                validationAnswers: classifier.answers(for: plan.validation))
        }
    }
}

/// A trained network that classifies recordings of any length.
struct ActivityClassifier: Sendable {
    let model: MLModel
    private let export: ActivityExport

    init(_ export: ActivityExport) throws {
        self.export = export
        model = try export.makeModel()
    }

    func answers(for recordings: [ActivityRecording]) throws -> [ActivityAnswer] {
        try ActivityModel(model, features: export.network.features, window: export.network.window).answers(for: recordings)
    }

    /// Writes the complete model, or leaves an existing file unchanged.
    func write(to url: URL, _ metadata: MLModelMetadata?) throws {
        try AtomicFile.write(export.specification(metadata ?? MLModelMetadata()).encoded(), to: url)
    }
}
