import Foundation
import VisionRuntime
import simd

/// The 3D joints of a person. Positions are relative to the root joint, in metres. The axes are those of the camera: x to the right, y up, z towards
/// the camera.
public struct HumanBodyPose3DObservation: VisionObservation, FactualObservation, Codable {
    /// The method of determining a person's height.
    public enum EstimationTechnique: Sendable, Equatable, Codable, Hashable {
        /// The height is not measured. The person is assumed to be 1.8 m tall.
        case reference
        /// The height was measured with a depth camera. Osprey never uses this method, because its images have no depth.
        case measured
    }

    let facts: ObservationFacts
    private let pose: BodyPose3DFinding

    init(_ finding: BodyPose3DFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence)
        pose = finding
    }

    /// Converts a ``VNHumanBodyPose3DObservation``, with its identifier, confidence and time.
    public init(_ observation: VNHumanBodyPose3DObservation) {
        facts = ObservationFacts(observation)
        pose = observation.pose
    }

    /// The method of determining ``bodyHeight``; always `.reference`.
    public var heightEstimationTechnique: EstimationTechnique { .reference }

    /// The person's height.
    public var bodyHeight: Measurement<UnitLength> { Measurement(value: Double(BodyPose3DFinding.referenceHeight), unit: .meters) }

    /// The camera's position relative to the root joint, in metres. The focal length, in pixels, is assumed to equal the length of the image's longer
    /// side.
    public var cameraOriginMatrix: simd_float4x4 { simd_float4x4(moving: pose.camera) }

    /// All joints.
    public var availableJointNames: [JointName] { JointName.all }

    /// All groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

    /// A joint by its name.
    public func joint(for jointName: JointName) -> Joint3D? {
        let joint = jointName.joint
        return Joint3D(
            position: simd_float4x4(moving: pose.positions[joint.rawValue]),
            localPosition: simd_float4x4(moving: pose.positionBesideParent(joint)), identifer: jointName.rawValue,
            parentJoint: parentJointName(for: jointName).rawValue)
    }

    /// The joints of a group. With `nil`, all joints.
    public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint3D] {
        (groupName?.members ?? JointName.all).reduce(into: [:]) { $0[$1] = joint(for: $1) }
    }

    /// The position of a joint in the image.
    public func pointInImage(for jointName: JointName) -> NormalizedPoint {
        NormalizedPoint(normalizedPoint: pose.places[jointName.joint.rawValue])
    }

    /// The parent of a joint in the skeleton; the root is its own parent.
    public func parentJointName(for jointName: JointName) -> JointName {
        JointName.all[jointName.joint.parent.rawValue]
    }

    /// The position of a joint relative to the camera.
    public func cameraRelativePosition(for jointName: JointName) -> simd_float4x4 {
        simd_float4x4(moving: pose.positions[jointName.joint.rawValue] - pose.camera)
    }

    var details: String { "\(pose.positions.count) joints" }
}

extension HumanBodyPose3DObservation.JointName {
    fileprivate var joint: BodyJoint3D { Self.all.firstIndex(of: self).flatMap(BodyJoint3D.init(rawValue:)) ?? .root }
}
