extension HumanBodyPoseObservation {
    /// A joint of a body. Left and right are the person's own.
    public enum JointName: String, Hashable, Sendable, Codable {
        case nose
        case leftEye
        case rightEye
        case leftEar
        case rightEar
        case leftShoulder
        case rightShoulder
        case leftElbow
        case rightElbow
        case leftWrist
        case rightWrist
        case leftHip
        case rightHip
        case leftKnee
        case rightKnee
        case leftAnkle
        case rightAnkle
        case neck
        case root

        /// All joints, in the order of `BodyJoint`.
        static let all: [JointName] = [
            .nose, .leftEye, .rightEye, .leftEar, .rightEar, .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist,
            .rightWrist, .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle, .neck, .root,
        ]
    }

    /// A group of joints of a body.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        case face
        case torso
        case leftArm
        case rightArm
        case leftLeg
        case rightLeg

        /// The joints of the group.
        var members: [JointName] {
            switch self {
            case .face: [.nose, .leftEye, .rightEye, .leftEar, .rightEar]
            case .torso: [.leftShoulder, .rightShoulder, .neck, .leftHip, .rightHip, .root]
            case .leftArm: [.leftShoulder, .leftElbow, .leftWrist]
            case .rightArm: [.rightShoulder, .rightElbow, .rightWrist]
            case .leftLeg: [.leftHip, .leftKnee, .leftAnkle]
            case .rightLeg: [.rightHip, .rightKnee, .rightAnkle]
            }
        }
    }
}
