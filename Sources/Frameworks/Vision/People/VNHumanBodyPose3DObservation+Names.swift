import VisionRuntime

extension VNHumanBodyPose3DObservation {
    /// A joint of a 3D body. Left and right are the person's own.
    public struct JointName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointKey(rawValue: name)
        }

        /// The middle between the hips.
        public static let root = JointName("human_root_3D")
        /// The person's right hip.
        public static let rightHip = JointName("human_right_hip_3D")
        /// The person's right knee.
        public static let rightKnee = JointName("human_right_knee_3D")
        /// The person's right ankle.
        public static let rightAnkle = JointName("human_right_ankle_3D")
        /// The person's left hip.
        public static let leftHip = JointName("human_left_hip_3D")
        /// The person's left knee.
        public static let leftKnee = JointName("human_left_knee_3D")
        /// The person's left ankle.
        public static let leftAnkle = JointName("human_left_ankle_3D")
        /// The middle between the root and the shoulders.
        public static let spine = JointName("human_spine_3D")
        /// The middle between the shoulders.
        public static let centerShoulder = JointName("human_center_shoulder_3D")
        /// The middle of the head.
        public static let centerHead = JointName("human_center_head_3D")
        /// The top of the head.
        public static let topHead = JointName("human_top_head_3D")
        /// The person's left shoulder.
        public static let leftShoulder = JointName("human_left_shoulder_3D")
        /// The person's left elbow.
        public static let leftElbow = JointName("human_left_elbow_3D")
        /// The person's left wrist.
        public static let leftWrist = JointName("human_left_wrist_3D")
        /// The person's right shoulder.
        public static let rightShoulder = JointName("human_right_shoulder_3D")
        /// The person's right elbow.
        public static let rightElbow = JointName("human_right_elbow_3D")
        /// The person's right wrist.
        public static let rightWrist = JointName("human_right_wrist_3D")

        /// All joints, in the order of the cases of `BodyJoint3D`.
        static let all: [JointName] = [
            .root, .rightHip, .rightKnee, .rightAnkle, .leftHip, .leftKnee, .leftAnkle, .spine, .centerShoulder, .centerHead, .topHead,
            .leftShoulder, .leftElbow, .leftWrist, .rightShoulder, .rightElbow, .rightWrist,
        ]
    }

    /// A group of joints of a 3D body.
    public struct JointsGroupName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointGroupKey(rawValue: name)
        }

        /// The middle and the top of the head.
        public static let head = JointsGroupName("human_joint_group_head_3D")
        /// Spine, shoulders, root and hips.
        public static let torso = JointsGroupName("human_joint_group_torso_3D")
        /// Shoulder, elbow and wrist of the person's left arm.
        public static let leftArm = JointsGroupName("human_joint_group_left_arm_3D")
        /// Shoulder, elbow and wrist of the person's right arm.
        public static let rightArm = JointsGroupName("human_joint_group_right_arm_3D")
        /// Hip, knee and ankle of the person's left leg.
        public static let leftLeg = JointsGroupName("human_joint_group_left_leg_3D")
        /// Hip, knee and ankle of the person's right leg.
        public static let rightLeg = JointsGroupName("human_joint_group_right_leg_3D")
        /// All joints.
        public static let all = JointsGroupName(rawValue: .all)

        /// The joints of each group, except the group of all joints.
        static let members: [(group: JointsGroupName, joints: [JointName])] = [
            (.head, [.centerHead, .topHead]),
            (.torso, [.leftShoulder, .rightShoulder, .centerShoulder, .spine, .root, .leftHip, .rightHip]),
            (.leftArm, [.leftShoulder, .leftElbow, .leftWrist]),
            (.rightArm, [.rightShoulder, .rightElbow, .rightWrist]),
            (.leftLeg, [.leftHip, .leftKnee, .leftAnkle]),
            (.rightLeg, [.rightHip, .rightKnee, .rightAnkle]),
        ]
    }
}
