// Written by Scripts/generate_vdsp.py.

import CVectors

/// Writes x to the power of y for the first n elements to z, which may be y or x.
public func vvpowf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f32(VectorPower, x, 1, y, 1, z, 1, elementCount(n))
}

/// Writes x to the power of y for the first n elements to z, which may be y or x.
public func vvpow(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f64(VectorPower, x, 1, y, 1, z, 1, elementCount(n))
}

/// Writes y / x for the first n elements to z, which may be y or x.
public func vvdivf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_binary_f32(VectorQuotient, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes y / x for the first n elements to z, which may be y or x.
public func vvdiv(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_binary_f64(VectorQuotient, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the angles of the points (x, y) in radians, −π … π for the first n elements to z, which may be y or x.
public func vvatan2f(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f32(VectorAngle, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the angles of the points (x, y) in radians, −π … π for the first n elements to z, which may be y or x.
public func vvatan2(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f64(VectorAngle, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the remainders of y / x with a truncated quotient, which have the sign of y, for the first n elements to z, which may be y or x.
public func vvfmodf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f32(VectorTruncatingRemainder, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the remainders of y / x with a truncated quotient, which have the sign of y, for the first n elements to z, which may be y or x.
public func vvfmod(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f64(VectorTruncatingRemainder, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the remainders of y / x with a quotient rounded to the nearest integer for the first n elements to z, which may be y or x.
public func vvremainderf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f32(VectorNearestRemainder, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the remainders of y / x with a quotient rounded to the nearest integer for the first n elements to z, which may be y or x.
public func vvremainder(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f64(VectorNearestRemainder, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the magnitudes of y with the signs of x for the first n elements to z, which may be y or x.
public func vvcopysignf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_binary_f32(VectorCopySign, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the magnitudes of y with the signs of x for the first n elements to z, which may be y or x.
public func vvcopysign(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_binary_f64(VectorCopySign, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the next floating-point numbers after y in the direction of x for the first n elements to z, which may be y or x.
public func vvnextafterf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f32(VectorNextAfter, y, 1, x, 1, z, 1, elementCount(n))
}

/// Writes the next floating-point numbers after y in the direction of x for the first n elements to z, which may be y or x.
public func vvnextafter(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f64(VectorNextAfter, y, 1, x, 1, z, 1, elementCount(n))
}

/// Raises the first n elements of x to the power of a single number y, and writes the results to z, which may be x.
public func vvpowsf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f32(VectorPower, x, 1, y, 0, z, 1, elementCount(n))
}

/// Writes the sines of the first n angles of x to z, and their cosines to y. The angles are in radians. One of the results may be x.
public func vvsincosf(
    _ z: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, _ n: UnsafePointer<Int32>
) {
    let count = elementCount(n)
    // The result in the place of the angles comes last.
    if UnsafePointer(z) == x {
        vector_function_f32(VectorCos, x, 1, y, 1, count)
        vector_function_f32(VectorSin, x, 1, z, 1, count)
    } else {
        vector_function_f32(VectorSin, x, 1, z, 1, count)
        vector_function_f32(VectorCos, x, 1, y, 1, count)
    }
}

/// Raises the first n elements of x to the power of a single number y, and writes the results to z, which may be x.
public func vvpows(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    vector_pair_function_f64(VectorPower, x, 1, y, 0, z, 1, elementCount(n))
}

/// Writes the sines of the first n angles of x to z, and their cosines to y. The angles are in radians. One of the results may be x.
public func vvsincos(
    _ z: UnsafeMutablePointer<Double>, _ y: UnsafeMutablePointer<Double>, _ x: UnsafePointer<Double>, _ n: UnsafePointer<Int32>
) {
    let count = elementCount(n)
    // The result in the place of the angles comes last.
    if UnsafePointer(z) == x {
        vector_function_f64(VectorCos, x, 1, y, 1, count)
        vector_function_f64(VectorSin, x, 1, z, 1, count)
    } else {
        vector_function_f64(VectorSin, x, 1, z, 1, count)
        vector_function_f64(VectorCos, x, 1, y, 1, count)
    }
}
