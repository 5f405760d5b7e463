import VisionRuntime

/// The joints of a cat's or dog's body.
public struct AnimalBodyPoseObservation: VisionObservation, JointedObservation, PoseProviding, Codable {
    /// The type of the joints' names.
    public typealias PoseJointName = JointName
    /// The type of the names of joint groups, such as the tail.
    public typealias PoseJointsGroupName = JointsGroupName

    let facts: ObservationFacts
    let points: [FoundPoint]

    init(_ finding: PoseFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence)
        points = finding.points
    }

    /// Converts a ``VNAnimalBodyPoseObservation``, with its identifier, confidence and time.
    public init(_ observation: VNAnimalBodyPoseObservation) {
        facts = ObservationFacts(observation)
        points = observation.points
    }

    static var jointNames: [JointName] { JointName.all }

    static func members(of group: JointsGroupName) -> [JointName] { group.members }
}
