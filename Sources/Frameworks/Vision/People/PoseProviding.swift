/// A type that has the joints of a body or a hand.
public protocol PoseProviding {
    /// The type of the joints' names.
    associatedtype PoseJointName: Decodable, Encodable, Hashable, RawRepresentable where PoseJointName.RawValue == String
    /// The type of the names of joint groups, such as an arm.
    associatedtype PoseJointsGroupName: CaseIterable, RawRepresentable where PoseJointsGroupName.RawValue == String

    /// The joints that were found.
    var availableJointNames: [PoseJointName] { get }
    /// All groups of joints.
    var availableJointsGroupNames: [PoseJointsGroupName] { get }

    /// A joint by its name; `nil` if it was not found.
    func joint(for jointName: PoseJointName) -> Joint?

    /// The joints of a group that were found. With `nil`, all found joints.
    func allJoints(in groupName: PoseJointsGroupName?) -> [PoseJointName: Joint]
}
