/// A question about one image: its settings, and how it is answered.
///
/// Both of Vision's interfaces ask for the same analyses. The settings are the analysis's identity: two requests with equal settings ask
/// the same question, which is answered once for a frame.
///
/// A new request takes three things: a folder here with its analysis and findings, in plain values; a file in `Vision/Requests` that makes
/// the analysis from a request's settings and turns findings into observations; and one in `Vision/Swift` that does the same for the
/// Swift-only interface.
package protocol Analysis: Hashable, Sendable {
    /// What is found: plain values, coordinates normalised to the upright image with the origin at the lower left.
    associatedtype Finding: Sendable

    /// What the analysis is going to look at, asked before anything is decoded. An analysis that builds on another one's findings passes on
    /// that one's demands too.
    func demands(of frame: FrameInfo) throws -> [FrameDemand]

    /// Looks at the frame.
    ///
    /// - Throws: `VisionFailure`.
    func findings(in context: AnalysisContext) throws -> [Finding]
}

/// What an analysis has while it runs.
package struct AnalysisContext: Sendable {
    package let frame: Frame
    package let cancellation: Cancellation
    /// How many threads the analysis may use.
    package let processorCount: Int

    package init(frame: Frame, cancellation: Cancellation, processorCount: Int) {
        self.frame = frame
        self.cancellation = cancellation
        self.processorCount = processorCount
    }

    /// What another analysis finds in the same frame. Whoever asks first has it run; the others get what it found, also in later
    /// performances on the same frame.
    package func findings<Other: Analysis>(of other: Other) throws -> [Other.Finding] {
        try frame.findings.value(other, check: cancellation.check) {
            try cancellation.check()
            return try other.findings(in: self)
        }
    }
}
