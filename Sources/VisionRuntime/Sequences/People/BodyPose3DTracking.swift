import CoreGraphics
import CoreMedia

/// The most prominent person in space, in the frames that are far enough apart.
package struct BodyPose3DTracking: SequenceAnalysis {
    private let regionOfInterest: CGRect
    private let spacing: FrameSpacing
    /// How the question is asked of each frame.
    package var source: NetworkSource
    package var usesCPUOnly: Bool
    private var latest: CMTime?

    /// - Parameters:
    ///   - regionOfInterest: of every frame, normalised, origin at the lower left.
    ///   - spacing: frames that follow the last one sooner are left out, without findings.
    package init(source: NetworkSource, regionOfInterest: CGRect, spacing: CMTime, usesCPUOnly: Bool) {
        self.source = source
        self.regionOfInterest = regionOfInterest
        self.spacing = FrameSpacing(spacing)
        self.usesCPUOnly = usesCPUOnly
    }

    private var analysis: BodyPose3DAnalysis {
        BodyPose3DAnalysis(source: source, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    private func isDue(_ frame: FrameInfo) -> Bool { spacing.isDue(frame.timeRange.start, after: latest) }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { isDue(frame) ? try analysis.demands(of: frame) : [] }

    package mutating func advance(_ context: AnalysisContext) throws -> [BodyPose3DFinding] {
        let frame = context.frame.info
        guard isDue(frame) else { return [] }
        latest = frame.isTimed ? frame.timeRange.start : nil
        return try context.findings(of: analysis)
    }
}
