extension HumanBodyPoseObservation {
    /// A joint of a body. Left and right are the person's own.
    public enum JointName: String, Hashable, Sendable, Codable {
        /// The tip of the nose.
        case nose
        /// The person's left eye.
        case leftEye
        /// The person's right eye.
        case rightEye
        /// The person's left ear.
        case leftEar
        /// The person's right ear.
        case rightEar
        /// The person's left shoulder.
        case leftShoulder
        /// The person's right shoulder.
        case rightShoulder
        /// The person's left elbow.
        case leftElbow
        /// The person's right elbow.
        case rightElbow
        /// The person's left wrist.
        case leftWrist
        /// The person's right wrist.
        case rightWrist
        /// The person's left hip.
        case leftHip
        /// The person's right hip.
        case rightHip
        /// The person's left knee.
        case leftKnee
        /// The person's right knee.
        case rightKnee
        /// The person's left ankle.
        case leftAnkle
        /// The person's right ankle.
        case rightAnkle
        /// The middle between the shoulders.
        case neck
        /// The middle between the hips.
        case root

        /// All joints, in the order of the cases of `BodyJoint`.
        static let all: [JointName] = [
            .nose, .leftEye, .rightEye, .leftEar, .rightEar, .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist,
            .rightWrist, .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle, .neck, .root,
        ]
    }

    /// A group of joints of a body.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        /// Nose, eyes and ears.
        case face
        /// Neck, shoulders, root and hips.
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
