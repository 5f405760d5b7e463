/// An analysis of one image: the settings, and the computation of the findings.
///
/// Both of Vision's interfaces use the same analyses. The settings identify an analysis. If two requests have equal settings, the findings
/// are computed only once for a frame.
///
/// A new request needs two folders with the name of its subject:
/// - One folder in this module, with the analysis and the findings. Findings are plain values.
/// - One folder in `Vision`, with a class and a struct. The class and the struct make the analysis from the request's settings, and turn
///   findings into observations.
package protocol Analysis: Hashable, Sendable {
    /// The type of a result: a plain value. Coordinates are relative to the upright image, from 0 to 1, with the origin at the lower left.
    associatedtype Finding: Sendable

    /// The pixels that the analysis needs from the frame. This method is called before anything is decoded. An analysis that uses the findings of
    /// another analysis also returns that analysis's demands.
    func demands(of frame: FrameInfo) throws -> [FrameDemand]

    /// Analyzes the frame.
    ///
    /// - Throws: `VisionFailure`.
    func findings(in context: AnalysisContext) throws -> [Finding]
}

/// The frame, cancellation and processors of a running analysis.
package struct AnalysisContext: Sendable {
    package let frame: Frame
    package let cancellation: Cancellation
    /// The number of threads that the analysis may use.
    package let processorCount: Int

    package init(frame: Frame, cancellation: Cancellation, processorCount: Int) {
        self.frame = frame
        self.cancellation = cancellation
        self.processorCount = processorCount
    }

    /// The findings of another analysis of the same frame. The first call runs that analysis. Later calls return the same findings, also in later
    /// performances on the same frame.
    package func findings<Other: Analysis>(of other: Other) throws -> [Other.Finding] {
        try frame.findings.value(other, check: cancellation.check) {
            try cancellation.check()
            return try other.findings(in: self)
        }
    }

    /// The first finding of each of several analyses. The demands of all of them are noted before the first one runs, so that the image is decoded
    /// once for all.
    func firstFindings<Other: Analysis>(of others: [Other]) throws -> [Other.Finding] {
        for demand in try others.flatMap({ try $0.demands(of: frame.info) }) { frame.note(demand) }
        return try others.map { other in
            guard let first = try findings(of: other).first else { throw VisionFailure(.internalError, "an analysis found nothing") }
            return first
        }
    }
}
