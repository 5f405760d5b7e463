extension HumanBodyPose3DObservation {
    /// A joint of a body in space. Left and right are the person's own.
    public enum JointName: String, Hashable, Sendable, Codable {
        case root
        case rightHip
        case rightKnee
        case rightAnkle
        case leftHip
        case leftKnee
        case leftAnkle
        case spine
        case centerShoulder
        case centerHead
        case topHead
        case leftShoulder
        case leftElbow
        case leftWrist
        case rightShoulder
        case rightElbow
        case rightWrist

        /// All joints, in the order of `BodyJoint3D`.
        static let all: [JointName] = [
            .root, .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .spine, .centerShoulder, .centerHead, .topHead,
            .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
        ]
    }

    /// A group of joints of a body in space.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        case head
        case torso
        case leftArm
        case rightArm
        case leftLeg
        case rightLeg

        /// The joints of the group.
        var members: [JointName] {
            switch self {
            case .head: [.centerHead, .topHead]
            case .torso: [.leftShoulder, .rightShoulder, .centerShoulder, .spine, .root, .leftHip, .rightHip]
            case .leftArm: [.leftShoulder, .leftElbow, .leftWrist]
            case .rightArm: [.rightShoulder, .rightElbow, .rightWrist]
            case .leftLeg: [.leftHip, .leftKnee, .leftAnkle]
            case .rightLeg: [.rightHip, .rightKnee, .rightAnkle]
            }
        }
    }
}
