import VisionRuntime
import simd

/// The recognised points of an object in three dimensions.
open class VNRecognizedPoints3DObservation: VNObservation, @unchecked Sendable {
    class var layout: PointLayout { .none }

    /// The point whose key is at `index` in the layout's `keys`; `nil` if there is none.
    func point(at index: Int) -> VNRecognizedPoint3D? { nil }

    /// The names of all points in observations of this class.
    public var availableKeys: [VNRecognizedPointKey] { Self.layout.keys }

    /// The names of all groups in observations of this class.
    public var availableGroupKeys: [VNRecognizedPointGroupKey] { Self.layout.groupKeys }

    /// A point by its name.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableKeys``.
    public func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint3D {
        guard let index = Self.layout.keys.firstIndex(of: pointKey), let point = point(at: index) else {
            throw VNErrorCode.invalidArgument.error("there is no point '\(pointKey.rawValue)' in a \(Self.self)")
        }
        return point
    }

    /// The points of a group.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableGroupKeys``.
    public func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint3D] {
        guard let members = Self.layout.members(of: groupKey) else {
            throw VNErrorCode.invalidArgument.error("there is no group '\(groupKey.rawValue)' in a \(Self.self)")
        }
        return try members.reduce(into: [:]) { $0[$1] = try recognizedPoint(forKey: $1) }
    }
}

/// The 3D joints of a person. Positions are relative to the root joint, in metres. The axes are those of the camera: x to the right, y up, z towards
/// the camera.
open class VNHumanBodyPose3DObservation: VNRecognizedPoints3DObservation, @unchecked Sendable {
    /// The method of determining a person's height.
    public enum HeightEstimation: Int, Sendable {
        /// The height is not measured. The person is assumed to be 1.8 m tall.
        case reference = 0
        /// The height was measured with a depth camera. Osprey never uses this method, because its images have no depth.
        case measured = 1
    }

    let pose: BodyPose3DFinding

    override class var layout: PointLayout { bodyLayout }

    private static let bodyLayout = PointLayout(
        keys: JointName.all.map(\.rawValue),
        groups: JointsGroupName.members.map { ($0.group.rawValue, $0.joints.map(\.rawValue)) }, arrayKeys: [])

    init(_ origin: Origin, _ pose: BodyPose3DFinding) {
        self.pose = pose
        super.init(origin, confidence: pose.confidence)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let pose: BodyPose3DFinding = coder.decodeContents(of: VNHumanBodyPose3DObservation.self),
            pose.positions.count == JointName.all.count, pose.places.count == JointName.all.count
        else { return nil }
        self.pose = pose
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: pose, of: VNHumanBodyPose3DObservation.self)
    }

    /// The method of determining ``bodyHeight``; always `.reference`.
    public var heightEstimation: HeightEstimation { .reference }

    /// The person's height, in metres.
    public var bodyHeight: Float { BodyPose3DFinding.referenceHeight }

    /// The camera's position relative to the root joint, in metres. The focal length, in pixels, is assumed to equal the length of the image's longer
    /// side.
    public var cameraOriginMatrix: simd_float4x4 { simd_float4x4(moving: pose.camera) }

    /// All joints.
    public var availableJointNames: [JointName] { JointName.all }

    /// All groups of joints.
    public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.members.map(\.group) + [.all] }

    /// A joint by its name.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointNames``.
    public func recognizedPoint(_ jointName: JointName) throws -> VNHumanBodyRecognizedPoint3D {
        point(try joint(jointName))
    }

    /// The joints of a group.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointsGroupNames``.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNHumanBodyRecognizedPoint3D] {
        guard let members = Self.layout.members(of: jointsGroupName.rawValue) else {
            throw VNErrorCode.invalidArgument.error("there is no group '\(jointsGroupName.rawValue.rawValue)' in a \(Self.self)")
        }
        let names = members.map(JointName.init(rawValue:))
        return try names.reduce(into: [:]) { $0[$1] = try recognizedPoint($1) }
    }

    /// The joint's position in the image, normalised to the upright image with the origin at the lower left.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointNames``.
    public func pointInImage(_ jointName: JointName) throws -> VNPoint {
        VNPoint(location: pose.places[try joint(jointName).rawValue])
    }

    /// The parent of a joint in the skeleton; `nil` for the root, and for names not in ``availableJointNames``.
    public func parentJointName(_ jointName: JointName) -> JointName? {
        guard let joint = try? joint(jointName), joint != .root else { return nil }
        return JointName.all[joint.parent.rawValue]
    }

    /// The joint's position relative to the camera.
    ///
    /// - Throws: `invalidArgument` if the name is not in ``availableJointNames``.
    public func cameraRelativePosition(_ jointName: JointName) throws -> simd_float4x4 {
        simd_float4x4(moving: pose.positions[try joint(jointName).rawValue] - pose.camera)
    }

    override func point(at index: Int) -> VNRecognizedPoint3D? { BodyJoint3D(rawValue: index).map { point($0) } }

    private func joint(_ name: JointName) throws -> BodyJoint3D {
        guard let joint = JointName.all.firstIndex(of: name).flatMap(BodyJoint3D.init(rawValue:)) else {
            throw VNErrorCode.invalidArgument.error("there is no joint '\(name.rawValue.rawValue)' in a \(Self.self)")
        }
        return joint
    }

    private func point(_ joint: BodyJoint3D) -> VNHumanBodyRecognizedPoint3D {
        VNHumanBodyRecognizedPoint3D(
            position: simd_float4x4(moving: pose.positions[joint.rawValue]),
            localPosition: simd_float4x4(moving: pose.positionBesideParent(joint)), joint: JointName.all[joint.rawValue],
            parent: JointName.all[joint.parent.rawValue])
    }
}
