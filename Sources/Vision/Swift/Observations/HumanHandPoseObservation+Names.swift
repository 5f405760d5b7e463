extension HumanHandPoseObservation {
    /// A joint of a hand.
    public enum JointName: String, Hashable, Sendable, Codable {
        case wrist
        case thumbCMC
        case thumbMP
        case thumbIP
        case thumbTip
        case indexMCP
        case indexPIP
        case indexDIP
        case indexTip
        case middleMCP
        case middlePIP
        case middleDIP
        case middleTip
        case ringMCP
        case ringPIP
        case ringDIP
        case ringTip
        case littleMCP
        case littlePIP
        case littleDIP
        case littleTip

        /// All joints, in the order of `HandJoint`.
        static let all: [JointName] = [
            .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip, .indexMCP, .indexPIP, .indexDIP, .indexTip, .middleMCP, .middlePIP,
            .middleDIP, .middleTip, .ringMCP, .ringPIP, .ringDIP, .ringTip, .littleMCP, .littlePIP, .littleDIP, .littleTip,
        ]
    }

    /// A group of joints of a hand.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        case thumb
        case indexFinger
        case middleFinger
        case ringFinger
        case littleFinger

        /// The joints of the group.
        var members: [JointName] {
            switch self {
            case .thumb: [.thumbCMC, .thumbMP, .thumbIP, .thumbTip]
            case .indexFinger: [.indexMCP, .indexPIP, .indexDIP, .indexTip]
            case .middleFinger: [.middleMCP, .middlePIP, .middleDIP, .middleTip]
            case .ringFinger: [.ringMCP, .ringPIP, .ringDIP, .ringTip]
            case .littleFinger: [.littleMCP, .littlePIP, .littleDIP, .littleTip]
            }
        }
    }
}
