import CoreGraphics

/// A hand, with its side if that is known.
package struct HandFinding: Sendable {
    package enum Side: String, Codable, Sendable {
        case left, right
    }

    package let pose: PoseFinding
    /// The side of the hand; `nil` if the network does not give it.
    package let side: Side?

    package subscript(joint: HandJoint) -> FoundPoint { pose.points[joint.rawValue] }
}

extension HandFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> HandFinding {
        HandFinding(pose: pose.relative(to: coordinates), side: side)
    }
}

/// Finds the hand poses in an image, the most certain first.
///
/// There are two kinds of networks:
/// - The input is the crop of a hand, as in ``HandLookAnalysis``. ``HandDetectionAnalysis`` finds the hands for it.
/// - The input is the whole image, and the outputs are ``JointMaps``. With 42 channels there are maps for a left hand and a right hand. With 21
///   channels the maps are for any hand. In this case an output `chirality` of one number gives the probability of a right hand.
package struct HandPoseAnalysis: Analysis {
    package let source: NetworkSource
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool

    /// The name of the model for hand poses in the model catalogue.
    package static let modelName = "handPose"
    /// The maximum number of hands that can be requested.
    package static let maximumCount = 6

    /// Checks the requested number of hands.
    ///
    /// - Throws: `invalidArgument` if the number is not allowed.
    package static func check(count: Int) throws -> Int {
        guard (1...maximumCount).contains(count) else {
            throw VisionFailure(.invalidArgument, "the maximum number of hands must be 1 to \(maximumCount), not \(count)")
        }
        return count
    }

    package init(source: NetworkSource = .catalog(modelName), regionOfInterest: CGRect, usesCPUOnly: Bool) {
        self.source = source
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
    }

    private func network() throws -> Network { try source.network(for: "VNDetectHumanHandPoseRequest", usesCPUOnly: usesCPUOnly) }

    var detection: HandDetectionAnalysis {
        HandDetectionAnalysis(regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        let network = try network()
        return HandLookAnalysis.takesCrops(network)
            ? try detection.demands(of: frame) : try network.demands(region: regionOfInterest, of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [HandFinding] {
        let network = try network()
        return HandLookAnalysis.takesCrops(network) ? try lookedAt(in: context) : try seen(by: network, in: context)
    }

    /// The hands that a network for whole images finds.
    private func seen(by network: Network, in context: AnalysisContext) throws -> [HandFinding] {
        let (outputs, crop) = try network.answer(region: regionOfInterest, in: context)
        let count = HandJoint.allCases.count
        let maps = try JointMaps(outputs, channels: [count, 2 * count], inputSize: crop.inputSize)
        var hands: [HandFinding] = []
        if maps.jointCount == count {
            let side: HandFinding.Side? =
                try outputs.contains("chirality")
                ? outputs.numbers("chirality").values.first.map { $0 < 0.5 ? .left : .right } : nil
            if let pose = maps.pose(0..<count, in: crop) { hands.append(HandFinding(pose: pose, side: side)) }
        } else {
            for (side, channels) in [(HandFinding.Side.left, 0..<count), (.right, count..<2 * count)] {
                if let pose = maps.pose(channels, in: crop) { hands.append(HandFinding(pose: pose, side: side)) }
            }
        }
        return hands.sorted { $0.pose.confidence > $1.pose.confidence }
    }
}
