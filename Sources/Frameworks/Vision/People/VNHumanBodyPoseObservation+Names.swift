import VisionRuntime

extension VNHumanBodyPoseObservation {
    /// A joint of a body. Left and right are the person's own.
    public struct JointName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointKey(rawValue: name)
        }

        /// The tip of the nose.
        public static let nose = JointName("head_joint")
        /// The person's left eye.
        public static let leftEye = JointName("left_eye_joint")
        /// The person's right eye.
        public static let rightEye = JointName("right_eye_joint")
        /// The person's left ear.
        public static let leftEar = JointName("left_ear_joint")
        /// The person's right ear.
        public static let rightEar = JointName("right_ear_joint")
        /// The person's left shoulder.
        public static let leftShoulder = JointName("left_shoulder_1_joint")
        /// The person's right shoulder.
        public static let rightShoulder = JointName("right_shoulder_1_joint")
        /// The person's left elbow.
        public static let leftElbow = JointName("left_forearm_joint")
        /// The person's right elbow.
        public static let rightElbow = JointName("right_forearm_joint")
        /// The person's left wrist.
        public static let leftWrist = JointName("left_hand_joint")
        /// The person's right wrist.
        public static let rightWrist = JointName("right_hand_joint")
        /// The person's left hip.
        public static let leftHip = JointName("left_upLeg_joint")
        /// The person's right hip.
        public static let rightHip = JointName("right_upLeg_joint")
        /// The person's left knee.
        public static let leftKnee = JointName("left_leg_joint")
        /// The person's right knee.
        public static let rightKnee = JointName("right_leg_joint")
        /// The person's left ankle.
        public static let leftAnkle = JointName("left_foot_joint")
        /// The person's right ankle.
        public static let rightAnkle = JointName("right_foot_joint")
        /// The middle between the shoulders.
        public static let neck = JointName("neck_1_joint")
        /// The middle between the hips.
        public static let root = JointName("root")

        /// All joints, in the order of the cases of `BodyJoint`.
        static let all: [JointName] = [
            .nose, .leftEye, .rightEye, .leftEar, .rightEar, .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist,
            .rightWrist, .leftHip, .rightHip, .leftKnee, .rightKnee, .leftAnkle, .rightAnkle, .neck, .root,
        ]
    }

    /// A group of joints of a body.
    public struct JointsGroupName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointGroupKey(rawValue: name)
        }

        /// Nose, eyes and ears.
        public static let face = JointsGroupName("VNBLKFACE")
        /// Neck, shoulders, root and hips.
        public static let torso = JointsGroupName("VNBLKTORSO")
        /// Shoulder, elbow and wrist of the person's left arm.
        public static let leftArm = JointsGroupName("VNBLKLARM")
        /// Shoulder, elbow and wrist of the person's right arm.
        public static let rightArm = JointsGroupName("VNBLKRARM")
        /// Hip, knee and ankle of the person's left leg.
        public static let leftLeg = JointsGroupName("VNBLKLLEG")
        /// Hip, knee and ankle of the person's right leg.
        public static let rightLeg = JointsGroupName("VNBLKRLEG")
        /// All joints.
        public static let all = JointsGroupName(rawValue: .all)

        /// The joints of each group, except the group of all joints.
        static let members: [(group: JointsGroupName, joints: [JointName])] = [
            (.face, [.nose, .leftEye, .rightEye, .leftEar, .rightEar]),
            (.torso, [.leftShoulder, .rightShoulder, .neck, .leftHip, .rightHip, .root]),
            (.leftArm, [.leftShoulder, .leftElbow, .leftWrist]),
            (.rightArm, [.rightShoulder, .rightElbow, .rightWrist]),
            (.leftLeg, [.leftHip, .leftKnee, .leftAnkle]),
            (.rightLeg, [.rightHip, .rightKnee, .rightAnkle]),
        ]
    }
}
