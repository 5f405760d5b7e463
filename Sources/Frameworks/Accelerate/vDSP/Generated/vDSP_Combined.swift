// Written by Scripts/generate_vdsp.py.

import CVectors

/// Multiplies two vectors and adds a third: d = a · b + c.
public func vDSP_vma(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorProductPlus, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Multiplies two vectors and adds a number: d = a · b + c.
public func vDSP_vmsa(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorProductPlus, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}

/// Multiplies two vectors and subtracts a third: d = a · b − c.
public func vDSP_vmsb(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorProductMinus, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Multiplies a vector by a number and adds a vector: d = a · b + c.
public func vDSP_vsma(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ strideC: vDSP_Stride,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorProductPlus, a, strideA, b, 0, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Multiplies a vector by a number and adds a number: d = a · b + c.
public func vDSP_vsmsa(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorProductPlus, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Multiplies a vector by a number and subtracts a vector: d = a · b − c.
public func vDSP_vsmsb(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ strideC: vDSP_Stride,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorProductMinus, a, strideA, b, 0, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Adds two vectors and multiplies by a third: d = (a + b) · c.
public func vDSP_vam(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorSumTimes, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Adds two vectors and multiplies by a number: d = (a + b) · c.
public func vDSP_vasm(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorSumTimes, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}

/// Subtracts the second vector from the first and multiplies by a third: d = (a − b) · c.
public func vDSP_vsbm(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorDifferenceTimes, a, strideA, b, strideB, c, strideC, d, strideD, Int(bitPattern: n))
}

/// Subtracts the second vector from the first and multiplies by a number: d = (a − b) · c.
public func vDSP_vsbsm(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorDifferenceTimes, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}

/// Adds the products of two pairs of vectors: e = a · b + c · d.
public func vDSP_vmma(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Float>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Float>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f32(VectorProductPlusProduct, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Subtracts the products of two pairs of vectors: e = a · b − c · d.
public func vDSP_vmmsb(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Float>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Float>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f32(VectorProductMinusProduct, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Adds two vectors, each multiplied by a number: e = a · b + c · d.
public func vDSP_vsmsma(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ strideC: vDSP_Stride,
    _ d: UnsafePointer<Float>, _ e: UnsafeMutablePointer<Float>, _ strideE: vDSP_Stride, _ n: vDSP_Length
) {
    vector_quaternary_f32(VectorProductPlusProduct, a, strideA, b, 0, c, strideC, d, 0, e, strideE, Int(bitPattern: n))
}

/// Multiplies the sums of two pairs of vectors: e = (a + b) · (c + d).
public func vDSP_vaam(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Float>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Float>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f32(VectorSumTimesSum, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Multiplies a sum and a difference of vectors: e = (a + b) · (c − d).
public func vDSP_vasbm(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Float>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Float>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f32(VectorSumTimesDifference, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Multiplies two differences of vectors: e = (a − b) · (c − d).
public func vDSP_vsbsbm(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ strideC: vDSP_Stride, _ d: UnsafePointer<Float>, _ strideD: vDSP_Stride, _ e: UnsafeMutablePointer<Float>, _ strideE: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_quaternary_f32(VectorDifferenceTimesDifference, a, strideA, b, strideB, c, strideC, d, strideD, e, strideE, Int(bitPattern: n))
}

/// Interpolates between two vectors: d = a + c · (b − a).
public func vDSP_vintb(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorInterpolation, a, strideA, b, strideB, c, 0, d, strideD, Int(bitPattern: n))
}
