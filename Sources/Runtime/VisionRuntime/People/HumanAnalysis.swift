import CoreGraphics

/// The bounding box of a person.
package struct HumanFinding: Sendable {
    /// The bounding box, normalised to the upright image, with the origin at the lower left.
    package let boundingBox: CGRect
    /// The confidence, from 0 to 1.
    package let confidence: Float
    package let isUpperBodyOnly: Bool

    package init(boundingBox: CGRect, confidence: Float, isUpperBodyOnly: Bool) {
        self.boundingBox = boundingBox
        self.confidence = confidence
        self.isUpperBodyOnly = isUpperBodyOnly
    }
}

/// Finds the bounding boxes of people in an image, the most certain first.
///
/// The outputs of the network are ``DetectionMaps`` of ten channels: five for whole people and five for upper bodies. A network for body poses may be
/// used too. Then a box encloses the joints.
package struct HumanAnalysis: Analysis {
    /// The network to use. `nil` stands for the model catalogue's network for people. If the catalogue has none, its network for body poses
    /// is used.
    package let source: NetworkSource?
    package let upperBodyOnly: Bool
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool

    /// The name of the model for people in the model catalogue.
    package static let modelName = "people"

    package init(source: NetworkSource? = nil, upperBodyOnly: Bool, regionOfInterest: CGRect, usesCPUOnly: Bool) {
        self.source = source
        self.upperBodyOnly = upperBodyOnly
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
    }

    private static let request = "VNDetectHumanRectanglesRequest"

    /// The network, and whether it finds poses.
    private func network() throws -> (source: NetworkSource, network: Network, isForPoses: Bool) {
        let store = ModelStore.current
        let name = !store.has(Self.modelName) && store.has(BodyPoseAnalysis.modelName) ? BodyPoseAnalysis.modelName : Self.modelName
        let chosen = source ?? .catalog(name)
        let network = try chosen.network(for: Self.request, usesCPUOnly: usesCPUOnly)
        return (chosen, network, PoseMaps.areOutputs(network.outputNames))
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        try network().network.demands(region: regionOfInterest, of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [HumanFinding] {
        let (source, network, isForPoses) = try network()
        guard isForPoses else { return try boxes(of: network, in: context) }
        let poses = try context.findings(of: BodyPoseAnalysis(source: source, regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly))
        let outline = BodyOutline(imageSize: context.frame.info.size, region: regionOfInterest)
        return poses.compactMap { pose in
            outline.box(around: pose, upperBodyOnly: upperBodyOnly).map {
                HumanFinding(boundingBox: $0, confidence: pose.confidence, isUpperBodyOnly: upperBodyOnly)
            }
        }
    }

    /// The number of channels in a group: a probability and four distances.
    private static let groupSize = 5

    private func boxes(of network: Network, in context: AnalysisContext) throws -> [HumanFinding] {
        let (outputs, crop) = try network.answer(region: regionOfInterest, in: context)
        let maps = try DetectionMaps(outputs, channels: 2 * Self.groupSize, inputSize: crop.inputSize)
        return maps.detections(group: upperBodyOnly ? Self.groupSize : 0, threshold: 0.5).compactMap { detection in
            let box = crop.imageBox(ofInputBox: detection.box).intersection(regionOfInterest)
            guard !box.isEmpty else { return nil }
            return HumanFinding(boundingBox: box, confidence: detection.confidence, isUpperBodyOnly: upperBodyOnly)
        }
    }
}
