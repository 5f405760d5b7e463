import Foundation

/// A quaternion, `ix·i + iy·j + iz·k + r`. A unit quaternion represents a rotation in three dimensions. Use the type as ``simd_quatf`` or
/// ``simd_quatd``.
@frozen
public struct SIMDQuaternion<Scalar: BinaryFloatingPoint & SIMDScalar>: Equatable {
    /// The components: the three imaginary parts, then the real part.
    public var vector: SIMD4<Scalar>

    /// Creates a quaternion from the three imaginary parts, followed by the real part.
    @inlinable public init(vector: SIMD4<Scalar>) { self.vector = vector }
    /// Creates the zero quaternion.
    @inlinable public init() { vector = SIMD4() }
    /// Creates a quaternion from imaginary parts and a real part.
    @inlinable public init(ix: Scalar, iy: Scalar, iz: Scalar, r: Scalar) { vector = SIMD4(ix, iy, iz, r) }
    /// Creates a quaternion from a real part and imaginary parts.
    @inlinable public init(real: Scalar, imag: SIMD3<Scalar>) { vector = SIMD4(imag, real) }

    /// Creates the rotation by `angle` radians about the unit vector `axis`. It is counterclockwise if `axis` points towards the viewer.
    public init(angle: Scalar, axis: SIMD3<Scalar>) {
        let half = Double(angle) / 2
        self.init(real: Scalar(Foundation.cos(half)), imag: axis * Scalar(Foundation.sin(half)))
    }

    /// Creates the shortest rotation that maps the unit vector `from` to the unit vector `to`.
    public init(from: SIMD3<Scalar>, to: SIMD3<Scalar>) {
        let real = 1 + dot(from, to)
        if real > 1e-6 {
            self = SIMDQuaternion(real: real, imag: cross(from, to)).normalized
        } else {
            // The vectors are opposite: rotate by 180° about any axis that is perpendicular to them.
            let other: SIMD3<Scalar> = Swift.abs(from.x) < 0.9 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)
            self.init(real: 0, imag: normalize(cross(from, other)))
        }
    }

    /// The real part.
    @inlinable public var real: Scalar {
        get { vector.w }
        set { vector.w = newValue }
    }
    /// The imaginary parts.
    @inlinable public var imag: SIMD3<Scalar> {
        get { SIMD3(vector.x, vector.y, vector.z) }
        set { vector = SIMD4(newValue, vector.w) }
    }
    /// The angle of the rotation in radians, 0…2π.
    public var angle: Scalar { Scalar(2 * Foundation.atan2(Double(simd.length(imag)), Double(real))) }
    /// The axis of the rotation, a unit vector.
    @inlinable public var axis: SIMD3<Scalar> { normalize(imag) }
    /// The quaternion with the imaginary parts negated.
    @inlinable public var conjugate: Self { Self(vector: SIMD4(-vector.x, -vector.y, -vector.z, vector.w)) }
    /// The inverse: the product of this quaternion and its inverse is 1.
    @inlinable public var inverse: Self { Self(vector: conjugate.vector / dot(vector, vector)) }
    /// The Euclidean length of the vector of the four components.
    @inlinable public var length: Scalar { simd.length(vector) }
    /// The quaternion of length 1 in the same direction.
    @inlinable public var normalized: Self { Self(vector: normalize(vector)) }

    /// The vector `v`, rotated by this unit quaternion.
    @inlinable public func act(_ v: SIMD3<Scalar>) -> SIMD3<Scalar> {
        let t = cross(imag, v) * 2
        return v + t * real + cross(imag, t)
    }

    /// The sum of two quaternions, component by component.
    @inlinable public static func + (lhs: Self, rhs: Self) -> Self { Self(vector: lhs.vector + rhs.vector) }
    /// The difference of two quaternions, component by component.
    @inlinable public static func - (lhs: Self, rhs: Self) -> Self { Self(vector: lhs.vector - rhs.vector) }
    /// The quaternion with all components negated. It represents the same rotation.
    @inlinable public static prefix func - (rhs: Self) -> Self { Self(vector: -rhs.vector) }
    /// The product: the rotation `rhs` followed by the rotation `lhs`.
    @inlinable public static func * (lhs: Self, rhs: Self) -> Self {
        let imag = rhs.imag * lhs.real + lhs.imag * rhs.real + cross(lhs.imag, rhs.imag)
        return Self(real: lhs.real * rhs.real - dot(lhs.imag, rhs.imag), imag: imag)
    }
    /// Multiplies every component by a number.
    @inlinable public static func * (lhs: Self, rhs: Scalar) -> Self { Self(vector: lhs.vector * rhs) }
    /// Multiplies every component by a number.
    @inlinable public static func * (lhs: Scalar, rhs: Self) -> Self { Self(vector: rhs.vector * lhs) }
    /// The product with the inverse of `rhs`.
    @inlinable public static func / (lhs: Self, rhs: Self) -> Self { lhs * rhs.inverse }
    /// Divides every component by a number.
    @inlinable public static func / (lhs: Self, rhs: Scalar) -> Self { Self(vector: lhs.vector / rhs) }

    /// The three columns of the rotation matrix of this unit quaternion.
    @inlinable var rotationColumns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>) {
        (act(SIMD3(1, 0, 0)), act(SIMD3(0, 1, 0)), act(SIMD3(0, 0, 1)))
    }

    /// The unit quaternion of a rotation matrix, computed by Shepperd's method.
    @inlinable init(rotationColumns a: SIMD3<Scalar>, _ b: SIMD3<Scalar>, _ c: SIMD3<Scalar>) {
        let trace = a.x + b.y + c.z
        if trace >= 0 {
            let r = 2 * (trace + 1).squareRoot()
            self.init(ix: (b.z - c.y) / r, iy: (c.x - a.z) / r, iz: (a.y - b.x) / r, r: r / 4)
        } else if a.x >= b.y && a.x >= c.z {
            let x = 2 * (1 - b.y - c.z + a.x).squareRoot()
            self.init(ix: x / 4, iy: (b.x + a.y) / x, iz: (c.x + a.z) / x, r: (b.z - c.y) / x)
        } else if b.y >= c.z {
            let y = 2 * (1 - a.x - c.z + b.y).squareRoot()
            self.init(ix: (b.x + a.y) / y, iy: y / 4, iz: (c.y + b.z) / y, r: (c.x - a.z) / y)
        } else {
            let z = 2 * (1 - a.x - b.y + c.z).squareRoot()
            self.init(ix: (c.x + a.z) / z, iy: (c.y + b.z) / z, iz: z / 4, r: (a.y - b.x) / z)
        }
    }
}

extension SIMDQuaternion: Sendable where Scalar: Sendable, Scalar.SIMD4Storage: Sendable {}

/// A quaternion of floats.
public typealias simd_quatf = SIMDQuaternion<Float>
/// A quaternion of doubles.
public typealias simd_quatd = SIMDQuaternion<Double>

extension SIMDQuaternion<Float> {
    /// Creates the unit quaternion of a rotation matrix.
    public init(_ rotation: simd_float3x3) { self.init(rotationColumns: rotation.columns.0, rotation.columns.1, rotation.columns.2) }
    /// Creates the unit quaternion of the rotation in a rigid transform.
    public init(_ transform: simd_float4x4) { self.init(simd_float3x3(upperLeftOf: transform)) }
}

extension SIMDQuaternion<Double> {
    /// Creates the unit quaternion of a rotation matrix.
    public init(_ rotation: simd_double3x3) { self.init(rotationColumns: rotation.columns.0, rotation.columns.1, rotation.columns.2) }
}

extension simd_float3x3 {
    /// Creates the rotation matrix of a unit quaternion.
    public init(_ quaternion: simd_quatf) { self.init(columns: quaternion.rotationColumns) }

    init(upperLeftOf m: simd_float4x4) {
        self.init(simd_make_float3(m.columns.0), simd_make_float3(m.columns.1), simd_make_float3(m.columns.2))
    }
}

extension simd_double3x3 {
    /// Creates the rotation matrix of a unit quaternion.
    public init(_ quaternion: simd_quatd) { self.init(columns: quaternion.rotationColumns) }
}

extension simd_float4x4 {
    /// Creates the rigid transform that rotates about the origin by a unit quaternion.
    public init(_ quaternion: simd_quatf) {
        let columns = quaternion.rotationColumns
        self.init(SIMD4(columns.0, 0), SIMD4(columns.1, 0), SIMD4(columns.2, 0), SIMD4(0, 0, 0, 1))
    }
}

/// The unit quaternion of the rotation by `angle` radians about the unit vector `axis`.
public func simd_quaternion(_ angle: Float, _ axis: simd_float3) -> simd_quatf { simd_quatf(angle: angle, axis: axis) }
/// The unit quaternion of the rotation by `angle` radians about the unit vector `axis`.
public func simd_quaternion(_ angle: Double, _ axis: simd_double3) -> simd_quatd { simd_quatd(angle: angle, axis: axis) }
/// The unit quaternion of a rotation matrix.
public func simd_quaternion(_ rotation: simd_float3x3) -> simd_quatf { simd_quatf(rotation) }
/// The rotation matrix of a unit quaternion.
public func simd_matrix3x3(_ quaternion: simd_quatf) -> simd_float3x3 { simd_float3x3(quaternion) }
/// The rigid transform that rotates about the origin by a unit quaternion.
public func simd_matrix4x4(_ quaternion: simd_quatf) -> simd_float4x4 { simd_float4x4(quaternion) }
/// The product: the rotation `q` followed by the rotation `p`.
public func simd_mul<S>(_ p: SIMDQuaternion<S>, _ q: SIMDQuaternion<S>) -> SIMDQuaternion<S> { p * q }
/// The vector `v`, rotated by the unit quaternion `q`.
public func simd_act<S>(_ q: SIMDQuaternion<S>, _ v: SIMD3<S>) -> SIMD3<S> { q.act(v) }
/// The quaternion of length 1 in the same direction.
public func simd_normalize<S>(_ q: SIMDQuaternion<S>) -> SIMDQuaternion<S> { q.normalized }
/// The inverse: the product of `q` and its inverse is 1.
public func simd_inverse<S>(_ q: SIMDQuaternion<S>) -> SIMDQuaternion<S> { q.inverse }

/// Spherical linear interpolation: the rotation at the fraction `t` of the shorter arc from `q0` to `q1`. The angle is proportional to `t`.
public func simd_slerp<S>(_ q0: SIMDQuaternion<S>, _ q1: SIMDQuaternion<S>, _ t: S) -> SIMDQuaternion<S> {
    let cosine = dot(q0.vector, q1.vector)
    let end = cosine < 0 ? -q1.vector : q1.vector
    let angle = Foundation.acos(Swift.min(1, Swift.abs(Double(cosine))))
    guard angle > 1e-6 else { return SIMDQuaternion(vector: mix(q0.vector, end, t: t)).normalized }
    let sine = Foundation.sin(angle)
    let a = S(Foundation.sin((1 - Double(t)) * angle) / sine)
    let b = S(Foundation.sin(Double(t) * angle) / sine)
    return SIMDQuaternion(vector: q0.vector * a + end * b)
}
