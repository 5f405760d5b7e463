import CoreGraphics
import CoreML

/// Finds cats and dogs in an image. The network is an object detector that ends in non-maximum suppression. Only its labels `cat` and `dog` are used,
/// regardless of case.
package struct AnimalAnalysis: Analysis {
    package let source: NetworkSource
    /// The region to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool

    /// The name of the model for animals in the model catalogue.
    package static let modelName = "animals"
    /// The labels that may be found.
    package static let identifiers = ["Dog", "Cat"]

    package init(source: NetworkSource = .catalog(modelName), regionOfInterest: CGRect, usesCPUOnly: Bool) {
        self.source = source
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
    }

    private func prediction() throws -> CoreModelAnalysis {
        let network = try source.network(for: "VNRecognizeAnimalsRequest", usesCPUOnly: usesCPUOnly)
        return CoreModelAnalysis(
            model: network.model, cropAndScale: network.cropAndScale, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] { try prediction().demands(of: frame) }

    package func findings(in context: AnalysisContext) throws -> [RecognizedObject] {
        try prediction().findings(in: context).compactMap { finding in
            guard case .object(let object) = finding else {
                throw VisionFailure(.invalidModel, "the model '\(Self.modelName)' is not an object detector")
            }
            guard let best = object.labels.first, Self.identifier(best) != nil else { return nil }
            let labels = object.labels.compactMap { label in
                Self.identifier(label).map { Classification(identifier: $0, confidence: label.confidence) }
            }
            return RecognizedObject(boundingBox: object.boundingBox, labels: labels)
        }
    }

    private static func identifier(_ label: Classification) -> String? {
        identifiers.first { $0.lowercased() == label.identifier.lowercased() }
    }
}
