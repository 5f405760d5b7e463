import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// Applies a Core ML model to a part of an image.
package struct CoreModelAnalysis: Analysis {
    package let model: ImageModel
    package let cropAndScale: CropAndScale.Option
    /// The size in pixels to which the image is scaled; `nil` for the model's preferred size. The model must accept the size.
    package let inputSize: CGSize?
    /// The region to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool
    /// A unique value if the model has other inputs, or else `nil`. Other inputs may change between two predictions, so a later analysis
    /// must not reuse the findings of this one.
    private let occasion: UUID?

    package init(
        model: ImageModel, cropAndScale: CropAndScale.Option, inputSize: CGSize? = nil, regionOfInterest: CGRect, usesCPUOnly: Bool
    ) {
        self.model = model
        self.cropAndScale = cropAndScale
        self.inputSize = inputSize
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
        occasion = model.otherInputs == nil ? nil : UUID()
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        [FrameDemand(try crop(of: frame))]
    }

    /// The crop and scale of the region of interest to the model's input.
    package func crop(of frame: FrameInfo) throws -> CropAndScale {
        try model.crop(cropAndScale, region: regionOfInterest, of: frame, size: inputSize)
    }

    package func findings(in context: AnalysisContext) throws -> [CoreModelFinding] {
        let crop = try crop(of: context.frame.info)
        let image = FrameTensor(frame: context.frame, crop: crop)
        let outputs = try model.outputs(of: image, usesCPUOnly: usesCPUOnly, cancellation: context.cancellation)
        return try model.answer.findings(in: outputs, crop: crop)
    }

    package static func == (left: CoreModelAnalysis, right: CoreModelAnalysis) -> Bool {
        left.model.model === right.model.model && left.model.imageInput == right.model.imageInput
            && left.cropAndScale == right.cropAndScale && left.inputSize == right.inputSize
            && left.regionOfInterest == right.regionOfInterest && left.usesCPUOnly == right.usesCPUOnly && left.occasion == right.occasion
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(model.model))
        hasher.combine(model.imageInput)
        hasher.combine(cropAndScale)
        hasher.combine(inputSize?.width)
        hasher.combine(regionOfInterest)
        hasher.combine(usesCPUOnly)
        hasher.combine(occasion)
    }
}
