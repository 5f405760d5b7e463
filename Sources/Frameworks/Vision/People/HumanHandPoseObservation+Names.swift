extension HumanHandPoseObservation {
    /// A joint of a hand.
    public enum JointName: String, Hashable, Sendable, Codable {
        /// The middle of the wrist.
        case wrist
        /// The thumb's carpometacarpal joint, at the wrist.
        case thumbCMC
        /// The thumb's metacarpophalangeal joint, its base.
        case thumbMP
        /// The thumb's interphalangeal joint, below its tip.
        case thumbIP
        /// The tip of the thumb.
        case thumbTip
        /// The index finger's metacarpophalangeal joint, its knuckle.
        case indexMCP
        /// The index finger's proximal interphalangeal joint, the first from the knuckle.
        case indexPIP
        /// The index finger's distal interphalangeal joint, the last before the tip.
        case indexDIP
        /// The tip of the index finger.
        case indexTip
        /// The middle finger's metacarpophalangeal joint, its knuckle.
        case middleMCP
        /// The middle finger's proximal interphalangeal joint, the first from the knuckle.
        case middlePIP
        /// The middle finger's distal interphalangeal joint, the last before the tip.
        case middleDIP
        /// The tip of the middle finger.
        case middleTip
        /// The ring finger's metacarpophalangeal joint, its knuckle.
        case ringMCP
        /// The ring finger's proximal interphalangeal joint, the first from the knuckle.
        case ringPIP
        /// The ring finger's distal interphalangeal joint, the last before the tip.
        case ringDIP
        /// The tip of the ring finger.
        case ringTip
        /// The little finger's metacarpophalangeal joint, its knuckle.
        case littleMCP
        /// The little finger's proximal interphalangeal joint, the first from the knuckle.
        case littlePIP
        /// The little finger's distal interphalangeal joint, the last before the tip.
        case littleDIP
        /// The tip of the little finger.
        case littleTip

        /// All joints, in the order of the cases of `HandJoint`.
        static let all: [JointName] = [
            .wrist, .thumbCMC, .thumbMP, .thumbIP, .thumbTip, .indexMCP, .indexPIP, .indexDIP, .indexTip, .middleMCP, .middlePIP,
            .middleDIP, .middleTip, .ringMCP, .ringPIP, .ringDIP, .ringTip, .littleMCP, .littlePIP, .littleDIP, .littleTip,
        ]
    }

    /// A group of joints of a hand.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        /// The four joints of the thumb.
        case thumb
        /// The four joints of the index finger.
        case indexFinger
        /// The four joints of the middle finger.
        case middleFinger
        /// The four joints of the ring finger.
        case ringFinger
        /// The four joints of the little finger.
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
