import VisionRuntime

extension VNAnimalBodyPoseObservation {
    /// A joint of a cat's or dog's body. Left and right are the animal's own.
    public struct JointName: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointKey(rawValue: name)
        }

        public static let leftEarTop = JointName("animal_joint_left_ear_top")
        public static let rightEarTop = JointName("animal_joint_right_ear_top")
        public static let leftEarMiddle = JointName("animal_joint_left_ear_middle")
        public static let rightEarMiddle = JointName("animal_joint_right_ear_middle")
        public static let leftEarBottom = JointName("animal_joint_left_ear_bottom")
        public static let rightEarBottom = JointName("animal_joint_right_ear_bottom")
        public static let leftEye = JointName("animal_joint_left_eye")
        public static let rightEye = JointName("animal_joint_right_eye")
        public static let nose = JointName("animal_joint_nose")
        public static let neck = JointName("animal_joint_heck")
        public static let leftFrontElbow = JointName("animal_joint_left_front_elbow")
        public static let rightFrontElbow = JointName("animal_joint_right_front_elbow")
        public static let leftFrontKnee = JointName("animal_joint_left_front_knee")
        public static let rightFrontKnee = JointName("animal_joint_right_front_knee")
        public static let leftFrontPaw = JointName("animal_joint_left_front_paw")
        public static let rightFrontPaw = JointName("animal_joint_right_front_paw")
        public static let leftBackElbow = JointName("animal_joint_left_back_elbow")
        public static let rightBackElbow = JointName("animal_joint_right_back_elbow")
        public static let leftBackKnee = JointName("animal_joint_left_back_knee")
        public static let rightBackKnee = JointName("animal_joint_right_back_knee")
        public static let leftBackPaw = JointName("animal_joint_left_back_paw")
        public static let rightBackPaw = JointName("animal_joint_right_back_paw")
        public static let tailTop = JointName("animal_joint_tail_top")
        public static let tailMiddle = JointName("animal_joint_tail_middle")
        public static let tailBottom = JointName("animal_joint_tail_bottom")

        /// All joints, in the order of `AnimalJoint`.
        static let all: [JointName] = [
            .leftEarTop, .rightEarTop, .leftEarMiddle, .rightEarMiddle, .leftEarBottom, .rightEarBottom, .leftEye, .rightEye, .nose,
            .neck, .leftFrontElbow, .rightFrontElbow, .leftFrontKnee, .rightFrontKnee, .leftFrontPaw, .rightFrontPaw, .leftBackElbow,
            .rightBackElbow, .leftBackKnee, .rightBackKnee, .leftBackPaw, .rightBackPaw, .tailTop, .tailMiddle, .tailBottom,
        ]
    }

    /// A group of joints of a cat's or dog's body.
    public struct JointsGroupName: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointGroupKey(rawValue: name)
        }

        public static let head = JointsGroupName("animal_joint_group_head")
        public static let trunk = JointsGroupName("animal_joint_group_trunk")
        public static let forelegs = JointsGroupName("animal_joint_group_gorelegs")
        public static let hindlegs = JointsGroupName("animal_joint_group_hindlegs")
        public static let tail = JointsGroupName("animal_joint_group_tail")
        public static let all = JointsGroupName(rawValue: .all)

        /// The joints of each group but that of all.
        static let members: [(group: JointsGroupName, joints: [JointName])] = [
            (
                .head,
                [
                    .leftEarTop, .rightEarTop, .leftEarMiddle, .rightEarMiddle, .leftEarBottom, .rightEarBottom, .leftEye, .rightEye,
                    .nose,
                ]
            ),
            (.trunk, [.neck]),
            (.forelegs, [.leftFrontElbow, .rightFrontElbow, .leftFrontKnee, .rightFrontKnee, .leftFrontPaw, .rightFrontPaw]),
            (.hindlegs, [.leftBackElbow, .rightBackElbow, .leftBackKnee, .rightBackKnee, .leftBackPaw, .rightBackPaw]),
            (.tail, [.tailTop, .tailMiddle, .tailBottom]),
        ]
    }
}
