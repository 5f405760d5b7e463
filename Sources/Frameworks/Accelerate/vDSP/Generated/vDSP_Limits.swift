// Written by Scripts/generate_vdsp.py.

import CVectors

/// Limits a vector to the numbers from b to c.
public func vDSP_vclip(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorClip, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Limits a vector to the numbers from b to c, and counts the elements that were less than b, and the elements that were greater than c.
public func vDSP_vclipc(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length, _ nLow: UnsafeMutablePointer<vDSP_Length>,
    _ nHigh: UnsafeMutablePointer<vDSP_Length>
) {
    let count = Int(bitPattern: n), low = b.pointee, high = c.pointee
    var below: vDSP_Length = 0, above: vDSP_Length = 0
    for n in 0..<count {
        let element = a[n &* strideA]
        if element < low { below += 1 }
        if element > high { above += 1 }
    }
    vector_ternary_f32(VectorClip, a, strideA, b, 0, c, 0, d, strideD, count)
    nLow.pointee = below
    nHigh.pointee = above
}

/// Moves elements out of the range from b to c: negative elements of the range to b, its other elements to c. Elements outside the range
/// are unchanged.
public func vDSP_viclip(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorInvertedClip, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Replaces the elements that are less than b by b.
public func vDSP_vthr(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_binary_f32(VectorThreshold, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Replaces the elements that are less than b by 0.
public func vDSP_vthres(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride,
    _ n: vDSP_Length
) {
    vector_binary_f32(VectorThresholdOrZero, a, strideA, b, 0, c, strideC, Int(bitPattern: n))
}

/// Replaces the elements that are at least b by c, and all others by −c.
public func vDSP_vthrsc(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorLimit, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// Replaces the elements that are at least b by c, and all others by −c.
public func vDSP_vlim(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ strideD: vDSP_Stride, _ n: vDSP_Length
) {
    vector_ternary_f32(VectorLimit, a, strideA, b, 0, c, 0, d, strideD, Int(bitPattern: n))
}

/// The larger of two vectors' elements, element by element.
public func vDSP_vmax(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorLarger, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// The smaller of two vectors' elements, element by element.
public func vDSP_vmin(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorSmaller, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// The larger of two vectors' magnitudes, element by element.
public func vDSP_vmaxmg(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorLargerMagnitude, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}

/// The smaller of two vectors' magnitudes, element by element.
public func vDSP_vminmg(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ b: UnsafePointer<Float>, _ strideB: vDSP_Stride, _ c: UnsafeMutablePointer<Float>,
    _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_binary_f32(VectorSmallerMagnitude, a, strideA, b, strideB, c, strideC, Int(bitPattern: n))
}
