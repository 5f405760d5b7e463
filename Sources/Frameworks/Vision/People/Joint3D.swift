import simd

/// A joint of a 3D body.
public struct Joint3D: Codable, Equatable, Hashable, Sendable {
    private let place: MatrixColumns
    private let placeBesideParent: MatrixColumns
    /// The raw value of the joint's name in its observation.
    public let identifier: String
    /// The identifier of the joint's parent in the skeleton.
    public let parentJoint: String

    /// Creates a joint. The parameter name `identifer` is misspelled as in Apple's interface.
    public init(position: simd_float4x4, localPosition: simd_float4x4, identifer: String, parentJoint: String) {
        place = MatrixColumns(position)
        placeBesideParent = MatrixColumns(localPosition)
        identifier = identifer
        self.parentJoint = parentJoint
    }

    /// The joint's position relative to the body's root joint, in metres.
    public var position: simd_float4x4 { place.matrix }

    /// The joint's position relative to its parent, in metres.
    public var localPosition: simd_float4x4 { placeBesideParent.matrix }
}

/// A matrix whose columns can be archived and hashed.
private struct MatrixColumns: Codable, Hashable, Sendable {
    private let first: SIMD4<Float>
    private let second: SIMD4<Float>
    private let third: SIMD4<Float>
    private let fourth: SIMD4<Float>

    init(_ matrix: simd_float4x4) {
        (first, second, third, fourth) = (matrix[0], matrix[1], matrix[2], matrix[3])
    }

    var matrix: simd_float4x4 { simd_float4x4([first, second, third, fourth]) }
}
