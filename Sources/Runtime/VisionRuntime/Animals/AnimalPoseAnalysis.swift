import CoreGraphics

/// The body pose of the cat or dog in an image. The network's outputs are ``JointMaps`` with 25 channels.
package struct AnimalPoseAnalysis: Analysis {
    package let source: NetworkSource
    /// The region to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool

    /// The name of the model for animal poses in the model catalogue.
    package static let modelName = "animalPose"

    package init(source: NetworkSource = .catalog(modelName), regionOfInterest: CGRect, usesCPUOnly: Bool) {
        self.source = source
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
    }

    private func network() throws -> Network { try source.network(for: "VNDetectAnimalBodyPoseRequest", usesCPUOnly: usesCPUOnly) }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try network().demands(region: regionOfInterest, of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [PoseFinding] {
        let (outputs, crop) = try network().answer(region: regionOfInterest, in: context)
        let count = AnimalJoint.allCases.count
        let maps = try JointMaps(outputs, channels: [count], inputSize: crop.inputSize)
        return maps.pose(0..<count, in: crop).map { [$0] } ?? []
    }
}
