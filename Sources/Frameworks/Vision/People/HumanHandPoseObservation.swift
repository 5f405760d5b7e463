import CoreML
import VisionRuntime

/// The joints of a hand.
public struct HumanHandPoseObservation: VisionObservation, JointedObservation, PoseProviding, Codable {
    /// The type of the joints' names.
    public typealias PoseJointName = JointName
    /// The type of the names of joint groups, such as the thumb.
    public typealias PoseJointsGroupName = JointsGroupName

    /// The side of a hand: left or right.
    public enum Chirality: Codable, Equatable, Hashable, Sendable {
        /// A left hand.
        case left
        /// A right hand.
        case right
    }

    let facts: ObservationFacts
    let points: [FoundPoint]
    /// The side of the hand; `nil` if it is not known.
    public let chirality: Chirality?

    init(_ finding: HandFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.pose.confidence)
        points = finding.pose.points
        chirality = finding.side.map { $0 == .left ? .left : .right }
    }

    /// Converts a ``VNHumanHandPoseObservation``, with its identifier, confidence and time.
    public init(_ observation: VNHumanHandPoseObservation) {
        facts = ObservationFacts(observation)
        points = observation.points
        chirality =
            switch observation.chirality {
            case .unknown: nil
            case .left: .left
            case .right: .right
            }
    }

    static var jointNames: [JointName] { JointName.all }

    static func members(of group: JointsGroupName) -> [JointName] { group.members }

    /// The joints in the layout for Create ML's hand classifiers: 32-bit floating-point numbers of shape [1, 3, 21]. The second dimension is x, y and
    /// confidence. All three are 0 for joints that were not found.
    public var keypoints: MLMultiArray {
        get throws { try MLMultiArray(keypoints: points) }
    }
}
