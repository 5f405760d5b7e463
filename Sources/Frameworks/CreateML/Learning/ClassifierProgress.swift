import CoreMLRuntime
import Foundation

/// The progress of training a classifier network: the iteration, whether training is finished, and the best weights on the validation data.
struct ClassifierProgress {
    let iterationLimit: Int
    private(set) var iteration = 0
    private var stopping: EarlyStopping
    /// The weights of the iteration with the lowest validation loss.
    private var best: NetworkWeights?

    /// - Parameters:
    ///   - iterations: the number of iterations of the whole training.
    ///   - limit: the iteration after which this session ends. Iterations of earlier sessions count.
    init(iterations: Int, limit: Int) {
        iterationLimit = min(iterations, max(limit, 1))
        stopping = EarlyStopping(iterationLimit: iterations)
    }

    /// The number of iterations without a lower validation loss after which training ends.
    var patience: Int { stopping.patience }
    var isFinished: Bool { iteration >= iterationLimit || stopping.hasStopped }
    var kept: KeptIteration { stopping.kept(of: iteration) ?? KeptIteration(iteration: iteration, last: iteration, reason: .limit) }

    mutating func advance() { iteration += 1 }

    /// Measures the loss and the accuracy on the validation data after an iteration, and adds them to `metrics`.
    ///
    /// - Parameters:
    ///   - answers: two facts for each example: whether the prediction is correct, and the predicted probability of the true label, 0…1.
    ///   - weights: the weights that gave these predictions.
    mutating func validate(
        _ answers: [(isRight: Bool, ownConfidence: Double)], to metrics: inout [MLProgress.Metric: Any],
        weights: @autoclosure () -> NetworkWeights
    ) {
        guard !answers.isEmpty else { return }
        let likelihood = answers.reduce(0) { $0 + log(max($1.ownConfidence, Double.leastNormalMagnitude)) }
        let loss = -likelihood / Double(answers.count)
        metrics[.validationLoss] = loss
        if stopping.observe(loss, at: iteration) { best = weights() }
        metrics[.validationAccuracy] = Double(answers.count { $0.isRight }) / Double(answers.count)
    }

    /// The weights of the result: the best weights if validation has ended the training, or else the trainer's current weights.
    func weights(of trainer: Trainer) -> NetworkWeights { (stopping.hasStopped ? best : nil) ?? trainer.parameters.weights }

    // MARK: Between two iterations

    private struct Note: Codable {
        var iteration: Int
        var dataDigest: String
        var stopping: EarlyStopping
        var best: NetworkWeights?
    }

    func state(of trainer: Trainer, dataDigest: String) throws -> Data {
        let note = Note(iteration: iteration, dataDigest: dataDigest, stopping: stopping, best: best)
        return try trainer.state(note: JSONEncoder().encode(note))
    }

    /// - Throws: `MLCreateError.modifiedTrainingData` if the state belongs to a training on other data, or `MLCreateError.io` if it is damaged.
    mutating func restore(_ state: Data, to trainer: Trainer, dataDigest: String) throws {
        let note = try JSONDecoder().decode(Note.self, from: trainer.restore(state: state))
        guard note.dataDigest == dataDigest else { throw MLCreateError.modifiedTrainingData }
        let counts = trainer.parameters.weights.mapValues(\.count)
        guard note.stopping.fits(note.iteration), note.best.map({ $0.mapValues(\.count) == counts }) ?? true else {
            throw MLCreateError.io(reason: "the state of the training is damaged")
        }
        (iteration, stopping, best) = (note.iteration, note.stopping, note.best)
    }
}
