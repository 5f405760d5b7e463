// Written by Scripts/generate_matrices.py.

// The names that Apple's `simd` module gives to its matrices, beside `simd_float3x3` and its like.

/// A matrix of two columns and two rows.
public typealias matrix_float2x2 = simd_float2x2
/// A matrix of two columns and three rows.
public typealias matrix_float2x3 = simd_float2x3
/// A matrix of two columns and four rows.
public typealias matrix_float2x4 = simd_float2x4
/// A matrix of three columns and two rows.
public typealias matrix_float3x2 = simd_float3x2
/// A matrix of three columns and three rows.
public typealias matrix_float3x3 = simd_float3x3
/// A matrix of three columns and four rows.
public typealias matrix_float3x4 = simd_float3x4
/// A matrix of four columns and two rows.
public typealias matrix_float4x2 = simd_float4x2
/// A matrix of four columns and three rows.
public typealias matrix_float4x3 = simd_float4x3
/// A matrix of four columns and four rows.
public typealias matrix_float4x4 = simd_float4x4
/// A matrix of two columns and two rows.
public typealias float2x2 = simd_float2x2
/// A matrix of two columns and three rows.
public typealias float2x3 = simd_float2x3
/// A matrix of two columns and four rows.
public typealias float2x4 = simd_float2x4
/// A matrix of three columns and two rows.
public typealias float3x2 = simd_float3x2
/// A matrix of three columns and three rows.
public typealias float3x3 = simd_float3x3
/// A matrix of three columns and four rows.
public typealias float3x4 = simd_float3x4
/// A matrix of four columns and two rows.
public typealias float4x2 = simd_float4x2
/// A matrix of four columns and three rows.
public typealias float4x3 = simd_float4x3
/// A matrix of four columns and four rows.
public typealias float4x4 = simd_float4x4
/// A matrix of two columns and two rows.
public typealias matrix_double2x2 = simd_double2x2
/// A matrix of two columns and three rows.
public typealias matrix_double2x3 = simd_double2x3
/// A matrix of two columns and four rows.
public typealias matrix_double2x4 = simd_double2x4
/// A matrix of three columns and two rows.
public typealias matrix_double3x2 = simd_double3x2
/// A matrix of three columns and three rows.
public typealias matrix_double3x3 = simd_double3x3
/// A matrix of three columns and four rows.
public typealias matrix_double3x4 = simd_double3x4
/// A matrix of four columns and two rows.
public typealias matrix_double4x2 = simd_double4x2
/// A matrix of four columns and three rows.
public typealias matrix_double4x3 = simd_double4x3
/// A matrix of four columns and four rows.
public typealias matrix_double4x4 = simd_double4x4
/// A matrix of two columns and two rows.
public typealias double2x2 = simd_double2x2
/// A matrix of two columns and three rows.
public typealias double2x3 = simd_double2x3
/// A matrix of two columns and four rows.
public typealias double2x4 = simd_double2x4
/// A matrix of three columns and two rows.
public typealias double3x2 = simd_double3x2
/// A matrix of three columns and three rows.
public typealias double3x3 = simd_double3x3
/// A matrix of three columns and four rows.
public typealias double3x4 = simd_double3x4
/// A matrix of four columns and two rows.
public typealias double4x2 = simd_double4x2
/// A matrix of four columns and three rows.
public typealias double4x3 = simd_double4x3
/// A matrix of four columns and four rows.
public typealias double4x4 = simd_double4x4

/// The 2 × 2 identity.
public let matrix_identity_float2x2 = simd_float2x2(diagonal: SIMD2(repeating: 1))
/// A matrix with the given diagonal and zeros elsewhere.
@inlinable public func simd_diagonal_matrix(_ x: SIMD2<Float>) -> simd_float2x2 { simd_float2x2(diagonal: x) }
/// The 3 × 3 identity.
public let matrix_identity_float3x3 = simd_float3x3(diagonal: SIMD3(repeating: 1))
/// A matrix with the given diagonal and zeros elsewhere.
@inlinable public func simd_diagonal_matrix(_ x: SIMD3<Float>) -> simd_float3x3 { simd_float3x3(diagonal: x) }
/// The 4 × 4 identity.
public let matrix_identity_float4x4 = simd_float4x4(diagonal: SIMD4(repeating: 1))
/// A matrix with the given diagonal and zeros elsewhere.
@inlinable public func simd_diagonal_matrix(_ x: SIMD4<Float>) -> simd_float4x4 { simd_float4x4(diagonal: x) }
/// The 2 × 2 identity.
public let matrix_identity_double2x2 = simd_double2x2(diagonal: SIMD2(repeating: 1))
/// A matrix with the given diagonal and zeros elsewhere.
@inlinable public func simd_diagonal_matrix(_ x: SIMD2<Double>) -> simd_double2x2 { simd_double2x2(diagonal: x) }
/// The 3 × 3 identity.
public let matrix_identity_double3x3 = simd_double3x3(diagonal: SIMD3(repeating: 1))
/// A matrix with the given diagonal and zeros elsewhere.
@inlinable public func simd_diagonal_matrix(_ x: SIMD3<Double>) -> simd_double3x3 { simd_double3x3(diagonal: x) }
/// The 4 × 4 identity.
public let matrix_identity_double4x4 = simd_double4x4(diagonal: SIMD4(repeating: 1))
/// A matrix with the given diagonal and zeros elsewhere.
@inlinable public func simd_diagonal_matrix(_ x: SIMD4<Double>) -> simd_double4x4 { simd_double4x4(diagonal: x) }

/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD2<Float>, _ c1: SIMD2<Float>) -> simd_float2x2 { simd_float2x2(c0, c1) }
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD3<Float>, _ c1: SIMD3<Float>) -> simd_float2x3 { simd_float2x3(c0, c1) }
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>) -> simd_float2x4 { simd_float2x4(c0, c1) }
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD2<Float>, _ c1: SIMD2<Float>, _ c2: SIMD2<Float>) -> simd_float3x2 {
    simd_float3x2(c0, c1, c2)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD3<Float>, _ c1: SIMD3<Float>, _ c2: SIMD3<Float>) -> simd_float3x3 {
    simd_float3x3(c0, c1, c2)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>, _ c2: SIMD4<Float>) -> simd_float3x4 {
    simd_float3x4(c0, c1, c2)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD2<Float>, _ c1: SIMD2<Float>, _ c2: SIMD2<Float>, _ c3: SIMD2<Float>) -> simd_float4x2 {
    simd_float4x2(c0, c1, c2, c3)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD3<Float>, _ c1: SIMD3<Float>, _ c2: SIMD3<Float>, _ c3: SIMD3<Float>) -> simd_float4x3 {
    simd_float4x3(c0, c1, c2, c3)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>, _ c2: SIMD4<Float>, _ c3: SIMD4<Float>) -> simd_float4x4 {
    simd_float4x4(c0, c1, c2, c3)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD2<Double>, _ c1: SIMD2<Double>) -> simd_double2x2 { simd_double2x2(c0, c1) }
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD3<Double>, _ c1: SIMD3<Double>) -> simd_double2x3 { simd_double2x3(c0, c1) }
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD4<Double>, _ c1: SIMD4<Double>) -> simd_double2x4 { simd_double2x4(c0, c1) }
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD2<Double>, _ c1: SIMD2<Double>, _ c2: SIMD2<Double>) -> simd_double3x2 {
    simd_double3x2(c0, c1, c2)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD3<Double>, _ c1: SIMD3<Double>, _ c2: SIMD3<Double>) -> simd_double3x3 {
    simd_double3x3(c0, c1, c2)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD4<Double>, _ c1: SIMD4<Double>, _ c2: SIMD4<Double>) -> simd_double3x4 {
    simd_double3x4(c0, c1, c2)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD2<Double>, _ c1: SIMD2<Double>, _ c2: SIMD2<Double>, _ c3: SIMD2<Double>) -> simd_double4x2 {
    simd_double4x2(c0, c1, c2, c3)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD3<Double>, _ c1: SIMD3<Double>, _ c2: SIMD3<Double>, _ c3: SIMD3<Double>) -> simd_double4x3 {
    simd_double4x3(c0, c1, c2, c3)
}
/// A matrix of the given columns.
@inlinable public func simd_matrix(_ c0: SIMD4<Double>, _ c1: SIMD4<Double>, _ c2: SIMD4<Double>, _ c3: SIMD4<Double>) -> simd_double4x4 {
    simd_double4x4(c0, c1, c2, c3)
}
