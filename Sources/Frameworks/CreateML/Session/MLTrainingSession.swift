import Foundation

/// A training of a `Task`, such as `MLImageClassifier`. It can be interrupted and resumed later, even in another process.
public final class MLTrainingSession<Task> {
    /// The parameters of the session: the folder, and the intervals of reports and checkpoints.
    public let parameters: MLTrainingSessionParameters
    /// The time at which the session began.
    public let date: Date

    let folder: SessionFolder?
    let makeTraining: @Sendable () throws -> any StepwiseTraining<Task>
    let extractionShare: Double
    /// Warnings about the training data that are known before the training begins.
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

    /// The current phase of the session. Until the first checkpoint it is `initialized`, or `extractingFeatures` if some features are stored.
    /// Afterwards it is the phase of the last checkpoint.
    public var phase: MLPhase {
        if let last = checkpoints.last { return last.phase }
        guard let folder else { return .initialized }
        let kept = (try? FileManager.default.contentsOfDirectory(atPath: folder.features.path)) ?? []
        return kept.isEmpty ? .initialized : .extractingFeatures
    }

    /// The iteration of the last checkpoint. The session resumes from it.
    public var iteration: Int { checkpoints.last?.iteration ?? 0 }

    /// The checkpoints in the session folder, in order of iteration. There are at most ten.
    public var checkpoints: [MLCheckpoint] { folder?.checkpoints() ?? [] }

    /// The reported metrics, up to the iteration from which the session resumes.
    package var reports: [(iteration: Int, metrics: [MLProgress.Metric: Any])] {
        (folder?.log.entries(upTo: iteration) ?? []).map { ($0.iteration, $0.metrics) }
    }

    /// Removes the checkpoints for which the predicate is true. The session then resumes from the last remaining checkpoint.
    ///
    /// - Throws: `MLCreateError.io` if a checkpoint cannot be removed.
    public func removeCheckpoints(_ predicate: (MLCheckpoint) -> Bool) throws { try folder?.remove(checkpoints.filter(predicate)) }

    /// Copies the features that another session extracted. The features of images in both sessions are then not extracted again.
    ///
    /// - Throws: `MLCreateError` if one of the sessions has no folder, or if the features cannot be copied.
    public func reuseExtractedFeatures(from session: MLTrainingSession<Task>) throws {
        guard let folder, let other = session.folder else {
            throw MLCreateError.generic(reason: "features are kept by sessions with a folder only")
        }
        try folder.copyFeatures(from: other)
    }

    /// Starts or resumes the training on a separate thread.
    package func start() -> MLJob<Task> {
        let (makeTraining, parameters, folder) = (makeTraining, parameters, folder)
        return MLJob(extractionShare: extractionShare) { reporter in
            try TrainingEngine.run(makeTraining(), parameters, in: folder, reporter)
        }
    }

    /// Trains to the end, from the beginning or from the last checkpoint, on the current thread.
    package func run(_ reporter: TrainingReporter = TrainingReporter()) throws -> Task {
        try TrainingEngine.run(makeTraining(), parameters, in: folder, reporter)
    }
}
