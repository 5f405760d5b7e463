extension AnimalBodyPoseObservation {
    /// A joint of a cat's or dog's body. Left and right are the animal's own.
    public enum JointName: String, Hashable, Sendable, Codable {
        case leftEarTop
        case rightEarTop
        case leftEarMiddle
        case rightEarMiddle
        case leftEarBottom
        case rightEarBottom
        case leftEye
        case rightEye
        case nose
        case neck
        case leftFrontElbow
        case rightFrontElbow
        case leftFrontKnee
        case rightFrontKnee
        case leftFrontPaw
        case rightFrontPaw
        case leftBackElbow
        case rightBackElbow
        case leftBackKnee
        case rightBackKnee
        case leftBackPaw
        case rightBackPaw
        case tailTop
        case tailMiddle
        case tailBottom

        /// All joints, in the order of `AnimalJoint`.
        static let all: [JointName] = [
            .leftEarTop, .rightEarTop, .leftEarMiddle, .rightEarMiddle, .leftEarBottom, .rightEarBottom, .leftEye, .rightEye, .nose,
            .neck, .leftFrontElbow, .rightFrontElbow, .leftFrontKnee, .rightFrontKnee, .leftFrontPaw, .rightFrontPaw, .leftBackElbow,
            .rightBackElbow, .leftBackKnee, .rightBackKnee, .leftBackPaw, .rightBackPaw, .tailTop, .tailMiddle, .tailBottom,
        ]
    }

    /// A group of joints of a cat's or dog's body.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        case head
        case trunk
        case forelegs
        case hindlegs
        case tail

        /// The joints of the group.
        var members: [JointName] {
            switch self {
            case .head:
                [
                    .leftEarTop, .rightEarTop, .leftEarMiddle, .rightEarMiddle, .leftEarBottom, .rightEarBottom, .leftEye, .rightEye,
                    .nose,
                ]
            case .trunk: [.neck]
            case .forelegs: [.leftFrontElbow, .rightFrontElbow, .leftFrontKnee, .rightFrontKnee, .leftFrontPaw, .rightFrontPaw]
            case .hindlegs: [.leftBackElbow, .rightBackElbow, .leftBackKnee, .rightBackKnee, .leftBackPaw, .rightBackPaw]
            case .tail: [.tailTop, .tailMiddle, .tailBottom]
            }
        }
    }
}
