import CoreGraphics
import CoreML
import Foundation
import simd

/// The joints of a person that a network found in one crop.
struct BodyLook: Sendable {
    /// The joints in the order of ``BodyJoint3D``, in metres along the axes of the upright image: to the right, up, and towards the camera.
    let positions: [SIMD3<Double>]
    /// The joints in pixels of the upright image, with the origin at the top left.
    let joints: [SIMD2<Double>]
    /// The probability that the crop shows a person.
    let presence: Float

    init(positions: [SIMD3<Double>], joints: [SIMD2<Double>], presence: Float) {
        (self.positions, self.joints, self.presence) = (positions, joints, presence)
    }

    /// The mean of two results for one person.
    init(_ first: BodyLook, _ second: BodyLook) {
        positions = zip(first.positions, second.positions).map { ($0 + $1) / 2 }
        joints = zip(first.joints, second.joints).map { ($0 + $1) / 2 }
        presence = (first.presence + second.presence) / 2
    }
}

/// Finds the 3D joints of the person in a crop. There is one finding.
///
/// The network's outputs are:
/// - `points` [17, 3]: the joints in metres from the root, along the axes of the crop.
/// - `places` [17, 2]: x and y as fractions of the crop, from its top left.
/// - `confidence` [1], optional: the probability that the crop shows a person.
struct BodyLookAnalysis: Analysis {
    let source: NetworkSource
    let frame: JointFrame
    let isMirrored: Bool
    let usesCPUOnly: Bool

    private static let places = "places"
    /// The side of the crop, relative to the person's size.
    private static let sizesInCrop = 1.3

    /// Whether the input of a network is the crop of a person, and not a whole image.
    static func takesCrops(_ network: Network) -> Bool { network.outputNames.contains(places) }

    private func model() throws -> ImageModel {
        try source.network(for: "VNDetectHumanBodyPose3DRequest", usesCPUOnly: usesCPUOnly).model
    }

    private var crop: FaceCrop { frame.crop(sizes: Self.sizesInCrop, isMirrored: isMirrored) }

    private func warp(_ model: ImageModel) throws -> FrameWarp { crop.warp(pixels: Int(try model.imageInputSize().width)) }

    func demands(of frame: FrameInfo) throws -> [FrameDemand] { [try warp(model()).demand(of: frame)] }

    func findings(in context: AnalysisContext) throws -> [BodyLook] {
        let model = try model()
        let image = WarpTensor(frame: context.frame, warp: try warp(model))
        let outputs = NetworkOutputs(
            try model.outputs(of: image, usesCPUOnly: usesCPUOnly, cancellation: context.cancellation), of: model)
        let joints = BodyJoint3D.allCases
        let points = try outputs.numbers("points", shape: [joints.count, 3]).map(Double.init)
        let places = try outputs.numbers(Self.places, shape: [joints.count, 2]).map(Double.init)
        let confidence = outputs.contains("confidence") ? try outputs.numbers("confidence", shape: [1])[0] : 1
        // In a mirror, the left side of a person looks like the right side.
        let seen = joints.map { (isMirrored ? $0.opposite : $0).rawValue }
        return [
            BodyLook(
                positions: seen.map { position(points[3 * $0], points[3 * $0 + 1], points[3 * $0 + 2]) },
                joints: seen.map { crop.imagePoint(places[2 * $0], places[2 * $0 + 1]) },
                presence: min(max(confidence, 0), 1))
        ]
    }

    /// Converts a position from the axes of the crop to the axes of the image.
    private func position(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
        let across = isMirrored ? -x : x
        let (cosine, sine) = (cos(frame.turn), sin(frame.turn))
        return SIMD3(cosine * across + sine * y, cosine * y - sine * across, z)
    }
}
