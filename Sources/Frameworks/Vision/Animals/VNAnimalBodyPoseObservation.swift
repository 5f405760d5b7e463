import VisionRuntime

/// The joints of a cat's or dog's body.
open class VNAnimalBodyPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
    override class var layout: PointLayout { animalLayout }

    private static let animalLayout: PointLayout = {
        let keys = JointName.all.map(\.rawValue)
        let groups = JointsGroupName.members.map { ($0.group.rawValue, $0.joints.map(\.rawValue)) }
        return PointLayout(keys: keys, groups: groups, arrayKeys: keys)
    }()

    init(_ origin: Origin, _ pose: PoseFinding) {
        super.init(origin, points: pose.points, confidence: pose.confidence)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// All joints of an animal.
    public var availableJointNames: [JointName] { JointName.all }

    /// All groups of joints.
    public var availableJointGroupNames: [JointsGroupName] { JointsGroupName.members.map(\.group) + [.all] }

    /// A joint by its name. The confidence is 0 if the joint was not found.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointNames``.
    public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
        try recognizedPoint(forKey: jointName.rawValue)
    }

    /// The joints of a group.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointGroupNames``.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
        try recognizedPoints(forGroupKey: jointsGroupName.rawValue).reduce(into: [:]) { $0[JointName(rawValue: $1.key)] = $1.value }
    }
}
