// Written by Scripts/generate_vdsp.py.

import CVectors

/// Adds two vectors: c = a + b.
public func vDSP_vaddD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorSum, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Subtracts a vector from another: c = a − b. The subtracted vector b is the first parameter.
public func vDSP_vsubD(
    _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorDifference, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Multiplies two vectors element by element: c = a · b.
public func vDSP_vmulD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorProduct, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Divides a vector by another: c = a / b. The divisor b is the first parameter.
public func vDSP_vdivD(
    _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorQuotient, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Adds a number to a vector: c = a + b.
public func vDSP_vsaddD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorSum, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Multiplies a vector by a number: c = a · b.
public func vDSP_vsmulD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorProduct, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Divides a vector by a number: c = a / b.
public func vDSP_vsdivD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorQuotient, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Divides a number by each element of a vector: c = a / b.
public func vDSP_svdivD(
    _ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorQuotient, a, 0, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Negates a vector: c = −a.
public func vDSP_vnegD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f64(VectorNegative, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Magnitudes of a vector's elements: c = |a|.
public func vDSP_vabsD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f64(VectorMagnitude, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Negative magnitudes of a vector's elements: c = −|a|.
public func vDSP_vnabsD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f64(VectorNegativeMagnitude, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Squares a vector's elements: c = a².
public func vDSP_vsqD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f64(VectorSquare, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Squares with the sign of the elements: c = a · |a|.
public func vDSP_vssqD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f64(VectorSignedSquare, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Fractions of a vector's elements, with their signs: c = a − trunc(a).
public func vDSP_vfracD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_unary_f64(VectorFraction, a, strideA, c, strideC, Int(bitPattern: n))
}

/// Distances of points from the origin: c = √(a² + b²).
public func vDSP_vdistD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorDistance, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// Distances between the points (a, b) and (c, d): e = √((a − c)² + (b − d)²).
public func vDSP_vpythgD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Double>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Double>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f64(VectorDistanceOfPoints, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Sums and differences of two vectors: c = a + b, and d = b − a.
public func vDSP_vaddsubD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let first = a[n &* strideA], second = b[n &* strideB]
        c[n &* strideC] = first + second
        d[n &* strideD] = second - first
    }
}
