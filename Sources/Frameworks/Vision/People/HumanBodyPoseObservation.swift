import CoreML
import VisionRuntime

/// The joints of a person's body.
public struct HumanBodyPoseObservation: VisionObservation, JointedObservation, PoseProviding, Codable {
    /// The names of the joints.
    public typealias PoseJointName = JointName
    /// The names of groups of joints, such as an arm.
    public typealias PoseJointsGroupName = JointsGroupName

    let facts: ObservationFacts
    let points: [FoundPoint]
    /// The person's left hand, if the request looks for hands and the hand was found.
    public let leftHand: HumanHandPoseObservation?
    /// The person's right hand, if the request looks for hands and the hand was found.
    public let rightHand: HumanHandPoseObservation?

    init(_ finding: BodyHandsFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.body.confidence)
        points = finding.body.points
        leftHand = finding.leftHand.map { HumanHandPoseObservation($0, &origin) }
        rightHand = finding.rightHand.map { HumanHandPoseObservation($0, &origin) }
    }

    /// Converts a ``VNHumanBodyPoseObservation``, with its identifier, confidence and time.
    public init(_ observation: VNHumanBodyPoseObservation) {
        facts = ObservationFacts(observation)
        points = observation.points
        (leftHand, rightHand) = (nil, nil)
    }

    static var jointNames: [JointName] { JointName.all }

    static func members(of group: JointsGroupName) -> [JointName] { group.members }

    /// The joints in the layout that Create ML's action classifiers take: 32-bit floating-point numbers of shape [1, 3, 18], x of all joints, then y,
    /// then confidence. Joints that were not found are zero.
    public var keypoints: MLMultiArray {
        get throws { try MLMultiArray(keypoints: VNHumanBodyPoseObservation.arrayJoints.map { points[$0.rawValue] }) }
    }
}
