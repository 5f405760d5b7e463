import CoreMLRuntime
import Foundation

/// A public pose classifier that is trained in sessions.
package protocol PoseTask: SessionTrainable where Plan == PosePlan<Self> {
    init(_ result: PoseTrainingResult, _ plan: Plan) throws

    /// The default settings of the classifier.
    static var defaults: PoseSettings { get }
    /// The augmentations that the classifier supports.
    static var augmentations: PoseAugmentation { get }

    var trainingMetrics: MLClassifierMetrics { get }
    var validationMetrics: MLClassifierMetrics { get }
    var validationAnswers: [PoseAnswer] { get }
    var warnings: [String] { get }
    var skippedSequences: Int { get }

    func write(to fileURL: URL, metadata: MLModelMetadata?) throws
}

extension PoseTask {
    package static var extractionShare: Double { 0 }

    package static func training(_ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?) throws
        -> any StepwiseTraining<Self>
    {
        try PoseTraining<Self>(plan, parameters)
    }
}

/// The result of a training.
package struct PoseTrainingResult: Sendable {
    let classifier: PoseClassifier
    let trainingMetrics: MLClassifierMetrics
    let validationAnswers: [PoseAnswer]
    let warnings: [String]
    /// The number of sequences that could not be read.
    let skippedSequences: Int

    var validationMetrics: MLClassifierMetrics { MLClassifierMetrics(validationAnswers.map { ($0.label, $0.answer) }) }
}

/// The training of a pose classifier on sequences of poses. An iteration is a pass over all windows.
final class PoseTraining<Task: PoseTask>: StepwiseTraining {
    private let plan: PosePlan<Task>
    private let settings: PoseSettings
    private let network: PoseNetwork
    private let labels: [String]
    private let windows: [Window]
    private let trainer: Trainer
    private var progress: ClassifierProgress

    var iterationLimit: Int { progress.iterationLimit }
    var iteration: Int { progress.iteration }
    var isFinished: Bool { progress.isFinished }
    var kept: KeptIteration { progress.kept }
    var patience: Int { progress.patience }

    private struct Window {
        var sequence: Int
        var frames: Range<Int>
        var label: Int32
    }

    /// The fraction of features that dropout keeps.
    private static var keptShare: Double { 0.7 }
    /// In a window in which joints are hidden, the probability that a joint is hidden.
    private static var hiddenShare: Double { 0.15 }
    private static var seed: Int { 1 }

    init(_ plan: PosePlan<Task>, _ parameters: MLTrainingSessionParameters) throws {
        self.plan = plan
        settings = plan.settings
        let labels = plan.labels
        self.labels = labels
        progress = ClassifierProgress(iterations: settings.iterations, limit: parameters.iterations)
        let network = PoseNetwork(skeleton: settings.skeleton, window: settings.window, classes: labels.count)
        self.network = network
        let size = settings.window
        windows = plan.training.enumerated().flatMap { index, sequence in
            let label = Int32(labels.firstIndex(of: sequence.label) ?? 0)
            return PoseWindows.overlapping(sequence.frames.count, size: size).map { Window(sequence: index, frames: $0, label: label) }
        }
        var generator = SplitMix64(seed: Self.seed)
        let numbers = try network.makeParameters(&generator)
        let weights = Self.classWeights(windows, labels.count)
        // The number of updates of the whole training. This session may end earlier and be resumed later.
        let updates = settings.iterations * ((windows.count + settings.batchSize - 1) / settings.batchSize)
        trainer = Trainer(
            numbers,
            Trainer.Settings(
                OptimizerSettings(.adam(), weightDecay: 0.02, gradientNormLimit: 5),
                LearningRateSchedule(0.003, .cosine(count: updates), warmup: updates / 10), seed: Self.seed)
        ) { types in
            let batch = types[PoseNetwork.inputName]?.shape.first ?? 1
            return try network.objective(numbers, batch: batch, classWeights: weights)
        }
    }

    /// The weight of each class's windows. All classes have the same total weight, regardless of their numbers of windows.
    private static func classWeights(_ windows: [Window], _ classes: Int) -> [Float] {
        var counts = [Int](repeating: 0, count: classes)
        for window in windows { counts[Int(window.label)] += 1 }
        return counts.map { Float(windows.count) / Float(classes * max($0, 1)) }
    }

    func prepare(_ reporter: TrainingReporter) throws {}

    // MARK: An iteration

    func step() throws -> [MLProgress.Metric: Any] {
        try MLCreateError.describing {
            let order = windows.indices.shuffled(using: &trainer.generator)
            let batches = (order.count + settings.batchSize - 1) / settings.batchSize
            var (loss, right) = (0.0, 0)
            for number in 0..<batches {
                // All batches have nearly the same size. A last batch of very few windows would have poor statistics.
                let part = order[order.count * number / batches..<order.count * (number + 1) / batches]
                let (batch, targets) = makeBatch(part)
                let outcome = try trainer.train(batch)
                loss += Double(outcome.loss) * Double(part.count)
                if let scores = outcome.observed[PoseNetwork.scoresName] { right += scores.rightCount(targets) }
            }
            progress.advance()
            var metrics: [MLProgress.Metric: Any] = [
                .loss: loss / Double(order.count), .accuracy: Double(right) / Double(order.count),
            ]
            if !plan.validation.isEmpty {
                let answers = try makeClassifier().answers(for: plan.validation)
                progress.validate(
                    answers.map { ($0.answer == $0.label, $0.ownConfidence) }, to: &metrics, weights: trainer.parameters.weights)
            }
            return metrics
        }
    }

    private func makeBatch(_ part: ArraySlice<Int>) -> (batch: [String: Tensor], targets: [Int32]) {
        let (count, size) = (part.count, settings.window * settings.skeleton.frameSize)
        let poses = Tensor(uninitialized: .float32([count, settings.window, 3, settings.skeleton.count]))
        var targets: [Int32] = []
        for (row, index) in part.enumerated() {
            let window = windows[index]
            let frames = settings.augmentation.apply(to: shifted(window), settings.skeleton, &trainer.generator)
            var values = PoseWindows.values(frames, size: settings.window, settings.skeleton)
            hideJoints(&values)
            _ = poses.floats[row * size..<(row + 1) * size].update(fromContentsOf: values)
            targets.append(window.label)
        }
        let mask = Tensor(uninitialized: .float32([count, network.featureCount]))
        for place in 0..<mask.count {
            mask.floats[place] = trainer.generator.unit() < Self.keptShare ? Float(1 / Self.keptShare) : 0
        }
        return ([PoseNetwork.inputName: poses, PoseNetwork.dropoutName: mask, "targets": Tensor(targets)], targets)
    }

    /// Hides some joints in half of the windows, so that the network does not rely on a single joint.
    private func hideJoints(_ values: inout [Float]) {
        guard trainer.generator.unit() < 0.5 else { return }
        let joints = settings.skeleton.count
        for joint in 0..<joints where trainer.generator.unit() < Self.hiddenShare {
            for place in stride(from: joint, to: values.count, by: joints) { values[place] = 0 }
        }
    }

    /// The frames of a window, shifted at random by up to a quarter of its length.
    private func shifted(_ window: Window) -> ArraySlice<[Float]> {
        let frames = plan.training[window.sequence].frames
        let room = frames.count - window.frames.count
        guard room > 0 else { return frames[window.frames] }
        let reach = settings.window / 4
        let shift = Int.random(in: -reach...reach, using: &trainer.generator)
        let start = min(max(window.frames.lowerBound + shift, 0), room)
        return frames[start..<start + window.frames.count]
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
    private func makeClassifier() throws -> PoseClassifier {
        return try PoseClassifier(PoseExport(network: network, weights: progress.weights(of: trainer), labels: labels), settings)
    }

    func finish(_ reporter: TrainingReporter) throws -> Task {
        try MLCreateError.describing {
            let classifier = try makeClassifier()
            let training = try classifier.answers(for: plan.training)
            return try Task(
                PoseTrainingResult(
                    classifier: classifier, trainingMetrics: MLClassifierMetrics(training.map { ($0.label, $0.answer) }),
                    validationAnswers: try classifier.answers(for: plan.validation), warnings: plan.warnings,
                    skippedSequences: plan.skipped.count), plan)
        }
    }
}
