import Foundation

/// A training that goes on iteration by iteration, and that can be put away and taken up between two of them.
///
/// ``TrainingEngine`` runs one: `prepare`, `restore` where a checkpoint was kept, `step` until it is finished, `finish`. A state holds all
/// that later iterations depend on, random generators too, so that a training that was taken up ends with the same bits as one that never
/// stopped.
package protocol StepwiseTraining<Model>: AnyObject {
    associatedtype Model

    /// Iterations done.
    var iteration: Int { get }
    /// No more than these are done.
    var iterationLimit: Int { get }
    /// Whether there is nothing left to do, at the limit or before.
    var isFinished: Bool { get }

    /// Which iteration `finish` makes the model of.
    var kept: KeptIteration { get }

    /// Reads the data and extracts features, before the first step and before `restore`.
    func prepare(_ reporter: TrainingReporter) throws

    /// One iteration.
    ///
    /// - Returns: how it went: numbers as `Double`.
    func step() throws -> [MLProgress.Metric: Any]

    /// What `restore` needs to go on from here.
    func state() throws -> Data

    /// Goes on from a state of a training with the same data and parameters, which is prepared.
    ///
    /// - Throws: `MLCreateError.modifiedTrainingData` where the data is not what it was.
    func restore(_ state: Data) throws

    /// Measures what was learnt and makes the model of it.
    func finish(_ reporter: TrainingReporter) throws -> Model
}

extension StepwiseTraining {
    package var kept: KeptIteration {
        KeptIteration(iteration: iteration, last: iteration, reason: iteration < iterationLimit ? .converged : .limit)
    }
}

/// Where a training says how far it has come, and hears that it is to stop.
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

    /// Says that `done` items of `total` are done in a phase.
    ///
    /// - Throws: `MLCreateError.cancelled` where the work is to stop.
    package func report(_ phase: MLPhase, _ done: Int = 0, of total: Int? = nil, metrics: [MLProgress.Metric: Any] = [:]) throws {
        var state = MLProgress(phase: phase)
        (state.itemCount, state.totalItemCount, state.metrics) = (done, total, metrics)
        state.elapsedTime = Date().timeIntervalSince(start)
        progress(state)
        try checkCancellation()
    }

    /// - Throws: `MLCreateError.cancelled` where the work is to stop.
    package func checkCancellation() throws {
        if isCancelled() { throw MLCreateError.cancelled }
    }

    func publish(_ checkpoint: MLCheckpoint) { self.checkpoint(checkpoint) }
    func publish(_ kept: KeptIteration) { self.kept(kept) }
}
