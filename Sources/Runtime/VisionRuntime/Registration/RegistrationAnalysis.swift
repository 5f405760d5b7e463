import CoreGraphics

/// Computes the map that aligns a second image with the frame.
package struct RegistrationAnalysis: Analysis {
    package let floating: DeferredFrame
    package let model: RegistrationModel
    /// The part of both images to compare, normalised, origin at the lower left.
    package let regionOfInterest: CGRect

    package init(floating: DeferredFrame, model: RegistrationModel, regionOfInterest: CGRect) {
        self.floating = floating
        self.model = model
        self.regionOfInterest = regionOfInterest
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { [.whole(frame, isGray: true)] }

    package func findings(in context: AnalysisContext) throws -> [ImageAlignment] {
        let target = try floating.frame()
        target.note(.whole(target.info, isGray: true))
        return try registering {
            let reference = context.frame
            guard (target.info.width, target.info.height) == (reference.info.width, reference.info.height) else {
                throw RegistrationFailure.differentSizes(
                    floatingWidth: target.info.width, floatingHeight: target.info.height, referenceWidth: reference.info.width,
                    referenceHeight: reference.info.height)
            }
            let part = reference.info.wholePixels(in: regionOfInterest)
            let aligned = try target.registeredImage(part, for: model).aligned(to: reference.registeredImage(part, for: model))
            return [ImageAlignment(aligned.map, confidence: aligned.confidence, part: part, height: reference.info.height)]
        }
    }
}

extension Frame {
    /// A part of the upright image, prepared for registration. It is prepared once.
    func registeredImage(_ part: CGRect, for model: RegistrationModel) throws -> RegisteredImage {
        try derivatives.value(RegisteredImageKey(part: part, model: model)) {
            try RegisteredImage(gray(part), for: model)
        }
    }
}

private struct RegisteredImageKey: Hashable {
    let part: CGRect
    let model: RegistrationModel
}

/// Calls `body`. If it throws a `RegistrationFailure`, throws the corresponding `VisionFailure`.
func registering<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let failure as RegistrationFailure {
        throw VisionFailure(failure == .outOfMemory ? .outOfMemory : .invalidArgument, failure.description, underlying: failure)
    }
}
