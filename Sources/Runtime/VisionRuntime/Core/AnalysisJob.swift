/// A running analysis of a frame, with the conversion of its findings to an output.
package struct AnalysisJob<Output: Sendable>: Sendable {
    package let cancellation: Cancellation
    let demands: @Sendable (FrameInfo) throws -> [FrameDemand]
    let run: @Sendable (AnalysisContext) throws -> Output

    /// - Parameters:
    ///   - demands: the pixels that `run` needs.
    ///   - run: may be called on any thread.
    package init(
        cancellation: Cancellation, demands: @escaping @Sendable (FrameInfo) throws -> [FrameDemand],
        run: @escaping @Sendable (AnalysisContext) throws -> Output
    ) {
        self.cancellation = cancellation
        self.demands = demands
        self.run = run
    }

    /// An analysis of one frame.
    package init<A: Analysis>(
        _ analysis: A, cancellation: Cancellation, output: @escaping @Sendable ([A.Finding], FrameInfo) throws -> Output
    ) {
        self.init(cancellation: cancellation, demands: analysis.demands) { context in
            try output(context.findings(of: analysis), context.frame.info)
        }
    }

    /// The next step of an analysis of a sequence.
    package init<S: SequenceAnalysis>(
        _ sequence: SequenceState<S>, cancellation: Cancellation, output: @escaping @Sendable ([S.Finding], FrameInfo) throws -> Output
    ) {
        self.init(cancellation: cancellation, demands: sequence.demands) { context in
            try output(sequence.advance(context), context.frame.info)
        }
    }

    /// A job that runs this job and then transforms its output. If the job has been cancelled by then, it fails instead.
    package func map<Mapped: Sendable>(_ transform: @escaping @Sendable (Output) throws -> Mapped) -> AnalysisJob<Mapped> {
        let cancellation = cancellation
        let run = run
        return AnalysisJob<Mapped>(cancellation: cancellation, demands: demands) { context in
            let output = try run(context)
            try cancellation.check()
            return try transform(output)
        }
    }
}
