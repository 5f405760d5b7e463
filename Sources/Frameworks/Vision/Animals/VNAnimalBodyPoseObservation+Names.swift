import VisionRuntime

extension VNAnimalBodyPoseObservation {
    /// A joint of a cat's or dog's body. Left and right are the animal's own.
    public struct JointName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointKey(rawValue: name)
        }

        /// The tip of the animal's left ear.
        public static let leftEarTop = JointName("animal_joint_left_ear_top")
        /// The tip of the animal's right ear.
        public static let rightEarTop = JointName("animal_joint_right_ear_top")
        /// The middle of the animal's left ear.
        public static let leftEarMiddle = JointName("animal_joint_left_ear_middle")
        /// The middle of the animal's right ear.
        public static let rightEarMiddle = JointName("animal_joint_right_ear_middle")
        /// The base of the animal's left ear.
        public static let leftEarBottom = JointName("animal_joint_left_ear_bottom")
        /// The base of the animal's right ear.
        public static let rightEarBottom = JointName("animal_joint_right_ear_bottom")
        /// The animal's left eye.
        public static let leftEye = JointName("animal_joint_left_eye")
        /// The animal's right eye.
        public static let rightEye = JointName("animal_joint_right_eye")
        /// The tip of the nose.
        public static let nose = JointName("animal_joint_nose")
        /// The neck, where it meets the trunk.
        public static let neck = JointName("animal_joint_heck")
        /// The upper joint of the animal's left foreleg.
        public static let leftFrontElbow = JointName("animal_joint_left_front_elbow")
        /// The upper joint of the animal's right foreleg.
        public static let rightFrontElbow = JointName("animal_joint_right_front_elbow")
        /// The lower joint of the animal's left foreleg.
        public static let leftFrontKnee = JointName("animal_joint_left_front_knee")
        /// The lower joint of the animal's right foreleg.
        public static let rightFrontKnee = JointName("animal_joint_right_front_knee")
        /// The paw of the animal's left foreleg.
        public static let leftFrontPaw = JointName("animal_joint_left_front_paw")
        /// The paw of the animal's right foreleg.
        public static let rightFrontPaw = JointName("animal_joint_right_front_paw")
        /// The upper joint of the animal's left hind leg.
        public static let leftBackElbow = JointName("animal_joint_left_back_elbow")
        /// The upper joint of the animal's right hind leg.
        public static let rightBackElbow = JointName("animal_joint_right_back_elbow")
        /// The lower joint of the animal's left hind leg.
        public static let leftBackKnee = JointName("animal_joint_left_back_knee")
        /// The lower joint of the animal's right hind leg.
        public static let rightBackKnee = JointName("animal_joint_right_back_knee")
        /// The paw of the animal's left hind leg.
        public static let leftBackPaw = JointName("animal_joint_left_back_paw")
        /// The paw of the animal's right hind leg.
        public static let rightBackPaw = JointName("animal_joint_right_back_paw")
        /// The base of the tail.
        public static let tailTop = JointName("animal_joint_tail_top")
        /// The middle of the tail.
        public static let tailMiddle = JointName("animal_joint_tail_middle")
        /// The tip of the tail.
        public static let tailBottom = JointName("animal_joint_tail_bottom")

        /// All joints, in the order of the cases of `AnimalJoint`.
        static let all: [JointName] = [
            .leftEarTop, .rightEarTop, .leftEarMiddle, .rightEarMiddle, .leftEarBottom, .rightEarBottom, .leftEye, .rightEye, .nose,
            .neck, .leftFrontElbow, .rightFrontElbow, .leftFrontKnee, .rightFrontKnee, .leftFrontPaw, .rightFrontPaw, .leftBackElbow,
            .rightBackElbow, .leftBackKnee, .rightBackKnee, .leftBackPaw, .rightBackPaw, .tailTop, .tailMiddle, .tailBottom,
        ]
    }

    /// A group of joints of a cat's or dog's body.
    public struct JointsGroupName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointGroupKey(rawValue: name)
        }

        /// Eyes, ears and nose.
        public static let head = JointsGroupName("animal_joint_group_head")
        /// The trunk, of which only the neck is detected.
        public static let trunk = JointsGroupName("animal_joint_group_trunk")
        /// The joints and paws of both forelegs.
        public static let forelegs = JointsGroupName("animal_joint_group_gorelegs")
        /// The joints and paws of both hind legs.
        public static let hindlegs = JointsGroupName("animal_joint_group_hindlegs")
        /// The three points of the tail.
        public static let tail = JointsGroupName("animal_joint_group_tail")
        /// All joints.
        public static let all = JointsGroupName(rawValue: .all)

        /// The joints of each group, except the group of all joints.
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
