import simd

/// An immutable position in three dimensions.
open class VNPoint3D: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The transform from the origin to the point. Its last column is the position, in metres.
    public let position: simd_float4x4

    /// Creates a point.
    ///
    /// - Parameter position: the transform from the origin to the point; its last column is the position, in metres.
    public init(position: simd_float4x4) {
        self.position = position
        super.init()
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let position = coder.decodeMatrix(forKey: "position") else { return nil }
        self.position = position
        super.init()
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(position, forKey: "position")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNPoint3D, type(of: other) == type(of: self) else { return false }
        return position == other.position
    }

    open override var hash: Int {
        var hasher = Hasher()
        for number in position.elements { hasher.combine(number) }
        return hasher.finalize()
    }

    open override var description: String {
        let place = position.columns.3
        return "[\(place.x), \(place.y), \(place.z)]"
    }
}

/// A recognised point in three dimensions, with its identifier.
open class VNRecognizedPoint3D: VNPoint3D, @unchecked Sendable {
    /// The name of the joint or landmark.
    public let identifier: VNRecognizedPointKey

    init(position: simd_float4x4, identifier: VNRecognizedPointKey) {
        self.identifier = identifier
        super.init(position: position)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
        self.identifier = VNRecognizedPointKey(rawValue: String(describing: identifier))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: identifier.rawValue), forKey: "identifier")
    }

    open override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNRecognizedPoint3D)?.identifier == identifier
    }

    open override var description: String { identifier.rawValue + " " + super.description }
}

/// A 3D joint of a body. Its position is relative to the body's root joint.
open class VNHumanBodyRecognizedPoint3D: VNRecognizedPoint3D, @unchecked Sendable {
    /// The joint's position relative to its parent.
    public let localPosition: simd_float4x4
    /// The parent joint in the skeleton. The root is its own parent.
    public let parentJoint: VNHumanBodyPose3DObservation.JointName

    init(
        position: simd_float4x4, localPosition: simd_float4x4, joint: VNHumanBodyPose3DObservation.JointName,
        parent: VNHumanBodyPose3DObservation.JointName
    ) {
        self.localPosition = localPosition
        parentJoint = parent
        super.init(position: position, identifier: joint.rawValue)
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let localPosition = coder.decodeMatrix(forKey: "localPosition"),
            let parent = coder.decodeObject(of: NSString.self, forKey: "parentJoint")
        else { return nil }
        self.localPosition = localPosition
        parentJoint = .init(rawValue: VNRecognizedPointKey(rawValue: String(describing: parent)))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(localPosition, forKey: "localPosition")
        coder.encode(NSString(string: parentJoint.rawValue.rawValue), forKey: "parentJoint")
    }
}

extension simd_float4x4 {
    /// Creates the matrix of a translation from the origin to `place`.
    init(moving place: SIMD3<Float>) {
        self = matrix_identity_float4x4
        columns.3 = SIMD4(place, 1)
    }

    /// The 16 elements, in column-major order.
    fileprivate var elements: [Float] { (0..<16).map { self[$0 / 4][$0 % 4] } }
}

extension NSCoder {
    fileprivate func encode(_ matrix: simd_float4x4, forKey key: String) {
        encode(matrix.elements.withUnsafeBytes { NSData(data: Data($0)) }, forKey: key)
    }

    fileprivate func decodeMatrix(forKey key: String) -> simd_float4x4? {
        guard let data = decodeObject(of: NSData.self, forKey: key) as Data?, data.count == 16 * MemoryLayout<Float>.size else {
            return nil
        }
        let numbers = data.withUnsafeBytes { bytes in (0..<16).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) } }
        let columns = (0..<4).map { column in SIMD4((0..<4).map { numbers[4 * column + $0] }) }
        return simd_float4x4(columns[0], columns[1], columns[2], columns[3])
    }
}
