import VisionRuntime

extension VNHumanHandPoseObservation {
    /// A joint of a hand.
    public struct JointName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointKey(rawValue: name)
        }

        /// The middle of the wrist.
        public static let wrist = JointName("VNHLKWRI")
        /// The thumb's carpometacarpal joint, at the wrist.
        public static let thumbCMC = JointName("VNHLKTCMC")
        /// The thumb's metacarpophalangeal joint, its base.
        public static let thumbMP = JointName("VNHLKTMP")
        /// The thumb's interphalangeal joint, below its tip.
        public static let thumbIP = JointName("VNHLKTIP")
        /// The tip of the thumb.
        public static let thumbTip = JointName("VNHLKTTIP")
        /// The index finger's metacarpophalangeal joint, its knuckle.
        public static let indexMCP = JointName("VNHLKIMCP")
        /// The index finger's proximal interphalangeal joint, the first from the knuckle.
        public static let indexPIP = JointName("VNHLKIPIP")
        /// The index finger's distal interphalangeal joint, the last before the tip.
        public static let indexDIP = JointName("VNHLKIDIP")
        /// The tip of the index finger.
        public static let indexTip = JointName("VNHLKITIP")
        /// The middle finger's metacarpophalangeal joint, its knuckle.
        public static let middleMCP = JointName("VNHLKMMCP")
        /// The middle finger's proximal interphalangeal joint, the first from the knuckle.
        public static let middlePIP = JointName("VNHLKMPIP")
        /// The middle finger's distal interphalangeal joint, the last before the tip.
        public static let middleDIP = JointName("VNHLKMDIP")
        /// The tip of the middle finger.
        public static let middleTip = JointName("VNHLKMTIP")
        /// The ring finger's metacarpophalangeal joint, its knuckle.
        public static let ringMCP = JointName("VNHLKRMCP")
        /// The ring finger's proximal interphalangeal joint, the first from the knuckle.
        public static let ringPIP = JointName("VNHLKRPIP")
        /// The ring finger's distal interphalangeal joint, the last before the tip.
        public static let ringDIP = JointName("VNHLKRDIP")
        /// The tip of the ring finger.
        public static let ringTip = JointName("VNHLKRTIP")
        /// The little finger's metacarpophalangeal joint, its knuckle.
        public static let littleMCP = JointName("VNHLKPMCP")
        /// The little finger's proximal interphalangeal joint, the first from the knuckle.
        public static let littlePIP = JointName("VNHLKPPIP")
        /// The little finger's distal interphalangeal joint, the last before the tip.
        public static let littleDIP = JointName("VNHLKPDIP")
        /// The tip of the little finger.
        public static let littleTip = JointName("VNHLKPTIP")

        /// All joints, in the order of the cases of `HandJoint`.
        static let all: [JointName] = [
            .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip, .indexMCP, .indexPIP, .indexDIP, .indexTip, .middleMCP, .middlePIP,
            .middleDIP, .middleTip, .ringMCP, .ringPIP, .ringDIP, .ringTip, .littleMCP, .littlePIP, .littleDIP, .littleTip,
        ]
    }

    /// A group of joints of a hand.
    public struct JointsGroupName: Hashable, Equatable, RawRepresentable, Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointGroupKey(rawValue: name)
        }

        /// The four joints of the thumb.
        public static let thumb = JointsGroupName("VNHLRKT")
        /// The four joints of the index finger.
        public static let indexFinger = JointsGroupName("VNHLRKI")
        /// The four joints of the middle finger.
        public static let middleFinger = JointsGroupName("VNHLRKM")
        /// The four joints of the ring finger.
        public static let ringFinger = JointsGroupName("VNHLRKR")
        /// The four joints of the little finger.
        public static let littleFinger = JointsGroupName("VNHLRKP")
        /// All joints, including the wrist.
        public static let all = JointsGroupName(rawValue: .all)

        /// The joints of each group, except the group of all joints.
        static let members: [(group: JointsGroupName, joints: [JointName])] = [
            (.thumb, [.thumbCMC, .thumbMP, .thumbIP, .thumbTip]),
            (.indexFinger, [.indexMCP, .indexPIP, .indexDIP, .indexTip]),
            (.middleFinger, [.middleMCP, .middlePIP, .middleDIP, .middleTip]),
            (.ringFinger, [.ringMCP, .ringPIP, .ringDIP, .ringTip]),
            (.littleFinger, [.littleMCP, .littlePIP, .littleDIP, .littleTip]),
        ]
    }
}
