import CoreGraphics
import CoreML

/// The joints of a hand that a network found in one crop.
struct HandLook: Sendable {
    /// The joints in the order of ``HandJoint``, in pixels of the upright image, with the origin at the top left.
    let joints: [SIMD2<Double>]
    /// The probability that each joint is near its position in `joints`.
    let confidences: [Float]
    /// The probability that the crop shows a hand.
    let presence: Float
    /// The probability that the hand is a right hand; `nil` if the network does not give it.
    let right: Float?

    /// The mean of two results for one hand.
    init(_ first: HandLook, _ second: HandLook) {
        joints = zip(first.joints, second.joints).map { ($0 + $1) / 2 }
        confidences = zip(first.confidences, second.confidences).map { ($0 + $1) / 2 }
        presence = (first.presence + second.presence) / 2
        right = first.right.flatMap { first in second.right.map { (first + $0) / 2 } }
    }

    init(joints: [SIMD2<Double>], confidences: [Float], presence: Float, right: Float?) {
        (self.joints, self.confidences, self.presence, self.right) = (joints, confidences, presence, right)
    }
}

/// Finds the joints of the hand in a crop. There is one finding.
///
/// The network has an output `points` [21, 2] with x and y as fractions of the crop, from its top left. Further outputs are optional:
/// - `confidence` [21]: the confidence of each joint.
/// - `presence` [1]: the probability that the crop shows a hand.
/// - `chirality` [1]: the probability that the hand is a right hand.
struct HandLookAnalysis: Analysis {
    let source: NetworkSource
    let crop: FaceCrop
    let usesCPUOnly: Bool

    private static let points = "points"

    /// Whether the input of a network is the crop of a hand, and not a whole image.
    static func takesCrops(_ network: Network) -> Bool { network.outputNames.contains(points) }

    private func model() throws -> ImageModel {
        try source.network(for: "VNDetectHumanHandPoseRequest", usesCPUOnly: usesCPUOnly).model
    }

    private func warp(_ model: ImageModel) throws -> FrameWarp { crop.warp(pixels: Int(try model.imageInputSize().width)) }

    func demands(of frame: FrameInfo) throws -> [FrameDemand] { [try warp(model()).demand(of: frame)] }

    func findings(in context: AnalysisContext) throws -> [HandLook] {
        let model = try model()
        let image = WarpTensor(frame: context.frame, warp: try warp(model))
        let outputs = NetworkOutputs(
            try model.outputs(of: image, usesCPUOnly: usesCPUOnly, cancellation: context.cancellation), of: model)
        let count = HandJoint.allCases.count
        let places = try outputs.numbers(Self.points, shape: [count, 2])
        func likelihoods(_ name: String, _ count: Int) throws -> [Float]? {
            guard outputs.contains(name) else { return nil }
            return try outputs.numbers(name, shape: [count]).map { min(max($0, 0), 1) }
        }
        let right = try likelihoods("chirality", 1)?.first
        return [
            HandLook(
                joints: (0..<count).map { crop.imagePoint(Double(places[2 * $0]), Double(places[2 * $0 + 1])) },
                confidences: try likelihoods("confidence", count) ?? Array(repeating: 1, count: count),
                presence: try likelihoods("presence", 1)?.first ?? 1,
                // In a mirror a right hand looks like a left one.
                right: crop.isMirrored ? right.map { 1 - $0 } : right)
        ]
    }
}
