import Foundation

/// A training of a `Task`, such as `MLImageClassifier`, that may be interrupted and go on later, in another process too.
public final class MLTrainingSession<Task> {
    /// How the training reports and what it keeps.
    public let parameters: MLTrainingSessionParameters
    /// When the session was begun.
    public let date: Date

    let folder: SessionFolder?
    let makeTraining: @Sendable () throws -> any StepwiseTraining<Task>
    let extractionShare: Double
    /// What makes the training data doubtful, known before the training begins.
    package let warnings: [String]

    init<Plan>(_ plan: Plan, date: Date, _ parameters: MLTrainingSessionParameters, folder: SessionFolder?)
    where Task: SessionTrainable, Task.Plan == Plan {
        self.parameters = parameters
        self.date = date
        self.folder = folder
        extractionShare = Task.extractionShare
        warnings = plan.warnings
        makeTraining = { try Task.training(plan, parameters, features: folder?.features) }
    }

    /// Where the session stands: initialized, extracting features, or training from the first checkpoint on.
    public var phase: MLPhase {
        if let last = checkpoints.last { return last.phase }
        guard let folder else { return .initialized }
        let kept = (try? FileManager.default.contentsOfDirectory(atPath: folder.features.path)) ?? []
        return kept.isEmpty ? .initialized : .extractingFeatures
    }

    /// The iteration that the session goes on from.
    public var iteration: Int { checkpoints.last?.iteration ?? 0 }

    /// The checkpoints in the session's folder, in order of iteration: the last ten.
    public var checkpoints: [MLCheckpoint] { folder?.checkpoints() ?? [] }

    /// What was reported up to the iteration that the session goes on from.
    package var reports: [(iteration: Int, metrics: [MLProgress.Metric: Any])] {
        (folder?.log.entries(upTo: iteration) ?? []).map { ($0.iteration, $0.metrics) }
    }

    /// Removes the checkpoints for which the predicate is true. The session goes on from the last that is left.
    ///
    /// - Throws: `MLCreateError.io` where one cannot be removed.
    public func removeCheckpoints(_ predicate: (MLCheckpoint) -> Bool) throws { try folder?.remove(checkpoints.filter(predicate)) }

    /// Takes over the features that another session extracted, so that the images that both have need not be looked at again.
    ///
    /// - Throws: `MLCreateError` where one of them has no folder, or the features cannot be copied.
    public func reuseExtractedFeatures(from session: MLTrainingSession<Task>) throws {
        guard let folder, let other = session.folder else {
            throw MLCreateError.generic(reason: "features are kept by sessions with a folder only")
        }
        try folder.copyFeatures(from: other)
    }

    /// Begins to train, or goes on, on a thread of its own.
    package func start() -> MLJob<Task> {
        let (makeTraining, parameters, folder) = (makeTraining, parameters, folder)
        return MLJob(extractionShare: extractionShare) { reporter in
            try TrainingEngine.run(makeTraining(), parameters, in: folder, reporter)
        }
    }

    /// Trains, or goes on, to the end.
    package func run(_ reporter: TrainingReporter = TrainingReporter()) throws -> Task {
        try TrainingEngine.run(makeTraining(), parameters, in: folder, reporter)
    }
}
