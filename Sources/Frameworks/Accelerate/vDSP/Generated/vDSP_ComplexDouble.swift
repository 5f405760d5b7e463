// Written by Scripts/generate_vdsp.py.

import CVectors
import Foundation

/// Separates complex numbers into real and imaginary parts. The stride of the complex numbers is in real elements: 2 for contiguous
/// numbers.
public func vDSP_ctozD(
    _ c: UnsafePointer<DSPDoubleComplex>, _ strideC: vDSP_Stride, _ z: UnsafePointer<DSPDoubleSplitComplex>, _ strideZ: vDSP_Stride,
    _ n: vDSP_Length
) {
    var result = kernelForm(z, strideZ)
    c.withMemoryRebound(to: Double.self, capacity: 2) { vector_separate_f64($0, strideC, &result, Int(bitPattern: n)) }
}

/// Interleaves real and imaginary parts as complex numbers. The stride of the complex numbers is in real elements: 2 for contiguous
/// numbers.
public func vDSP_ztocD(
    _ z: UnsafePointer<DSPDoubleSplitComplex>, _ strideZ: vDSP_Stride, _ c: UnsafeMutablePointer<DSPDoubleComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    var parts = kernelForm(z, strideZ)
    c.withMemoryRebound(to: Double.self, capacity: 2) { vector_interleave_f64(&parts, $0, strideC, Int(bitPattern: n)) }
}

/// Adds complex vectors: c = a + b.
public func vDSP_zvaddD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, b = b.pointee, c = c.pointee
    vector_binary_f64(VectorSum, a.realp, strideA, b.realp, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f64(VectorSum, a.imagp, strideA, b.imagp, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Subtracts complex vectors: c = a − b.
public func vDSP_zvsubD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, b = b.pointee, c = c.pointee
    vector_binary_f64(VectorDifference, a.realp, strideA, b.realp, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f64(VectorDifference, a.imagp, strideA, b.imagp, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Multiplies complex vectors: c = a · b, or c = conj(a) · b if `conjugate` is −1.
public func vDSP_zvmulD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length, _ conjugate: Int32
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(c, strideC)
    vector_complex_multiply_f64(&first, conjugate < 0 ? 1 : 0, &second, nil, &result, Int(bitPattern: n))
}

/// Multiplies complex vectors, the first one conjugated: c = conj(a) · b.
public func vDSP_zvcmulD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(c, strideC)
    vector_complex_multiply_f64(&first, 1, &second, nil, &result, Int(bitPattern: n))
}

/// Multiplies complex vectors and adds a third: d = a · b + c.
public func vDSP_zvmaD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ d: UnsafePointer<DSPDoubleSplitComplex>, _ strideD: vDSP_Stride,
    _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(d, strideD)
    var third = kernelForm(c, strideC)
    vector_complex_multiply_f64(&first, 0, &second, &third, &result, Int(bitPattern: n))
}

/// Multiplies complex vectors, the first one conjugated, and adds a third: d = conj(a) · b + c.
public func vDSP_zvcmaD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ d: UnsafePointer<DSPDoubleSplitComplex>, _ strideD: vDSP_Stride,
    _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(d, strideD)
    var third = kernelForm(c, strideC)
    vector_complex_multiply_f64(&first, 1, &second, &third, &result, Int(bitPattern: n))
}

/// Divides complex vectors: c = a / b. The divisor b is the first parameter.
public func vDSP_zvdivD(
    _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride, _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, strideB), result = kernelForm(c, strideC)
    vector_complex_divide_f64(&first, &second, &result, Int(bitPattern: n))
}

/// Multiplies a complex vector by a complex number: c = a · b.
public func vDSP_zvzsmlD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    var first = kernelForm(a, strideA), second = kernelForm(b, 0), result = kernelForm(c, strideC)
    vector_complex_multiply_f64(&second, 0, &first, nil, &result, Int(bitPattern: n))
}

/// Negates a complex vector: c = −a.
public func vDSP_zvnegD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_unary_f64(VectorNegative, a.realp, strideA, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f64(VectorNegative, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Conjugates a complex vector.
public func vDSP_zvconjD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_unary_f64(VectorCopy, a.realp, strideA, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f64(VectorNegative, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Copies a complex vector.
public func vDSP_zvmovD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_unary_f64(VectorCopy, a.realp, strideA, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f64(VectorCopy, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Sets all elements to the complex number a.
public func vDSP_zvfillD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let value = a.pointee, c = c.pointee
    vector_fill_f64(value.realp[0], c.realp, strideC, Int(bitPattern: n))
    vector_fill_f64(value.imagp[0], c.imagp, strideC, Int(bitPattern: n))
}

/// Multiplies a complex vector by a real one: c = a · b.
public func vDSP_zrvmulD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f64(VectorProduct, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f64(VectorProduct, a.imagp, strideA, b, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Divides a complex vector by a real one: c = a / b.
public func vDSP_zrvdivD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f64(VectorQuotient, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_binary_f64(VectorQuotient, a.imagp, strideA, b, strideB, c.imagp, strideC, Int(bitPattern: n))
}

/// Adds a real vector to a complex one: c = a + b.
public func vDSP_zrvaddD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f64(VectorSum, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f64(VectorCopy, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Subtracts a real vector from a complex one: c = a − b.
public func vDSP_zrvsubD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, c = c.pointee
    vector_binary_f64(VectorDifference, a.realp, strideA, b, strideB, c.realp, strideC, Int(bitPattern: n))
    vector_unary_f64(VectorCopy, a.imagp, strideA, c.imagp, strideC, Int(bitPattern: n))
}

/// Squares of magnitudes: c = |a|².
public func vDSP_zvmagsD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee
    vector_quaternary_f64(
        VectorProductPlusProduct, a.realp, strideA, a.realp, strideA, a.imagp, strideA, a.imagp, strideA, c, strideC, Int(bitPattern: n))
}

/// Squares of magnitudes plus a vector: c = |a|² + b.
public func vDSP_zvmgsaD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let a = a.pointee, count = Int(bitPattern: n)
    for n in 0..<count {
        let real = a.realp[n &* strideA], imaginary = a.imagp[n &* strideA]
        c[n &* strideC] = real * real + imaginary * imaginary + b[n &* strideB]
    }
}

/// Magnitudes: c = |a|.
public func vDSP_zvabsD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee
    vector_binary_f64(VectorDistance, a.realp, strideA, a.imagp, strideA, c, strideC, Int(bitPattern: n))
}

/// Angles in radians, −π … π.
public func vDSP_zvphasD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let a = a.pointee
    vector_pair_function_f64(VectorAngle, a.imagp, strideA, a.realp, strideA, c, strideC, Int(bitPattern: n))
}

/// The sum of the products of two complex vectors' elements. It is written to the first element of c.
public func vDSP_zdotprD(
    _ a: UnsafePointer<DSPDoubleSplitComplex>, _ strideA: vDSP_Stride, _ b: UnsafePointer<DSPDoubleSplitComplex>, _ strideB: vDSP_Stride,
    _ c: UnsafePointer<DSPDoubleSplitComplex>, _ n: vDSP_Length
) {
    let a = a.pointee, b = b.pointee, count = Int(bitPattern: n)
    let real =
        vector_sum_of_pairs_f64(VectorTermProduct, a.realp, strideA, b.realp, strideB, count)
        - vector_sum_of_pairs_f64(VectorTermProduct, a.imagp, strideA, b.imagp, strideB, count)
    let imaginary =
        vector_sum_of_pairs_f64(VectorTermProduct, a.realp, strideA, b.imagp, strideB, count)
        + vector_sum_of_pairs_f64(VectorTermProduct, a.imagp, strideA, b.realp, strideB, count)
    c.pointee.realp[0] = real
    c.pointee.imagp[0] = imaginary
}

/// Converts points to polar coordinates. A stride is in real elements: 2 for contiguous pairs. (x, y) becomes (distance, angle in
/// radians).
public func vDSP_polarD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let x = a[n &* strideA], y = a[n &* strideA &+ 1]
        c[n &* strideC] = hypot(x, y)
        c[n &* strideC &+ 1] = atan2(y, x)
    }
}

/// Converts points in polar coordinates to (x, y). A stride is in real elements: 2 for contiguous pairs. Angles are in radians.
public func vDSP_rectD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let distance = a[n &* strideA], angle = a[n &* strideA &+ 1]
        c[n &* strideC] = distance * cos(angle)
        c[n &* strideC &+ 1] = distance * sin(angle)
    }
}
