extension AnimalBodyPoseObservation {
    /// A joint of a cat's or dog's body. Left and right are the animal's own.
    public enum JointName: String, Hashable, Sendable, Codable {
        /// The tip of the animal's left ear.
        case leftEarTop
        /// The tip of the animal's right ear.
        case rightEarTop
        /// The middle of the animal's left ear.
        case leftEarMiddle
        /// The middle of the animal's right ear.
        case rightEarMiddle
        /// The base of the animal's left ear.
        case leftEarBottom
        /// The base of the animal's right ear.
        case rightEarBottom
        /// The animal's left eye.
        case leftEye
        /// The animal's right eye.
        case rightEye
        /// The tip of the nose.
        case nose
        /// The neck, where it meets the trunk.
        case neck
        /// The upper joint of the animal's left foreleg.
        case leftFrontElbow
        /// The upper joint of the animal's right foreleg.
        case rightFrontElbow
        /// The lower joint of the animal's left foreleg.
        case leftFrontKnee
        /// The lower joint of the animal's right foreleg.
        case rightFrontKnee
        /// The paw of the animal's left foreleg.
        case leftFrontPaw
        /// The paw of the animal's right foreleg.
        case rightFrontPaw
        /// The upper joint of the animal's left hind leg.
        case leftBackElbow
        /// The upper joint of the animal's right hind leg.
        case rightBackElbow
        /// The lower joint of the animal's left hind leg.
        case leftBackKnee
        /// The lower joint of the animal's right hind leg.
        case rightBackKnee
        /// The paw of the animal's left hind leg.
        case leftBackPaw
        /// The paw of the animal's right hind leg.
        case rightBackPaw
        /// The base of the tail.
        case tailTop
        /// The middle of the tail.
        case tailMiddle
        /// The tip of the tail.
        case tailBottom

        /// All joints, in the order of the cases of `AnimalJoint`.
        static let all: [JointName] = [
            .leftEarTop, .rightEarTop, .leftEarMiddle, .rightEarMiddle, .leftEarBottom, .rightEarBottom, .leftEye, .rightEye, .nose,
            .neck, .leftFrontElbow, .rightFrontElbow, .leftFrontKnee, .rightFrontKnee, .leftFrontPaw, .rightFrontPaw, .leftBackElbow,
            .rightBackElbow, .leftBackKnee, .rightBackKnee, .leftBackPaw, .rightBackPaw, .tailTop, .tailMiddle, .tailBottom,
        ]
    }

    /// A group of joints of a cat's or dog's body.
    public enum JointsGroupName: String, CaseIterable, Hashable, Sendable {
        /// Eyes, ears and nose.
        case head
        /// The trunk, of which only the neck is detected.
        case trunk
        /// The joints and paws of both forelegs.
        case forelegs
        /// The joints and paws of both hind legs.
        case hindlegs
        /// The three points of the tail.
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
