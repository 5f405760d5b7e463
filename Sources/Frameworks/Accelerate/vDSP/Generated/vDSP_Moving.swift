// Written by Scripts/generate_vdsp.py.

import CVectors

/// Sets all elements to 0.
public func vDSP_vclr(_ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length) {
    vector_fill_f32(0, c, strideC, Int(bitPattern: n))
}

/// Sets all elements to a.
public func vDSP_vfill(_ a: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length) {
    vector_fill_f32(a.pointee, c, strideC, Int(bitPattern: n))
}

/// A ramp that begins with a and rises by b from element to element.
public func vDSP_vramp(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ramp_f32(a.pointee, b.pointee, c, strideC, Int(bitPattern: n))
}

/// A ramp from a to b, both included. A single element is a.
public func vDSP_vgen(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let start = a.pointee, end = b.pointee
    vector_ramp_f32(start, n > 1 ? (end - start) / Float(n - 1) : 0, c, strideC, Int(bitPattern: n))
}

/// Reverses a vector in place.
public func vDSP_vrvrs(_ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length) {
    let count = Int(bitPattern: n)
    for n in 0..<count / 2 {
        let other = (count - 1 - n) &* strideC, kept = c[n &* strideC]
        c[n &* strideC] = c[other]
        c[other] = kept
    }
}

/// Exchanges two vectors.
public func vDSP_vswap(
    _ a: UnsafeMutablePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafeMutablePointer<Float>, _ strideB: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let kept = a[n &* strideA]
        a[n &* strideA] = b[n &* strideB]
        b[n &* strideB] = kept
    }
}

/// Picks elements by their indices, which count from 0: c = a[b]. Indices are truncated to integers.
public func vDSP_vindex(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count { c[n &* strideC] = a[Int(b[n &* strideB])] }
}

/// Picks elements by their indices, which count from 1: c = a[b − 1].
public func vDSP_vgathr(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<vDSP_Length>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count { c[n &* strideC] = a[Int(bitPattern: b[n &* strideB]) &- 1] }
}

/// Copies the elements whose gate b is not 0, one after the other. The other elements of c are unchanged.
public func vDSP_vcmprs(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    var next = 0
    for n in 0..<count where b[n &* strideB] != 0 {
        c[next] = a[n &* strideA]
        next &+= strideC
    }
}

/// Interpolates from one vector to another, with a weight that rises from 0 to 1: c = a + (b − a) · n / (count − 1).
public func vDSP_vtmerg(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    let count = Int(bitPattern: n)
    let step: Float = count > 1 ? 1 / Float(count - 1) : 0
    for n in 0..<count {
        let first = a[n &* strideA]
        c[n &* strideC] = first + (b[n &* strideB] - first) * (Float(n) * step)
    }
}

/// Interpolates between neighbours in a table of m numbers. The integer part of b is the index, and the fraction of b is the weight of
/// the next element.
public func vDSP_vlint(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length, _ m: vDSP_Length
) {
    let count = Int(bitPattern: n)
    for n in 0..<count {
        let place = b[n &* strideB], index = Int(place), weight = place - Float(index)
        let value = a[index]
        c[n &* strideC] = weight == 0 ? value : value + weight * (a[index &+ 1] - value)
    }
}

/// Copies a part of a matrix: n rows of m elements. Rows begin ta elements apart in a, and tc elements apart in c.
public func vDSP_mmov(
    _ a: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ m: vDSP_Length, _ n: vDSP_Length, _ ta: vDSP_Length, _ tc: vDSP_Length
) {
    let width = Int(bitPattern: m), from = Int(bitPattern: ta), to = Int(bitPattern: tc)
    for row in 0..<Int(bitPattern: n) { (c + row &* to).update(from: a + row &* from, count: width) }
}

/// Transposes a matrix: c has m rows of n elements, a has n rows of m elements. For a square matrix, c may be a.
public func vDSP_mtrans(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ m: vDSP_Length,
    _ n: vDSP_Length
) {
    transpose(a, strideA, c, strideC, rows: Int(bitPattern: m), columns: Int(bitPattern: n))
}

/// Multiplies two matrices, which are stored row by row: c (m × n) = a (m × p) · b (p × n).
public func vDSP_mmul(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ m: vDSP_Length, _ n: vDSP_Length, _ p: vDSP_Length
) {
    multiply(a, strideA, b, strideB, c, strideC, Int(bitPattern: m), Int(bitPattern: n), Int(bitPattern: p))
}
