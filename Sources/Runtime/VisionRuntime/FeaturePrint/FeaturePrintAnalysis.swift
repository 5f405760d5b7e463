import CoreGraphics
import CoreML
import CoreMLRuntime

/// The feature print of an image: a vector that is similar for images that look alike. Create ML trains on it too.
package struct FeaturePrintAnalysis: Analysis {
    /// The part of the upright image to analyze, normalised, origin at the lower left.
    package var regionOfInterest: CGRect
    package var cropAndScale: CropAndScale.Option
    package var usesCPUOnly: Bool
    package var network: PrintNetwork

    package init(regionOfInterest: CGRect, cropAndScale: CropAndScale.Option, usesCPUOnly: Bool, network: PrintNetwork) {
        self.regionOfInterest = regionOfInterest
        self.cropAndScale = cropAndScale
        self.usesCPUOnly = usesCPUOnly
        self.network = network
    }

    private func prediction() throws -> CoreModelAnalysis {
        let stored = try ModelStore.current.featurePrint(
            network, for: "VNGenerateImageFeaturePrintRequest", usesCPUOnly: usesCPUOnly)
        return CoreModelAnalysis(
            model: stored.model, cropAndScale: cropAndScale, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try prediction().demands(of: frame)
    }

    /// A single vector.
    ///
    /// - Throws: `VisionFailure`; its kind is `operationFailed` if the image's numbers are not finite.
    package func findings(in context: AnalysisContext) throws -> [FeatureVector] {
        try prediction().findings(in: context).map { finding in
            guard case .feature(let value, _) = finding, let array = value.multiArrayValue else {
                throw VisionFailure(.invalidModel, "the model '\(network.modelName)' has no feature print")
            }
            let vector = FeatureVector(MLShapedArray<Float>(converting: array).scalars)
            guard vector.elements.allSatisfy(\.isFinite) else {
                throw VisionFailure(.operationFailed, "the image has no feature print: its pixels are not finite numbers")
            }
            return vector
        }
    }
}
