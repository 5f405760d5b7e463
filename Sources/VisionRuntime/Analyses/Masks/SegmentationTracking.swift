import CoreMedia

/// The segmentation of frame after frame, of which some are left out. Each is looked at by itself.
package struct SegmentationTracking: SequenceAnalysis {
    /// The question that is asked of each frame.
    package var analysis: SegmentationAnalysis
    private let spacing: FrameSpacing
    private var latest: CMTime?

    /// - Parameter spacing: frames that follow the last one sooner are left out, and have no findings.
    package init(_ analysis: SegmentationAnalysis, spacing: CMTime) {
        self.analysis = analysis
        self.spacing = FrameSpacing(spacing)
    }

    private func isDue(_ frame: FrameInfo) -> Bool { spacing.isDue(frame.timeRange.start, after: latest) }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { isDue(frame) ? try analysis.demands(of: frame) : [] }

    package mutating func advance(_ context: AnalysisContext) throws -> [Segmentation] {
        let frame = context.frame.info
        guard isDue(frame) else { return [] }
        latest = frame.isTimed ? frame.timeRange.start : nil
        return try context.findings(of: analysis)
    }
}
