import CVectors

/// Turns a vector of `Double`s into one of `Float`s, rounded to the nearest.
public func vDSP_vdpsp(
    _ a: UnsafePointer<Double>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Float>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f64_f32(a, strideA, c, strideC, Int(bitPattern: n))
}

/// Turns a vector of `Float`s into one of `Double`s.
public func vDSP_vspdp(
    _ a: UnsafePointer<Float>, _ strideA: vDSP_Stride, _ c: UnsafeMutablePointer<Double>, _ strideC: vDSP_Stride, _ n: vDSP_Length
) {
    vector_convert_f32_f64(a, strideA, c, strideC, Int(bitPattern: n))
}
