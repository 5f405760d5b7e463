import VisionRuntime

/// The joints of a person's body.
open class VNHumanBodyPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
    override class var layout: PointLayout { bodyLayout }

    private static let bodyLayout = PointLayout(
        keys: JointName.all.map(\.rawValue),
        groups: JointsGroupName.members.map { ($0.group.rawValue, $0.joints.map(\.rawValue)) },
        arrayKeys: arrayJoints.map { JointName.all[$0.rawValue].rawValue })

    /// The joints in the multi-array, in its order. The root is not included.
    static let arrayJoints: [BodyJoint] = [
        .nose, .neck, .rightShoulder, .rightElbow, .rightWrist, .leftShoulder, .leftElbow, .leftWrist, .rightHip, .rightKnee, .rightAnkle,
        .leftHip, .leftKnee, .leftAnkle, .rightEye, .leftEye, .rightEar, .leftEar,
    ]

    init(_ origin: Origin, _ pose: PoseFinding) {
        super.init(origin, points: pose.points, confidence: pose.confidence)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// All joints of a body.
    public var availableJointNames: [JointName] { JointName.all }

    /// All groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.members.map(\.group) + [.all] }

    /// A joint by its name. The confidence is 0 if the joint was not found.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointNames``.
    public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
        try recognizedPoint(forKey: jointName.rawValue)
    }

    /// The joints of a group.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointsGroupNames``.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
        try recognizedPoints(forGroupKey: jointsGroupName.rawValue).reduce(into: [:]) { $0[JointName(rawValue: $1.key)] = $1.value }
    }
}
