import CoreGraphics
import CoreMedia

/// Aligns each frame with the previous frame. The first frame gets the identity.
package struct RegistrationTracking: SequenceAnalysis {
    private let model: RegistrationModel
    private let regionOfInterest: CGRect
    private let spacing: FrameSpacing
    private var previous: Previous?

    private struct Previous {
        let image: RegisteredImage
        let size: CGSize
        let time: CMTime?
    }

    /// - Parameters:
    ///   - regionOfInterest: the part of every frame to compare, normalised, origin at the lower left.
    ///   - spacing: the least time between two analyzed frames. Frames within this time have no findings.
    package init(model: RegistrationModel, regionOfInterest: CGRect, spacing: CMTime) {
        self.model = model
        self.regionOfInterest = regionOfInterest
        self.spacing = FrameSpacing(spacing)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        spacing.isDue(frame.timeRange.start, after: previous?.time) ? [.whole(frame, isGray: true)] : []
    }

    package mutating func advance(_ context: AnalysisContext) throws -> [ImageAlignment] {
        let frame = context.frame
        try frame.info.checkOrder(after: previous?.time)
        guard spacing.isDue(frame.info.timeRange.start, after: previous?.time) else { return [] }
        let part = frame.info.wholePixels(in: regionOfInterest)
        return try registering {
            // A copy, because the caller may write the next frame into the same memory.
            let image = try RegisteredImage(frame.gray(part).copied(), for: model)
            let before = previous
            previous = Previous(image: image, size: frame.info.size, time: frame.info.presentationTime)
            guard let before, before.size == frame.info.size else { return [ImageAlignment(map: .identity, confidence: 1)] }
            let aligned = try image.aligned(to: before.image)
            return [ImageAlignment(aligned.map, confidence: aligned.confidence, part: part, height: frame.info.height)]
        }
    }

    /// Ends the sequence after a frame with an earlier time than the previous frame. The next frame begins a new sequence.
    package func begunAnew(after failure: VisionFailure) -> RegistrationTracking? {
        guard failure.kind == .invalidArgument else { return nil }
        return RegistrationTracking(model: model, regionOfInterest: regionOfInterest, spacing: spacing.time)
    }
}
