import CoreGraphics
import CoreMedia

/// Where each pixel of the frame before is in the newest frame. The first frame gives nothing.
package struct OpticalFlowTracking: SequenceAnalysis {
    private let regionOfInterest: CGRect
    private let spacing: FrameSpacing
    package var accuracy: OpticalFlowAccuracy
    private var previous: (plane: GrayPlane, info: FrameInfo)?

    /// - Parameters:
    ///   - regionOfInterest: of every frame, normalised, origin at the lower left.
    ///   - spacing: frames that follow the last one sooner are left out, without findings.
    package init(regionOfInterest: CGRect, spacing: CMTime, accuracy: OpticalFlowAccuracy) {
        self.init(regionOfInterest: regionOfInterest, spacing: FrameSpacing(spacing), accuracy: accuracy)
    }

    private init(regionOfInterest: CGRect, spacing: FrameSpacing, accuracy: OpticalFlowAccuracy) {
        self.regionOfInterest = regionOfInterest
        self.spacing = spacing
        self.accuracy = accuracy
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { isDue(frame) ? [.whole(frame, isGray: true)] : [] }

    package mutating func advance(_ context: AnalysisContext) throws -> [OpticalFlowField] {
        let frame = context.frame
        if let last = previous?.info {
            try OpticalFlowField.checkSizes(frame.info, last)
            try frame.info.checkOrder(after: last.presentationTime)
        }
        guard isDue(frame.info) else { return [] }
        let part = frame.info.wholePixels(in: regionOfInterest)
        // A copy: whoever gave the frame may write the next one into the same memory.
        let plane = try frame.gray(part).copied()
        let before = previous
        previous = (plane, frame.info)
        guard let before else { return [] }
        return [try OpticalFlowField(from: before.plane, to: plane, accuracy: accuracy, part: part, size: frame.info.size)]
    }

    /// A frame that cannot be the next one ends the sequence; the next one after that is the first of another.
    package func begunAnew(after failure: VisionFailure) -> OpticalFlowTracking? {
        guard [.invalidArgument, .invalidImage].contains(failure.kind) else { return nil }
        return OpticalFlowTracking(regionOfInterest: regionOfInterest, spacing: spacing, accuracy: accuracy)
    }

    private func isDue(_ frame: FrameInfo) -> Bool { spacing.isDue(frame.timeRange.start, after: previous?.info.timeRange.start) }
}
