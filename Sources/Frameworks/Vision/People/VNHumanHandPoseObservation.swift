import VisionRuntime

/// The side of a hand: left or right.
@frozen
public enum VNChirality: Int, Sendable {
    /// An unknown side.
    case unknown = 0
    /// A left hand.
    case left = -1
    /// A right hand.
    case right = 1
}

/// The joints of a hand.
open class VNHumanHandPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
    /// The side of the hand: left, right or unknown.
    public let chirality: VNChirality

    override class var layout: PointLayout { handLayout }

    private static let handLayout: PointLayout = {
        let keys = JointName.all.map(\.rawValue)
        let groups = JointsGroupName.members.map { ($0.group.rawValue, $0.joints.map(\.rawValue)) }
        return PointLayout(keys: keys, groups: groups, arrayKeys: keys)
    }()

    init(_ origin: Origin, _ hand: HandFinding) {
        chirality = VNChirality(hand.side)
        super.init(origin, points: hand.pose.points, confidence: hand.pose.confidence)
    }

    private struct Contents: Codable {
        let chirality: Int
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNHumanHandPoseObservation.self),
            let chirality = VNChirality(rawValue: contents.chirality)
        else { return nil }
        self.chirality = chirality
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: Contents(chirality: chirality.rawValue), of: VNHumanHandPoseObservation.self)
    }

    /// All joints of a hand.
    public var availableJointNames: [JointName] { JointName.all }

    /// All groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.members.map(\.group) + [.all] }

    /// A joint by its name. The confidence is 0 if the joint was not found.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointNames``.
    public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
        try recognizedPoint(forKey: jointName.rawValue)
    }

    /// The joints of a group.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointsGroupNames``.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
        try recognizedPoints(forGroupKey: jointsGroupName.rawValue).reduce(into: [:]) { $0[JointName(rawValue: $1.key)] = $1.value }
    }
}

extension VNChirality {
    init(_ side: HandFinding.Side?) {
        self =
            switch side {
            case nil: .unknown
            case .left: .left
            case .right: .right
            }
    }
}
