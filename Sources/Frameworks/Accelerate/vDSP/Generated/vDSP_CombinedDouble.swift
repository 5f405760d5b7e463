// Written by Scripts/generate_vdsp.py.

import CVectors

/// Multiplies two vectors and adds a third: d = a · b + c.
public func vDSP_vmaD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorProductPlus, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Multiplies two vectors and adds a number: d = a · b + c.
public func vDSP_vmsaD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorProductPlus, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}

/// Multiplies two vectors and subtracts a third: d = a · b − c.
public func vDSP_vmsbD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorProductMinus, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Multiplies a vector by a number and adds a vector: d = a · b + c.
public func vDSP_vsmaD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>, _ strideC: vDSP_Stride,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorProductPlus, a, strideA, b, 0, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Multiplies a vector by a number and adds a number: d = a · b + c.
public func vDSP_vsmsaD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorProductPlus, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Multiplies a vector by a number and subtracts a vector: d = a · b − c.
public func vDSP_vsmsbD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>, _ strideC: vDSP_Stride,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorProductMinus, a, strideA, b, 0, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Adds two vectors and multiplies by a third: d = (a + b) · c.
public func vDSP_vamD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorSumTimes, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Adds two vectors and multiplies by a number: d = (a + b) · c.
public func vDSP_vasmD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorSumTimes, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}

/// Subtracts the second vector from the first and multiplies by a third: d = (a − b) · c.
public func vDSP_vsbmD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorDifferenceTimes, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Subtracts the second vector from the first and multiplies by a number: d = (a − b) · c.
public func vDSP_vsbsmD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorDifferenceTimes, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}

/// Adds the products of two pairs of vectors: e = a · b + c · d.
public func vDSP_vmmaD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Double>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Double>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f64(VectorProductPlusProduct, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Subtracts the products of two pairs of vectors: e = a · b − c · d.
public func vDSP_vmmsbD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Double>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Double>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f64(VectorProductMinusProduct, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Adds two vectors, each multiplied by a number: e = a · b + c · d.
public func vDSP_vsmsmaD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>, _ strideC: vDSP_Stride,
    _ d: UnsafePointer<Double>, _ e: UnsafeMutablePointer<Double>, _ strideE: vDSP_Stride, _ n: vDSP_Length
) {
    vector_quaternary_f64(VectorProductPlusProduct, a, strideA, b, 0, c, strideC, d, 0, e, strideE, Int(bitPattern: n))
}

/// Multiplies the sums of two pairs of vectors: e = (a + b) · (c + d).
public func vDSP_vaamD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Double>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Double>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f64(VectorSumTimesSum, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Multiplies a sum and a difference of vectors: e = (a + b) · (c − d).
public func vDSP_vasbmD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Double>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Double>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f64(VectorSumTimesDifference, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Multiplies two differences of vectors: e = (a − b) · (c − d).
public func vDSP_vsbsbmD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Double>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Double>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f64(VectorDifferenceTimesDifference, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Interpolates between two vectors: d = a + c · (b − a).
public func vDSP_vintbD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorInterpolation, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}
