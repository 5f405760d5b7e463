// Written by Scripts/generate_vdsp.py.

import CVectors

/// Limits a vector to the numbers from b to c.
public func vDSP_vclipD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorClip, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Limits a vector to the numbers from b to c, and counts the elements that were less than b, and the elements that were greater than c.
public func vDSP_vclipcD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length, _ nLow: UnsafeMutablePointer<vDSP_Length>,
    _ nHigh: UnsafeMutablePointer<vDSP_Length>
) {
    let count = Int(bitPattern: n), low = b.pointee, high = c.pointee
    var below: vDSP_Length = 0, above: vDSP_Length = 0
    for n in 0..<count {
        let element = a[n &* strideA]
        if element < low { below += 1 }
        if element > high { above += 1 }
    }
    vector_ternary_f64(VectorClip, a, strideA, b, 0, c, 0, d, strideD, count)
    nLow.pointee = below
    nHigh.pointee = above
}

/// Moves elements out of the range from b to c: negative elements of the range to b, its other elements to c. Elements outside the range
/// are unchanged.
public func vDSP_viclipD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorInvertedClip, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Replaces the elements that are less than b by b.
public func vDSP_vthrD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorThreshold, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Replaces the elements that are less than b by 0.
public func vDSP_vthresD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafeMutablePointer<Double>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorThresholdOrZero, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Replaces the elements that are at least b by c, and all others by −c.
public func vDSP_vthrscD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorLimit, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Replaces the elements that are at least b by c, and all others by −c.
public func vDSP_vlimD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ c: UnsafePointer<Double>,
    _ d: UnsafeMutablePointer<Double>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f64(VectorLimit, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// The larger of two vectors' elements, element by element.
public func vDSP_vmaxD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorLarger, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// The smaller of two vectors' elements, element by element.
public func vDSP_vminD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorSmaller, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// The larger of two vectors' magnitudes, element by element.
public func vDSP_vmaxmgD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorLargerMagnitude, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// The smaller of two vectors' magnitudes, element by element.
public func vDSP_vminmgD(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Double>, _ strideB: vDSP_Stride,
    _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f64(VectorSmallerMagnitude, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}
