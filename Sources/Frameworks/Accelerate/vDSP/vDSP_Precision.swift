import CVectors

/// Converts a vector of `Double`s to `Float`s, rounded to the nearest.
public func vDSP_vdpsp(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f64_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Converts a vector of `Float`s to `Double`s.
public func vDSP_vspdp(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_f64(a, strideA, c, strideC, Int(bitPattern: n))
}
