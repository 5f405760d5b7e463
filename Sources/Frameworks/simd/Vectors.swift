// The short and long names that Apple's `simd` module gives to the vectors of the standard library.

/// Two integers of 8 bits.
public typealias simd_char2 = SIMD2<Int8>
/// Three integers of 8 bits.
public typealias simd_char3 = SIMD3<Int8>
/// Four integers of 8 bits.
public typealias simd_char4 = SIMD4<Int8>
/// Two unsigned integers of 8 bits.
public typealias simd_uchar2 = SIMD2<UInt8>
/// Three unsigned integers of 8 bits.
public typealias simd_uchar3 = SIMD3<UInt8>
/// Four unsigned integers of 8 bits.
public typealias simd_uchar4 = SIMD4<UInt8>
/// Eight unsigned integers of 8 bits.
public typealias simd_uchar8 = SIMD8<UInt8>
/// Sixteen unsigned integers of 8 bits.
public typealias simd_uchar16 = SIMD16<UInt8>
/// Two integers of 16 bits.
public typealias simd_short2 = SIMD2<Int16>
/// Three integers of 16 bits.
public typealias simd_short3 = SIMD3<Int16>
/// Four integers of 16 bits.
public typealias simd_short4 = SIMD4<Int16>
/// Two unsigned integers of 16 bits.
public typealias simd_ushort2 = SIMD2<UInt16>
/// Three unsigned integers of 16 bits.
public typealias simd_ushort3 = SIMD3<UInt16>
/// Four unsigned integers of 16 bits.
public typealias simd_ushort4 = SIMD4<UInt16>
/// Two integers of 32 bits.
public typealias simd_int2 = SIMD2<Int32>
/// Three integers of 32 bits.
public typealias simd_int3 = SIMD3<Int32>
/// Four integers of 32 bits.
public typealias simd_int4 = SIMD4<Int32>
/// Eight integers of 32 bits.
public typealias simd_int8 = SIMD8<Int32>
/// Two unsigned integers of 32 bits.
public typealias simd_uint2 = SIMD2<UInt32>
/// Three unsigned integers of 32 bits.
public typealias simd_uint3 = SIMD3<UInt32>
/// Four unsigned integers of 32 bits.
public typealias simd_uint4 = SIMD4<UInt32>
/// Eight unsigned integers of 32 bits.
public typealias simd_uint8 = SIMD8<UInt32>
/// Two integers of 64 bits.
public typealias simd_long2 = SIMD2<Int>
/// Three integers of 64 bits.
public typealias simd_long3 = SIMD3<Int>
/// Four integers of 64 bits.
public typealias simd_long4 = SIMD4<Int>
/// Two unsigned integers of 64 bits.
public typealias simd_ulong2 = SIMD2<UInt>
/// Three unsigned integers of 64 bits.
public typealias simd_ulong3 = SIMD3<UInt>
/// Four unsigned integers of 64 bits.
public typealias simd_ulong4 = SIMD4<UInt>
/// A single float.
public typealias simd_float1 = Float
/// Two floats.
public typealias simd_float2 = SIMD2<Float>
/// Three floats.
public typealias simd_float3 = SIMD3<Float>
/// Four floats.
public typealias simd_float4 = SIMD4<Float>
/// Eight floats.
public typealias simd_float8 = SIMD8<Float>
/// Sixteen floats.
public typealias simd_float16 = SIMD16<Float>
/// A single double.
public typealias simd_double1 = Double
/// Two doubles.
public typealias simd_double2 = SIMD2<Double>
/// Three doubles.
public typealias simd_double3 = SIMD3<Double>
/// Four doubles.
public typealias simd_double4 = SIMD4<Double>
/// Eight doubles.
public typealias simd_double8 = SIMD8<Double>

/// Two integers of 32 bits.
public typealias vector_int2 = SIMD2<Int32>
/// Three integers of 32 bits.
public typealias vector_int3 = SIMD3<Int32>
/// Four integers of 32 bits.
public typealias vector_int4 = SIMD4<Int32>
/// Two unsigned integers of 32 bits.
public typealias vector_uint2 = SIMD2<UInt32>
/// Three unsigned integers of 32 bits.
public typealias vector_uint3 = SIMD3<UInt32>
/// Four unsigned integers of 32 bits.
public typealias vector_uint4 = SIMD4<UInt32>
/// Four unsigned integers of 8 bits.
public typealias vector_uchar4 = SIMD4<UInt8>
/// Two floats.
public typealias vector_float2 = SIMD2<Float>
/// Three floats.
public typealias vector_float3 = SIMD3<Float>
/// Four floats.
public typealias vector_float4 = SIMD4<Float>
/// Two doubles.
public typealias vector_double2 = SIMD2<Double>
/// Three doubles.
public typealias vector_double3 = SIMD3<Double>
/// Four doubles.
public typealias vector_double4 = SIMD4<Double>

/// Two integers of 32 bits.
public typealias int2 = SIMD2<Int32>
/// Three integers of 32 bits.
public typealias int3 = SIMD3<Int32>
/// Four integers of 32 bits.
public typealias int4 = SIMD4<Int32>
/// Two unsigned integers of 32 bits.
public typealias uint2 = SIMD2<UInt32>
/// Three unsigned integers of 32 bits.
public typealias uint3 = SIMD3<UInt32>
/// Four unsigned integers of 32 bits.
public typealias uint4 = SIMD4<UInt32>
/// Two floats.
public typealias float2 = SIMD2<Float>
/// Three floats.
public typealias float3 = SIMD3<Float>
/// Four floats.
public typealias float4 = SIMD4<Float>
/// Two doubles.
public typealias double2 = SIMD2<Double>
/// Three doubles.
public typealias double3 = SIMD3<Double>
/// Four doubles.
public typealias double4 = SIMD4<Double>

/// A vector of two elements.
@inlinable public func simd_make_float2(_ x: Float, _ y: Float) -> simd_float2 { simd_float2(x, y) }
/// The first two elements of a vector.
@inlinable public func simd_make_float2(_ v: simd_float3) -> simd_float2 { simd_float2(v.x, v.y) }
/// The first two elements of a vector.
@inlinable public func simd_make_float2(_ v: simd_float4) -> simd_float2 { simd_float2(v.x, v.y) }
/// A vector of three elements.
@inlinable public func simd_make_float3(_ x: Float, _ y: Float, _ z: Float) -> simd_float3 { simd_float3(x, y, z) }
/// A vector of three elements, the first two taken from `xy`.
@inlinable public func simd_make_float3(_ xy: simd_float2, _ z: Float) -> simd_float3 { simd_float3(xy.x, xy.y, z) }
/// The first three elements of a vector.
@inlinable public func simd_make_float3(_ v: simd_float4) -> simd_float3 { simd_float3(v.x, v.y, v.z) }
/// A vector of four elements.
@inlinable public func simd_make_float4(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> simd_float4 { simd_float4(x, y, z, w) }
/// A vector of four elements, the first three taken from `xyz`.
@inlinable public func simd_make_float4(_ xyz: simd_float3, _ w: Float) -> simd_float4 { simd_float4(xyz.x, xyz.y, xyz.z, w) }
