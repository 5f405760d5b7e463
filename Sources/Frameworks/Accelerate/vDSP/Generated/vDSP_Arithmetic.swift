// Written by Scripts/generate_vdsp.py.

import CVectors

/// Adds two vectors: c = a + b.
public func vDSP_vadd(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorSum, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Subtracts a vector from another: c = a − b. The subtracted vector b is the first parameter.
public func vDSP_vsub(
    _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorDifference, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Multiplies two vectors element by element: c = a · b.
public func vDSP_vmul(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorProduct, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Divides a vector by another: c = a / b. The divisor b is the first parameter.
public func vDSP_vdiv(
    _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorQuotient, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Adds a number to a vector: c = a + b.
public func vDSP_vsadd(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_binary_f32(VectorSum, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Multiplies a vector by a number: c = a · b.
public func vDSP_vsmul(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_binary_f32(VectorProduct, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Divides a vector by a number: c = a / b.
public func vDSP_vsdiv(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_binary_f32(VectorQuotient, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Divides a number by each element of a vector: c = a / b.
public func vDSP_svdiv(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_binary_f32(VectorQuotient, a, 0, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Negates a vector: c = −a.
public func vDSP_vneg(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f32(VectorNegative, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Magnitudes of a vector's elements: c = |a|.
public func vDSP_vabs(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f32(VectorMagnitude, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Negative magnitudes of a vector's elements: c = −|a|.
public func vDSP_vnabs(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f32(VectorNegativeMagnitude, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Squares a vector's elements: c = a².
public func vDSP_vsq(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f32(VectorSquare, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Squares with the sign of the elements: c = a · |a|.
public func vDSP_vssq(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f32(VectorSignedSquare, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Fractions of a vector's elements, with their signs: c = a − trunc(a).
public func vDSP_vfrac(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f32(VectorFraction, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Distances of points from the origin: c = √(a² + b²).
public func vDSP_vdist(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorDistance, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Distances between the points (a, b) and (c, d): e = √((a − c)² + (b − d)²).
public func vDSP_vpythg(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Float>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Float>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f32(VectorDistanceOfPoints, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Sums and differences of two vectors: c = a + b, and d = b − a.
public func vDSP_vaddsub(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let first = a[n &* strideA], second = b[n &* strideB]
        c[n &* strideC] = first + second
        d[n &* strideD] = second - first
    }
}
