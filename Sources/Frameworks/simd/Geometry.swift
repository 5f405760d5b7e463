// Lengths, products and distances of floating-point vectors. Each function has a short name and a `simd_` name.

/// The dot product: the sum of the products of corresponding elements.
@inlinable public func dot<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint { (x * y).sum() }
/// The dot product: the sum of the products of corresponding elements.
@inlinable public func simd_dot<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint { (x * y).sum() }

/// The right-handed cross product: a vector that is perpendicular to `x` and `y`. The length is the area of the parallelogram of `x` and `y`.
@inlinable public func cross<S: FloatingPoint & SIMDScalar>(_ x: SIMD3<S>, _ y: SIMD3<S>) -> SIMD3<S> {
    SIMD3(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x)
}
/// The cross product of two vectors in the plane. Only its third element is not zero.
@inlinable public func cross<S: FloatingPoint & SIMDScalar>(_ x: SIMD2<S>, _ y: SIMD2<S>) -> SIMD3<S> {
    SIMD3(0, 0, x.x * y.y - x.y * y.x)
}
/// The cross product: the same as ``cross(_:_:)-(SIMD3<S>,_)``.
@inlinable public func simd_cross<S: FloatingPoint & SIMDScalar>(_ x: SIMD3<S>, _ y: SIMD3<S>) -> SIMD3<S> { cross(x, y) }
/// The cross product: the same as ``cross(_:_:)-(SIMD2<S>,_)``.
@inlinable public func simd_cross<S: FloatingPoint & SIMDScalar>(_ x: SIMD2<S>, _ y: SIMD2<S>) -> SIMD3<S> { cross(x, y) }

/// The square of the Euclidean length.
@inlinable public func length_squared<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { dot(x, x) }
/// The square of the Euclidean length.
@inlinable public func simd_length_squared<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { dot(x, x) }
/// The Euclidean length.
@inlinable public func length<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { dot(x, x).squareRoot() }
/// The Euclidean length.
@inlinable public func simd_length<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { dot(x, x).squareRoot() }
/// The sum of the absolute values of the elements.
@inlinable public func norm_one<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { abs(x).sum() }
/// The sum of the absolute values of the elements.
@inlinable public func simd_norm_one<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { abs(x).sum() }
/// The largest absolute value of an element.
@inlinable public func norm_inf<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { abs(x).max() }
/// The largest absolute value of an element.
@inlinable public func simd_norm_inf<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { abs(x).max() }

/// The square of the Euclidean distance between two points.
@inlinable public func distance_squared<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint { length_squared(x - y) }
/// The square of the Euclidean distance between two points.
@inlinable public func simd_distance_squared<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint { length_squared(x - y) }
/// The Euclidean distance between two points.
@inlinable public func distance<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint { length(x - y) }
/// The Euclidean distance between two points.
@inlinable public func simd_distance<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint { length(x - y) }

/// The vector of length 1 in the direction of `x`; NaN for the zero vector.
@inlinable public func normalize<V: SIMD>(_ x: V) -> V where V.Scalar: FloatingPoint { x / length(x) }
/// The vector of length 1 in the direction of `x`; NaN for the zero vector.
@inlinable public func simd_normalize<V: SIMD>(_ x: V) -> V where V.Scalar: FloatingPoint { x / length(x) }

/// The orthogonal projection of `x` onto `y`.
@inlinable public func project<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: FloatingPoint { y * (dot(x, y) / dot(y, y)) }
/// The orthogonal projection of `x` onto `y`.
@inlinable public func simd_project<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: FloatingPoint { project(x, y) }

/// The direction `x` reflected in the plane with the unit normal `n`.
@inlinable public func reflect<V: SIMD>(_ x: V, n: V) -> V where V.Scalar: FloatingPoint { x - n * (2 * dot(x, n)) }
/// The direction `x` reflected in the plane with the unit normal `n`.
@inlinable public func simd_reflect<V: SIMD>(_ x: V, _ n: V) -> V where V.Scalar: FloatingPoint { reflect(x, n: n) }

/// Refracts the unit direction `x` at a surface with the unit normal `n`. `eta` is the ratio of the indices of refraction. The result is zero for
/// total reflection.
@inlinable public func refract<V: SIMD>(_ x: V, n: V, eta: V.Scalar) -> V where V.Scalar: FloatingPoint {
    let cosine = dot(x, n)
    let k = 1 - eta * eta * (1 - cosine * cosine)
    return k < 0 ? V() : x * eta - n * (eta * cosine + k.squareRoot())
}
/// Refracts a direction at a surface: the same as ``refract(_:n:eta:)``.
@inlinable public func simd_refract<V: SIMD>(_ x: V, _ n: V, _ eta: V.Scalar) -> V where V.Scalar: FloatingPoint {
    refract(x, n: n, eta: eta)
}

/// Twice the signed area of the triangle of the origin, `x` and `y`. It is positive if the rotation from `x` to `y` is counterclockwise.
@inlinable public func simd_orient<S: FloatingPoint & SIMDScalar>(_ x: SIMD2<S>, _ y: SIMD2<S>) -> S { x.x * y.y - x.y * y.x }
/// The signed volume of the parallelepiped that three vectors span.
@inlinable public func simd_orient<S: FloatingPoint & SIMDScalar>(_ x: SIMD3<S>, _ y: SIMD3<S>, _ z: SIMD3<S>) -> S {
    dot(x, cross(y, z))
}
