import CoreGraphics
import CoreML

/// Classifies the image with Osprey's own classifier. All classes are returned, the most probable first.
package struct ClassificationAnalysis: Analysis {
    private let prediction: CoreModelAnalysis

    /// Looks the model up, once for the whole analysis.
    ///
    /// - Parameters:
    ///   - regionOfInterest: the part of the upright image to analyze. The coordinates are normalised, origin at the lower left.
    ///   - cropAndScale: how images are cropped and scaled to the model's input; `nil` for the catalogue's option.
    /// - Throws: `VisionFailure`: `dataUnavailable` if the model is missing; `invalidModel` if its file cannot be used.
    package init(regionOfInterest: CGRect, usesCPUOnly: Bool, cropAndScale: CropAndScale.Option? = nil) throws {
        let stored = try Self.model(usesCPUOnly: usesCPUOnly)
        prediction = CoreModelAnalysis(
            model: stored.model, cropAndScale: cropAndScale ?? stored.entry.cropAndScale, regionOfInterest: regionOfInterest,
            usesCPUOnly: usesCPUOnly)
    }

    /// The labels that the classifier may return, in the model's order.
    ///
    /// - Throws: `VisionFailure` of kind `dataUnavailable` if the model is missing.
    package static func identifiers(usesCPUOnly: Bool) throws -> [String] {
        try model(usesCPUOnly: usesCPUOnly).model.answer.identifiers
    }

    /// The hierarchy of these labels; `nil` if the model carries none.
    ///
    /// - Throws: `VisionFailure`: `dataUnavailable` if the model is missing; `invalidModel` if the metadata holds anything but a tree of
    ///   the labels.
    package static func labelTree(usesCPUOnly: Bool) throws -> LabelTree? {
        try LabelTree(of: model(usesCPUOnly: usesCPUOnly).model.model.modelDescription)
    }

    private static func model(usesCPUOnly: Bool) throws -> ModelStore.Stored {
        try ModelStore.current.model("scene", for: "VNClassifyImageRequest", usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try prediction.demands(of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [Classification] {
        try prediction.findings(in: context).map { finding in
            guard case .classification(let classification) = finding else {
                throw VisionFailure(.invalidModel, "the model 'scene' is not a classifier")
            }
            return classification
        }
    }
}
