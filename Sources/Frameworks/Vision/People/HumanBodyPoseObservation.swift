import CoreML
import VisionRuntime

/// The joints of a person's body.
public struct HumanBodyPoseObservation: VisionObservation, JointedObservation, PoseProviding, Codable {
    /// The type of the joints' names.
    public typealias PoseJointName = JointName
    /// The type of the names of joint groups, such as an arm.
    public typealias PoseJointsGroupName = JointsGroupName

    let facts: ObservationFacts
    let points: [FoundPoint]
    /// The person's left hand; `nil` if the request does not look for hands or did not find the hand.
    public let leftHand: HumanHandPoseObservation?
    /// The person's right hand; `nil` if the request does not look for hands or did not find the hand.
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

    /// The joints in the layout for Create ML's action classifiers: 32-bit floating-point numbers of shape [1, 3, 18]. The second dimension is x, y
    /// and confidence. All three are 0 for joints that were not found.
    public var keypoints: MLMultiArray {
        get throws { try MLMultiArray(keypoints: VNHumanBodyPoseObservation.arrayJoints.map { points[$0.rawValue] }) }
    }
}
