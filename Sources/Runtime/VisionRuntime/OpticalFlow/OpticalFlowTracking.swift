import CoreGraphics
import CoreMedia

/// Computes the displacement of each pixel from the previous frame to the newest frame. There is no finding for the first frame.
package struct OpticalFlowTracking: SequenceAnalysis {
    private let regionOfInterest: CGRect
    private let spacing: FrameSpacing
    package var accuracy: OpticalFlowAccuracy
    private var previous: (plane: GrayPlane, info: FrameInfo)?

    /// - Parameters:
    ///   - regionOfInterest: the part of every frame to compare, normalised, origin at the lower left.
    ///   - spacing: the least time between two analyzed frames. Frames within this time have no findings.
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
        // A copy, because the caller may write the next frame into the same memory.
        let plane = try frame.gray(part).copied()
        let before = previous
        previous = (plane, frame.info)
        guard let before else { return [] }
        return [try OpticalFlowField(from: before.plane, to: plane, accuracy: accuracy, part: part, size: frame.info.size)]
    }

    /// Ends the sequence after a frame that does not fit it, such as a frame of another size. The next frame begins a new sequence.
    package func begunAnew(after failure: VisionFailure) -> OpticalFlowTracking? {
        guard [.invalidArgument, .invalidImage].contains(failure.kind) else { return nil }
        return OpticalFlowTracking(regionOfInterest: regionOfInterest, spacing: spacing, accuracy: accuracy)
    }

    private func isDue(_ frame: FrameInfo) -> Bool { spacing.isDue(frame.timeRange.start, after: previous?.info.timeRange.start) }
}
