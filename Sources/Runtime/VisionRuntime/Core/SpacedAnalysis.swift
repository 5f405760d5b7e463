import CoreMedia

/// A sequence analysis that analyzes each frame by itself, and leaves out frames that follow the last analyzed frame too soon.
package struct SpacedAnalysis<Question: Analysis>: SequenceAnalysis {
    /// The analysis that is applied to each frame.
    package var question: Question
    private let spacing: FrameSpacing
    private var latest: CMTime?

    /// - Parameter spacing: the least time between two analyzed frames; frames that come sooner have no findings.
    package init(_ question: Question, spacing: CMTime) {
        self.question = question
        self.spacing = FrameSpacing(spacing)
    }

    private func isDue(_ frame: FrameInfo) -> Bool { spacing.isDue(frame.timeRange.start, after: latest) }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { isDue(frame) ? try question.demands(of: frame) : [] }

    package mutating func advance(_ context: AnalysisContext) throws -> [Question.Finding] {
        let frame = context.frame.info
        guard isDue(frame) else { return [] }
        latest = frame.isTimed ? frame.timeRange.start : nil
        return try context.findings(of: question)
    }
}
