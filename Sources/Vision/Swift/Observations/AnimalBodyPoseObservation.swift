import VisionRuntime

/// The joints of a cat's or dog's body.
public struct AnimalBodyPoseObservation: VisionObservation, JointedObservation, PoseProviding, Codable {
    public typealias PoseJointName = JointName
    public typealias PoseJointsGroupName = JointsGroupName

    let facts: ObservationFacts
    let points: [FoundPoint]

    init(_ finding: PoseFinding, _ origin: inout ObservationOrigin) {
        facts = origin.facts(confidence: finding.confidence)
        points = finding.points
    }

    public init(_ observation: VNAnimalBodyPoseObservation) {
        facts = ObservationFacts(observation)
        points = observation.points
    }

    static var jointNames: [JointName] { JointName.all }

    static func members(of group: JointsGroupName) -> [JointName] { group.members }
}
