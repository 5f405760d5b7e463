/// Something with joints.
public protocol PoseProviding {
    /// The names of the joints.
    associatedtype PoseJointName: Decodable, Encodable, Hashable, RawRepresentable where PoseJointName.RawValue == String
    /// The names of groups of joints, such as an arm.
    associatedtype PoseJointsGroupName: CaseIterable, RawRepresentable where PoseJointsGroupName.RawValue == String

    /// The joints that were found.
    var availableJointNames: [PoseJointName] { get }
    /// The groups in which at least one joint was found.
    var availableJointsGroupNames: [PoseJointsGroupName] { get }

    /// A joint; `nil` if it was not found.
    func joint(for jointName: PoseJointName) -> Joint?

    /// The joints of a group. With `nil`, all joints that were found.
    func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
}
