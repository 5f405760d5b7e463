import CoreGraphics

/// Computes the optical flow from a second image to the frame: the displacement of each pixel of the second image.
package struct OpticalFlowAnalysis: Analysis {
    package let target: DeferredFrame
    package let accuracy: OpticalFlowAccuracy
    /// The part of both images to compare, normalised, origin at the lower left.
    package let regionOfInterest: CGRect

    package init(target: DeferredFrame, accuracy: OpticalFlowAccuracy, regionOfInterest: CGRect) {
        self.target = target
        self.accuracy = accuracy
        self.regionOfInterest = regionOfInterest
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { [.whole(frame, isGray: true)] }

    package func findings(in context: AnalysisContext) throws -> [OpticalFlowField] {
        let frame = context.frame, target = try target.frame()
        try OpticalFlowField.checkSizes(target.info, frame.info)
        target.note(.whole(target.info, isGray: true))
        let part = frame.info.wholePixels(in: regionOfInterest)
        return [
            try OpticalFlowField(
                from: target.gray(part), to: frame.gray(part), accuracy: accuracy, part: part, size: frame.info.size)
        ]
    }
}
