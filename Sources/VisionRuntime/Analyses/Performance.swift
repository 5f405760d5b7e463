import CoreMLRuntime

/// Several analyses of one frame: all are asked what they want to see, the frame is decoded once, and then they run side by side.
package enum Performance {
    /// Runs jobs, within the processors of this process or the part of them that its caller has.
    ///
    /// - Parameters:
    ///   - jobs: a job, or why there is none.
    ///   - frame: the frame, or why there is none.
    ///   - finished: called with a job's number and outcome as soon as it has ended, on the thread that ran it.
    /// - Returns: the jobs' outcomes, in their order. One failure does not keep the others from running. A job that was cancelled fails, even
    ///   where it had come to an end.
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
        var outcomes: [Result<Output, any Error>] = []
        Parallelism.forEach(ready.count, workers: workers) { index in
            let outcome = Result {
                let (job, frame) = try ready[index].get()
                try job.cancellation.check()
                return try Parallelism.withThreads(share) {
                    try job.run(AnalysisContext(frame: frame, cancellation: job.cancellation, processorCount: share))
                }
            }
            finished(index, outcome)
            return outcome
        } consume: { _, outcome in
            outcomes.append(outcome.flatMap { $0 })
        }
        return outcomes
    }
}
