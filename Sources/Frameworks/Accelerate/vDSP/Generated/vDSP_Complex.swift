// Written by Scripts/generate_vdsp.py.

import CVectors
import Foundation

/// Separates complex numbers into real and imaginary parts. The stride of the complex numbers is in real elements: 2 for contiguous
/// numbers.
public func vDSP_ctoz(
    _ c: UnsafePointer<DSPComplex>, _ strideC: vDSP_Stride, _ z: UnsafePointer<DSPSplitComplex>, _ strideZ: vDSP_Stride, _ n: vDSP_Length
) {
    var result = kernelForm(z, strideZ)
    c.withMemoryRebound(to: Float.self, capacity: 2) { vector_separate_f32($0, strideC, &result, Int(bitPattern: n)) }
}

/// Interleaves real and imaginary parts as complex numbers. The stride of the complex numbers is in real elements: 2 for contiguous
/// numbers.
public func vDSP_ztoc(
    _ z: UnsafePointer<DSPSplitComplex>, _ strideZ: vDSP_Stride, _ c: UnsafeMutablePointer<DSPComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    var parts = kernelForm(z, strideZ)
    c.withMemoryRebound(to: Float.self, capacity: 2) { vector_interleave_f32(&parts, $0, strideC, Int(bitPattern: n)) }
}

/// Adds complex vectors: c = a + b.
public func vDSP_zvadd(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, b = b.pointee, c = c.pointee
    vector_binary_f32(VectorSum, a.realp, strideA, b.realp, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f32(VectorSum, a.imagp, strideA, b.imagp, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Subtracts complex vectors: c = a − b.
public func vDSP_zvsub(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, b = b.pointee, c = c.pointee
    vector_binary_f32(VectorDifference, a.realp, strideA, b.realp, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f32(VectorDifference, a.imagp, strideA, b.imagp, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Multiplies complex vectors: c = a · b, or c = conj(a) · b if `conjugate` is −1.
public func vDSP_zvmul(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length, _ conjugate: Int32
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(c, strideC)
    vector_complex_multiply_f32(&first, conjugate < 0 ? 1 : 0, &second, nil, &result, Int(bitPattern: n))
}

/// Multiplies complex vectors, the first one conjugated: c = conj(a) · b.
public func vDSP_zvcmul(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(c, strideC)
    vector_complex_multiply_f32(&first, 1, &second, nil, &result, Int(bitPattern: n))
}

/// Multiplies complex vectors and adds a third: d = a · b + c.
public func vDSP_zvma(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ d: UnsafePointer<DSPSplitComplex>, _ strideD: vDSP_Stride,
    _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(d, strideD)
    var third = kernelForm(c, strideC)
    vector_complex_multiply_f32(&first, 0, &second, &third, &result, Int(bitPattern: n))
}

/// Multiplies complex vectors, the first one conjugated, and adds a third: d = conj(a) · b + c.
public func vDSP_zvcma(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ d: UnsafePointer<DSPSplitComplex>, _ strideD: vDSP_Stride,
    _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(d, strideD)
    var third = kernelForm(c, strideC)
    vector_complex_multiply_f32(&first, 1, &second, &third, &result, Int(bitPattern: n))
}

/// Divides complex vectors: c = a / b. The divisor b is the first parameter.
public func vDSP_zvdiv(
    _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride, _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(c, strideC)
    vector_complex_divide_f32(&first, &second, &result, Int(bitPattern: n))
}

/// Multiplies a complex vector by a complex number: c = a · b.
public func vDSP_zvzsml(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ c: UnsafePointer<DSPSplitComplex>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, 0), result = kernelForm(c, strideC)
    vector_complex_multiply_f32(&second, 0, &first, nil, &result, Int(bitPattern: n))
}

/// Negates a complex vector: c = −a.
public func vDSP_zvneg(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_unary_f32(VectorNegative, a.realp, strideA, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f32(VectorNegative, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Conjugates a complex vector.
public func vDSP_zvconj(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_unary_f32(VectorCopy, a.realp, strideA, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f32(VectorNegative, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Copies a complex vector.
public func vDSP_zvmov(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_unary_f32(VectorCopy, a.realp, strideA, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f32(VectorCopy, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Sets all elements to the complex number a.
public func vDSP_zvfill(_ a: UnsafePointer<DSPSplitComplex>, _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length)
{
    let value = a.pointee, c = c.pointee
    vector_fill_f32(value.realp[0], c.realp, strideC, Int(bitPattern: n))
    vector_fill_f32(value.imagp[0], c.imagp, strideC, Int(bitPattern: n))
}

/// Multiplies a complex vector by a real one: c = a · b.
public func vDSP_zrvmul(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f32(VectorProduct, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f32(VectorProduct, a.imagp, strideA, b, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Divides a complex vector by a real one: c = a / b.
public func vDSP_zrvdiv(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f32(VectorQuotient, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f32(VectorQuotient, a.imagp, strideA, b, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Adds a real vector to a complex one: c = a + b.
public func vDSP_zrvadd(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f32(VectorSum, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f32(VectorCopy, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Subtracts a real vector from a complex one: c = a − b.
public func vDSP_zrvsub(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f32(VectorDifference, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f32(VectorCopy, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Squares of magnitudes: c = |a|².
public func vDSP_zvmags(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee
    vector_quaternary_f32(
        VectorProductPlusProduct, a.realp, strideA, a.realp, strideA, a.imagp, strideA, a.imagp, strideA, c, strideC, Int(bitPattern: n))
}

/// Squares of magnitudes plus a vector: c = |a|² + b.
public func vDSP_zvmgsa(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, count = Int(bitPattern: n)
    for n in 0..<count {
        let real = a.realp[n &* strideA], imaginary = a.imagp[n &* strideA]
        c[n &* strideC] = real * real + imaginary * imaginary + b[n &* strideB]
    }
}

/// Magnitudes: c = |a|.
public func vDSP_zvabs(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee
    vector_binary_f32(VectorDistance, a.realp, strideA, a.imagp, strideA, c, strideC, Int(bitPattern: n))
}

/// Angles in radians, −π … π.
public func vDSP_zvphas(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee
    vector_pair_function_f32(VectorAngle, a.imagp, strideA, a.realp, strideA, c, strideC, Int(bitPattern: n))
}

/// The sum of the products of two complex vectors' elements. It is written to the first element of c.
public func vDSP_zdotpr(
    _ a: UnsafePointer<DSPSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPSplitComplex>, _ n: vDSP_Length
) {
    let a = a.pointee, b = b.pointee, count = Int(bitPattern: n)
    let real =
        vector_sum_of_pairs_f32(VectorTermProduct, a.realp, strideA, b.realp, strideB, count)
        - vector_sum_of_pairs_f32(VectorTermProduct, a.imagp, strideA, b.imagp, strideB, count)
    let imaginary =
        vector_sum_of_pairs_f32(VectorTermProduct, a.realp, strideA, b.imagp, strideB, count)
        + vector_sum_of_pairs_f32(VectorTermProduct, a.imagp, strideA, b.realp, strideB, count)
    c.pointee.realp[0] = real
    c.pointee.imagp[0] = imaginary
}

/// Converts points to polar coordinates. A stride is in real elements: 2 for contiguous pairs. (x, y) becomes (distance, angle in
/// radians).
public func vDSP_polar(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let x = a[n &* strideA], y = a[n &* strideA &+ 1]
        c[n &* strideC] = hypot(x, y)
        c[n &* strideC &+ 1] = atan2(y, x)
    }
}

/// Converts points in polar coordinates to (x, y). A stride is in real elements: 2 for contiguous pairs. Angles are in radians.
public func vDSP_rect(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let distance = a[n &* strideA], angle = a[n &* strideA &+ 1]
        c[n &* strideC] = distance * cos(angle)
        c[n &* strideC &+ 1] = distance * sin(angle)
    }
}
