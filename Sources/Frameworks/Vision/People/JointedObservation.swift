import CoreML
import VisionRuntime

/// An observation of joints in a fixed order.
protocol JointedObservation: FactualObservation, PoseProviding {
    /// The points, in the order of `jointNames`.
    var points: [FoundPoint] { get }

    static var jointNames: [PoseJointName] { get }

    static func members(of group: PoseJointsGroupName) -> [PoseJointName]
}

extension JointedObservation {
    /// The joints that were found.
    public var availableJointNames: [PoseJointName] { zip(Self.jointNames, points).filter(\.1.isFound).map(\.0) }

    /// All groups of joints.
    public var availableJointsGroupNames: [PoseJointsGroupName] { Array(PoseJointsGroupName.allCases) }

    /// A joint by its name; `nil` if it was not found.
    public func joint(for jointName: PoseJointName) -> Joint? {
        guard let index = Self.jointNames.firstIndex(of: jointName), points.indices.contains(index), points[index].isFound else {
            return nil
        }
        let point = points[index]
        return Joint(
            location: NormalizedPoint(normalizedPoint: point.location), jointName: jointName.rawValue, confidence: point.confidence)
    }

    /// The joints of a group that were found. With `nil`, all found joints.
    public func allJoints(in groupName: PoseJointsGroupName? = nil) -> [PoseJointName: Joint] {
        let names = groupName.map(Self.members) ?? Self.jointNames
        return names.reduce(into: [:]) { $0[$1] = joint(for: $1) }
    }

    var details: String { "\(points.count(where: \.isFound)) of \(points.count) joints" }
}
