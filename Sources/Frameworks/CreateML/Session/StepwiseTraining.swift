import Foundation

/// A training that runs iteration by iteration. Between two iterations, it can be interrupted and resumed.
///
/// ``TrainingEngine`` first calls `prepare`. If there is a checkpoint, it calls `restore`. Then it calls `step` until the training is finished, and
/// finally `finish`. The state contains everything that later iterations depend on, including random generators. A resumed training therefore ends
/// with the same bits as an uninterrupted one.
package protocol StepwiseTraining<Model>: AnyObject {
    associatedtype Model

    /// The number of completed iterations.
    var iteration: Int { get }
    /// The maximum number of iterations.
    var iterationLimit: Int { get }
    /// Whether the training is finished, at the iteration limit or before it.
    var isFinished: Bool { get }

    /// The iteration whose weights `finish` uses for the model.
    var kept: KeptIteration { get }

    /// Reads the data and extracts features. Called before `restore` and the first step.
    func prepare(_ reporter: TrainingReporter) throws

    /// Runs one iteration.
    ///
    /// - Returns: the metrics of the iteration. Numbers are `Double`s.
    func step() throws -> [MLProgress.Metric: Any]

    /// The state from which `restore` resumes the training.
    func state() throws -> Data

    /// Resumes from data that `state()` returned, in a training with the same data and parameters. Called after `prepare`.
    ///
    /// - Throws: `MLCreateError.modifiedTrainingData` if the data has changed.
    func restore(_ state: Data) throws

    /// Evaluates the trained model, and returns it.
    func finish(_ reporter: TrainingReporter) throws -> Model
}

extension StepwiseTraining {
    package var kept: KeptIteration {
        KeptIteration(iteration: iteration, last: iteration, reason: iteration < iterationLimit ? .converged : .limit)
    }
}

/// Receives a training's progress, and tells the training if it is cancelled.
package struct TrainingReporter: Sendable {
    private let start = Date()
    private let progress: @Sendable (MLProgress) -> Void
    private let checkpoint: @Sendable (MLCheckpoint) -> Void
    private let kept: @Sendable (KeptIteration) -> Void
    private let isCancelled: @Sendable () -> Bool

    package init(
        progress: @escaping @Sendable (MLProgress) -> Void = { _ in }, checkpoint: @escaping @Sendable (MLCheckpoint) -> Void = { _ in },
        kept: @escaping @Sendable (KeptIteration) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.progress = progress
        self.checkpoint = checkpoint
        self.kept = kept
        self.isCancelled = isCancelled
    }

    /// Reports that `done` of `total` items are done in a phase.
    ///
    /// - Throws: `MLCreateError.cancelled` if the training is cancelled.
    package func report(_ phase: MLPhase, _ done: Int = 0, of total: Int? = nil, metrics: [MLProgress.Metric: Any] = [:]) throws {
        var state = MLProgress(phase: phase)
        (state.itemCount, state.totalItemCount, state.metrics) = (done, total, metrics)
        state.elapsedTime = Date().timeIntervalSince(start)
        progress(state)
        try checkCancellation()
    }

    /// - Throws: `MLCreateError.cancelled` if the training is cancelled.
    package func checkCancellation() throws {
        if isCancelled() { throw MLCreateError.cancelled }
    }

    func publish(_ checkpoint: MLCheckpoint) { self.checkpoint(checkpoint) }
    func publish(_ kept: KeptIteration) { self.kept(kept) }
}
