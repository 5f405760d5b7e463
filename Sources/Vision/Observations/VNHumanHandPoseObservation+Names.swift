import VisionRuntime

extension VNHumanHandPoseObservation {
    /// A joint of a hand.
    public struct JointName: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointKey(rawValue: name)
        }

        public static let wrist = JointName("VNHLKWRI")
        /// The carpometacarpal joint.
        public static let thumbCMC = JointName("VNHLKTCMC")
        /// The metacarpophalangeal joint.
        public static let thumbMP = JointName("VNHLKTMP")
        /// The interphalangeal joint.
        public static let thumbIP = JointName("VNHLKTIP")
        public static let thumbTip = JointName("VNHLKTTIP")
        /// The knuckle; the proximal and the distal joint and the tip follow.
        public static let indexMCP = JointName("VNHLKIMCP")
        public static let indexPIP = JointName("VNHLKIPIP")
        public static let indexDIP = JointName("VNHLKIDIP")
        public static let indexTip = JointName("VNHLKITIP")
        public static let middleMCP = JointName("VNHLKMMCP")
        public static let middlePIP = JointName("VNHLKMPIP")
        public static let middleDIP = JointName("VNHLKMDIP")
        public static let middleTip = JointName("VNHLKMTIP")
        public static let ringMCP = JointName("VNHLKRMCP")
        public static let ringPIP = JointName("VNHLKRPIP")
        public static let ringDIP = JointName("VNHLKRDIP")
        public static let ringTip = JointName("VNHLKRTIP")
        public static let littleMCP = JointName("VNHLKPMCP")
        public static let littlePIP = JointName("VNHLKPPIP")
        public static let littleDIP = JointName("VNHLKPDIP")
        public static let littleTip = JointName("VNHLKPTIP")

        /// All joints, in the order of `HandJoint`.
        static let all: [JointName] = [
            .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip, .indexMCP, .indexPIP, .indexDIP, .indexTip, .middleMCP, .middlePIP,
            .middleDIP, .middleTip, .ringMCP, .ringPIP, .ringDIP, .ringTip, .littleMCP, .littlePIP, .littleDIP, .littleTip,
        ]
    }

    /// A group of joints of a hand.
    public struct JointsGroupName: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) {
            self.rawValue = rawValue
        }

        fileprivate init(_ name: String) {
            rawValue = VNRecognizedPointGroupKey(rawValue: name)
        }

        public static let thumb = JointsGroupName("VNHLRKT")
        public static let indexFinger = JointsGroupName("VNHLRKI")
        public static let middleFinger = JointsGroupName("VNHLRKM")
        public static let ringFinger = JointsGroupName("VNHLRKR")
        public static let littleFinger = JointsGroupName("VNHLRKP")
        public static let all = JointsGroupName(rawValue: .all)

        /// The joints of each group but that of all.
        static let members: [(group: JointsGroupName, joints: [JointName])] = [
            (.thumb, [.thumbCMC, .thumbMP, .thumbIP, .thumbTip]),
            (.indexFinger, [.indexMCP, .indexPIP, .indexDIP, .indexTip]),
            (.middleFinger, [.middleMCP, .middlePIP, .middleDIP, .middleTip]),
            (.ringFinger, [.ringMCP, .ringPIP, .ringDIP, .ringTip]),
            (.littleFinger, [.littleMCP, .littlePIP, .littleDIP, .littleTip]),
        ]
    }
}
