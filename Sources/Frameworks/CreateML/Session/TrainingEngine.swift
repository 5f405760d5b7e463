import Foundation

/// Runs a training step by step. It reports progress, writes checkpoints, and resumes from the last checkpoint.
package enum TrainingEngine {
    /// Trains to the end, from the beginning or from the last checkpoint in `folder`.
    ///
    /// A cancelled training writes a checkpoint and then throws `MLCreateError.cancelled`.
    ///
    /// - Throws: `MLCreateError.io` if a checkpoint cannot be written, or if another training is running in the folder.
    package static func run<Model>(
        _ training: any StepwiseTraining<Model>, _ parameters: MLTrainingSessionParameters, in folder: SessionFolder? = nil,
        _ reporter: TrainingReporter
    ) throws -> Model {
        let claim = try folder?.claim()
        defer { claim?.release() }
        try reporter.report(.initialized)
        try training.prepare(reporter)
        if let state = folder?.latestState() { try training.restore(state) }
        try folder?.log.truncate(after: training.iteration)
        var keptIteration = training.iteration
        var metrics: [MLProgress.Metric: Any] = [:]

        func keep() throws {
            guard let folder, training.iteration > keptIteration else { return }
            let checkpoint = try folder.write(
                training.state(), of: MLCheckpoint(phase: .training, iteration: training.iteration, metrics: metrics))
            keptIteration = training.iteration
            reporter.publish(checkpoint)
        }

        while !training.isFinished {
            do {
                try reporter.checkCancellation()
            } catch {
                try keep()
                throw error
            }
            metrics = try training.step()
            let isReported = training.iteration == 1 || isDue(training, every: parameters.reportInterval)
            // The log entry is written before the checkpoint. If the process ends between the two, the log has an extra entry. It is dropped when
            // the training resumes.
            if isReported { folder?.log.append(TrainingLog.Entry(iteration: training.iteration, metrics: metrics)) }
            if isDue(training, every: parameters.checkpointInterval) { try keep() }
            // The error of a cancellation is ignored here. The check before the next step throws it.
            if isReported { try? reporter.report(.training, training.iteration, of: training.iterationLimit, metrics: metrics) }
        }
        reporter.publish(training.kept)
        try reporter.report(.evaluating)
        let model = try training.finish(reporter)
        try reporter.checkCancellation()
        return model
    }

    private static func isDue(_ training: some StepwiseTraining, every interval: Int) -> Bool {
        training.isFinished || training.iteration % max(interval, 1) == 0
    }
}
