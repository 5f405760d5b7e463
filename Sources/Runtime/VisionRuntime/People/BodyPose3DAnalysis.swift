import CoreGraphics
import simd

/// The 3D joints of a person, in the order of the network's points.
package enum BodyJoint3D: Int, CaseIterable, Sendable {
    case root, rightHip, rightKnee, rightAnkle, leftHip, leftKnee, leftAnkle, spine, centerShoulder, centerHead, topHead
    case leftShoulder, leftElbow, leftWrist, rightShoulder, rightElbow, rightWrist

    /// The parent joint in the skeleton. The root is its own parent.
    package var parent: BodyJoint3D {
        switch self {
        case .root, .rightHip, .leftHip, .spine: .root
        case .rightKnee: .rightHip
        case .rightAnkle: .rightKnee
        case .leftKnee: .leftHip
        case .leftAnkle: .leftKnee
        case .centerShoulder: .spine
        case .centerHead, .leftShoulder, .rightShoulder: .centerShoulder
        case .topHead: .centerHead
        case .leftElbow: .leftShoulder
        case .leftWrist: .leftElbow
        case .rightElbow: .rightShoulder
        case .rightWrist: .rightElbow
        }
    }

    /// The same joint of the other side. Joints in the middle of the body are their own opposites.
    var opposite: BodyJoint3D {
        switch self {
        case .root, .spine, .centerShoulder, .centerHead, .topHead: self
        case .rightHip: .leftHip
        case .rightKnee: .leftKnee
        case .rightAnkle: .leftAnkle
        case .leftHip: .rightHip
        case .leftKnee: .rightKnee
        case .leftAnkle: .rightAnkle
        case .leftShoulder: .rightShoulder
        case .leftElbow: .rightElbow
        case .leftWrist: .rightWrist
        case .rightShoulder: .leftShoulder
        case .rightElbow: .leftElbow
        case .rightWrist: .leftWrist
        }
    }
}

/// The 3D pose of a person.
package struct BodyPose3DFinding: Codable, Hashable, Sendable {
    /// The joints' positions, in the order of ``BodyJoint3D``, in metres from the root joint. The axes are the camera's: to the right, up, and
    /// towards the camera. The person is assumed to be 1.8 m tall.
    package let positions: [SIMD3<Float>]
    /// The joints' positions in the upright image, normalised, origin at the lower left.
    package let places: [CGPoint]
    /// The camera's position, in metres from the root joint, along the same axes.
    package let camera: SIMD3<Float>
    /// The confidence, from 0 to 1.
    package let confidence: Float

    /// The assumed height of a person, in metres.
    package static let referenceHeight: Float = 1.8

    /// The position of a joint relative to its parent joint, in metres.
    package func positionBesideParent(_ joint: BodyJoint3D) -> SIMD3<Float> {
        positions[joint.rawValue] - positions[joint.parent.rawValue]
    }
}

/// Finds the 3D pose of the most prominent person in an image.
///
/// There are two kinds of networks:
/// - The input is the crop of a person, as in ``BodyLookAnalysis``. ``BodyPoseAnalysis`` finds the people for it.
/// - The input is the whole image. The outputs are `points` [17, 3], the joints as in ``BodyPose3DFinding/positions``, and `pixels` [17, 2], the
///   columns and rows at which the joints are seen in the input. With an optional output `confidence` [1] below 0.5 there is no person.
package struct BodyPose3DAnalysis: Analysis {
    package let source: NetworkSource
    /// The part of the image to analyze, normalised to the upright image, with the origin at the lower left.
    package let regionOfInterest: CGRect
    package let usesCPUOnly: Bool

    /// The name of the model for 3D body poses in the model catalogue.
    package static let modelName = "bodyPose3D"

    package init(source: NetworkSource = .catalog(modelName), regionOfInterest: CGRect, usesCPUOnly: Bool) {
        self.source = source
        self.regionOfInterest = regionOfInterest
        self.usesCPUOnly = usesCPUOnly
    }

    private func network() throws -> Network { try source.network(for: "VNDetectHumanBodyPose3DRequest", usesCPUOnly: usesCPUOnly) }

    var bodies: BodyPoseAnalysis {
        BodyPoseAnalysis(regionOfInterest: regionOfInterest, usesCPUOnly: usesCPUOnly)
    }

    package func demands(of frame: FrameInfo) throws -> [FrameDemand] {
        let network = try network()
        return BodyLookAnalysis.takesCrops(network)
            ? try bodies.demands(of: frame) : try network.demands(region: regionOfInterest, of: frame)
    }

    package func findings(in context: AnalysisContext) throws -> [BodyPose3DFinding] {
        let network = try network()
        return BodyLookAnalysis.takesCrops(network) ? try lookedAt(in: context) : try seen(by: network, in: context)
    }

    /// The least probability that there is a person.
    static let leastPresence: Float = 0.5

    /// The person that a network for whole images sees.
    private func seen(by network: Network, in context: AnalysisContext) throws -> [BodyPose3DFinding] {
        let (outputs, crop) = try network.answer(region: regionOfInterest, in: context)
        let confidence = outputs.contains("confidence") ? try outputs.numbers("confidence").values.first ?? 0 : 1
        let points = try rows(of: 3, "points", outputs)
        let pixels = try rows(of: 2, "pixels", outputs)
        guard confidence >= Self.leastPresence else { return [] }
        let positions = points.map { SIMD3($0[0], $0[1], $0[2]) }
        let places = pixels.map { pixel in
            let place = CGRect(
                x: CGFloat(pixel[0]) / crop.inputSize.width, y: CGFloat(pixel[1]) / crop.inputSize.height, width: 0, height: 0)
            return crop.imageBox(ofInputBox: place).origin
        }
        let camera = try CameraPlacement(imageSize: context.frame.info.size).camera(positions, places)
        return [BodyPose3DFinding(positions: positions, places: places, camera: camera, confidence: min(confidence, 1))]
    }

    private func rows(of columns: Int, _ name: String, _ outputs: NetworkOutputs) throws -> [[Float]] {
        let (shape, values) = try outputs.numbers(name)
        let count = BodyJoint3D.allCases.count
        guard shape.suffix(2) == [count, columns], values.count == count * columns else {
            throw VisionFailure(.invalidModel, "the pose model's output \(name) has the shape \(shape) instead of \([count, columns])")
        }
        return stride(from: 0, to: values.count, by: columns).map { Array(values[$0..<$0 + columns]) }
    }
}

/// Finds the camera's position from 3D points and their positions in the image.
struct CameraPlacement: Sendable {
    /// The image's size in pixels. The assumed focal length equals the longer side.
    let imageSize: CGSize

    /// Finds the position of the camera.
    ///
    /// - Parameters:
    ///   - positions: the points in metres, along the camera's axes.
    ///   - places: the points in the image, normalised, origin at the lower left.
    /// - Returns: the camera's position in metres. It has the same axes and origin as the points.
    /// - Throws: `operationFailed` if the places do not determine the camera.
    func camera(_ positions: [SIMD3<Float>], _ places: [CGPoint]) throws -> SIMD3<Float> {
        let focal = Double(max(imageSize.width, imageSize.height))
        var equations = NormalEquations()
        for (position, place) in zip(positions, places) {
            let point = SIMD3<Double>(position)
            let across = (Double(place.x) - 0.5) * Double(imageSize.width)
            let up = (Double(place.y) - 0.5) * Double(imageSize.height)
            // A point q in the camera's space appears at focal · q.x / -q.z.
            equations.add(row: SIMD8(focal, 0, across, 0, 0, 0, 0, 0), value: -focal * point.x - across * point.z, weight: 1)
            equations.add(row: SIMD8(0, focal, up, 0, 0, 0, 0, 0), value: -focal * point.y - up * point.z, weight: 1)
        }
        guard let root = equations.solution(unknowns: 3), root[2] < 0 else {
            throw VisionFailure(.operationFailed, "the pose model's points in space do not fit their places in the image")
        }
        return SIMD3(Float(-root[0]), Float(-root[1]), Float(-root[2]))
    }
}
