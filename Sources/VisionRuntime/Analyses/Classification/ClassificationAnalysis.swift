import CoreGraphics
import CoreML

/// What the image shows, by Osprey's own classifier. All classes come, the most probable first.
package struct ClassificationAnalysis: Analysis {
    /// The part of the upright image that is looked at, normalised, origin at the lower left.
    package var regionOfInterest: CGRect
    package var usesCPUOnly: Bool
    /// `nil` where the catalogue's way of bringing images to the model's input counts.
    package var cropAndScale: CropAndScale.Option?

    package init(regionOfInterest: CGRect, usesCPUOnly: Bool, cropAndScale: CropAndScale.Option? = nil) {
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
        self.cropAndScale = cropAndScale
    }

    /// The names that may be found, in the model's order.
    ///
    /// - Throws: `VisionFailure` of kind `dataUnavailable` where the model is missing.
    package static func identifiers(usesCPUOnly: Bool) throws -> [String] {
        try model(usesCPUOnly: usesCPUOnly).model.answer.identifiers
    }

    private static func model(usesCPUOnly: Bool) throws -> ModelStore.Stored {
        try ModelStore.current.model("scene", for: "VNClassifyImageRequest", usesCPUOnly: usesCPUOnly)
    }

    private func prediction() throws -> CoreModelAnalysis {
        let stored = try Self.model(usesCPUOnly: usesCPUOnly)
        return CoreModelAnalysis(
            model: stored.model, cropAndScale: cropAndScale ?? stored.entry.cropAndScale, regionOfInterest: regionOfInterest,
            usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try prediction().demands(of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [Classification] {
        try prediction().findings(in: context).map { finding in
            guard case .classification(let classification) = finding else {
                throw VisionFailure(.invalidModel, "the model 'scene' is not a classifier")
            }
            return classification
        }
    }
}
