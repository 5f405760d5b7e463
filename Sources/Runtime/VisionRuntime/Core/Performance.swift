import CoreMLRuntime

/// Runs several analyses of one frame: collects the demands, decodes the frame once, and runs the analyses concurrently.
package enum Performance {
    /// Runs jobs on the caller's share of this process's processors.
    ///
    /// - Parameters:
    ///   - jobs: the jobs. An error stands in place of a job that could not be made.
    ///   - frame: the frame. An error stands in place of a frame that could not be opened.
    ///   - finished: takes a job's index and outcome. The call comes when the job has ended, on the job's thread.
    /// - Returns: the jobs' outcomes, in their order. If a job fails, the others still run. A job that was cancelled fails, even if its
    ///   work was already complete.
    package static func run<Output: Sendable>(
        _ jobs: [Result<AnalysisJob<Output>, any Error>], on frame: Result<Frame, any Error>,
        finished: @escaping @Sendable (Int, Result<Output, any Error>) -> Void = { _, _ in }
    ) -> [Result<Output, any Error>] {
        let ready = jobs.map { job in
            Result {
                let job = try job.get()
                try job.cancellation.check()
                let frame = try frame.get()
                // All demands are noted before the first job looks at the frame.
                for demand in try job.demands(frame.info) { frame.note(demand) }
                return (job, frame)
            }
        }
        let processors = Parallelism.processorsOfCaller
        let workers = max(1, min(ready.count, processors))
        let share = max(1, processors / workers)
        // The workers' threads do not inherit the caller's task.
        let models = ModelStore.current
        var outcomes: [Result<Output, any Error>] = []
        Parallelism.forEach(ready.count, workers: workers) { index in
            let outcome = Result {
                let (job, frame) = try ready[index].get()
                try job.cancellation.check()
                let context = AnalysisContext(frame: frame, cancellation: job.cancellation, processorCount: share)
                return try ModelStore.$current.withValue(models) { try Parallelism.withThreads(share) { try job.run(context) } }
            }
            finished(index, outcome)
            return outcome
        } consume: { _, outcome in
            outcomes.append(outcome.flatMap { $0 })
        }
        return outcomes
    }
}
