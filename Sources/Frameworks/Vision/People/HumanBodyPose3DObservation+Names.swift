extension HumanBodyPose3DObservation {
    /// A joint of a 3D body. Left and right are the person's own.
    public enum JointName: String, Hashable, Sendable, Codable {
        /// The middle between the hips.
        case root
        /// The person's right hip.
        case rightHip
        /// The person's right knee.
        case rightKnee
        /// The person's right ankle.
        case rightAnkle
        /// The person's left hip.
        case leftHip
        /// The person's left knee.
        case leftKnee
        /// The person's left ankle.
        case leftAnkle
        /// The middle between the root and the shoulders.
        case spine
        /// The middle between the shoulders.
        case centerShoulder
        /// The middle of the head.
        case centerHead
        /// The top of the head.
        case topHead
        /// The person's left shoulder.
        case leftShoulder
        /// The person's left elbow.
        case leftElbow
        /// The person's left wrist.
        case leftWrist
        /// The person's right shoulder.
        case rightShoulder
        /// The person's right elbow.
        case rightElbow
        /// The person's right wrist.
        case rightWrist

        /// All joints, in the order of the cases of `BodyJoint3D`.
        static let all: [JointName] = [
            .root, .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .spine, .centerShoulder, .centerHead, .topHead,
            .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
        ]
    }

    /// A group of joints of a 3D body.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        /// The middle and the top of the head.
        case head
        /// Spine, shoulders, root and hips.
        case torso
        /// Shoulder, elbow and wrist of the person's left arm.
        case leftArm
        /// Shoulder, elbow and wrist of the person's right arm.
        case rightArm
        /// Hip, knee and ankle of the person's left leg.
        case leftLeg
        /// Hip, knee and ankle of the person's right leg.
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
