import CVectors

/// Sets n elements of a vector to a number.
public func catlas_sset(_ n: Int32, _ alpha: Float, _ x: UnsafeMutablePointer<Float>!, _ incX: Int32) {
    guard n > 0, let x else { return }
    vector_fill_f32(alpha, incX < 0 ? x + Int(1 - n) * Int(incX) : x, Int(incX), Int(n))
}

/// Sets n elements of a vector to a number.
public func catlas_dset(_ n: Int32, _ alpha: Double, _ x: UnsafeMutablePointer<Double>!, _ incX: Int32) {
    guard n > 0, let x else { return }
    vector_fill_f64(alpha, incX < 0 ? x + Int(1 - n) * Int(incX) : x, Int(incX), Int(n))
}
