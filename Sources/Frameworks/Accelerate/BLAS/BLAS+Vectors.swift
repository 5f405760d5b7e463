import COpenBLAS

/// The dot product of two vectors: Σ x · y.
public func cblas_sdot(_ n: Int32, _ x: UnsafePointer<Float>!, _ incX: Int32, _ y: UnsafePointer<Float>!, _ incY: Int32) -> Float {
    requireOpenBLAS(#function)
    return copenblas_sdot(n, x, incX, y, incY)
}

/// The dot product of two vectors: Σ x · y.
public func cblas_ddot(_ n: Int32, _ x: UnsafePointer<Double>!, _ incX: Int32, _ y: UnsafePointer<Double>!, _ incY: Int32) -> Double {
    requireOpenBLAS(#function)
    return copenblas_ddot(n, x, incX, y, incY)
}

/// The Euclidean length of a vector: √Σ x².
public func cblas_snrm2(_ n: Int32, _ x: UnsafePointer<Float>!, _ incX: Int32) -> Float {
    requireOpenBLAS(#function)
    return copenblas_snrm2(n, x, incX)
}

/// The Euclidean length of a vector: √Σ x².
public func cblas_dnrm2(_ n: Int32, _ x: UnsafePointer<Double>!, _ incX: Int32) -> Double {
    requireOpenBLAS(#function)
    return copenblas_dnrm2(n, x, incX)
}

/// The sum of a vector's magnitudes: Σ |x|.
public func cblas_sasum(_ n: Int32, _ x: UnsafePointer<Float>!, _ incX: Int32) -> Float {
    requireOpenBLAS(#function)
    return copenblas_sasum(n, x, incX)
}

/// The sum of a vector's magnitudes: Σ |x|.
public func cblas_dasum(_ n: Int32, _ x: UnsafePointer<Double>!, _ incX: Int32) -> Double {
    requireOpenBLAS(#function)
    return copenblas_dasum(n, x, incX)
}

/// The index of the first element with the largest magnitude, counted from 0.
public func cblas_isamax(_ n: Int32, _ x: UnsafePointer<Float>!, _ incX: Int32) -> Int32 {
    requireOpenBLAS(#function)
    return Int32(truncatingIfNeeded: copenblas_isamax(n, x, incX))
}

/// The index of the first element with the largest magnitude, counted from 0.
public func cblas_idamax(_ n: Int32, _ x: UnsafePointer<Double>!, _ incX: Int32) -> Int32 {
    requireOpenBLAS(#function)
    return Int32(truncatingIfNeeded: copenblas_idamax(n, x, incX))
}

/// Adds a multiple of a vector to another: y = α x + y.
public func cblas_saxpy(
    _ n: Int32, _ alpha: Float, _ x: UnsafePointer<Float>!, _ incX: Int32, _ y: UnsafeMutablePointer<Float>!, _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_saxpy(n, alpha, x, incX, y, incY)
}

/// Adds a multiple of a vector to another: y = α x + y.
public func cblas_daxpy(
    _ n: Int32, _ alpha: Double, _ x: UnsafePointer<Double>!, _ incX: Int32, _ y: UnsafeMutablePointer<Double>!, _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_daxpy(n, alpha, x, incX, y, incY)
}

/// Adds multiples of two vectors: y = α x + β y.
public func catlas_saxpby(
    _ n: Int32, _ alpha: Float, _ x: UnsafePointer<Float>!, _ incX: Int32, _ beta: Float, _ y: UnsafeMutablePointer<Float>!, _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_saxpby(n, alpha, x, incX, beta, y, incY)
}

/// Adds multiples of two vectors: y = α x + β y.
public func catlas_daxpby(
    _ n: Int32, _ alpha: Double, _ x: UnsafePointer<Double>!, _ incX: Int32, _ beta: Double, _ y: UnsafeMutablePointer<Double>!,
    _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_daxpby(n, alpha, x, incX, beta, y, incY)
}

/// Multiplies a vector by a number: x = α x.
public func cblas_sscal(_ n: Int32, _ alpha: Float, _ x: UnsafeMutablePointer<Float>!, _ incX: Int32) {
    requireOpenBLAS(#function)
    copenblas_sscal(n, alpha, x, incX)
}

/// Multiplies a vector by a number: x = α x.
public func cblas_dscal(_ n: Int32, _ alpha: Double, _ x: UnsafeMutablePointer<Double>!, _ incX: Int32) {
    requireOpenBLAS(#function)
    copenblas_dscal(n, alpha, x, incX)
}

/// Copies a vector: y = x.
public func cblas_scopy(_ n: Int32, _ x: UnsafePointer<Float>!, _ incX: Int32, _ y: UnsafeMutablePointer<Float>!, _ incY: Int32) {
    requireOpenBLAS(#function)
    copenblas_scopy(n, x, incX, y, incY)
}

/// Copies a vector: y = x.
public func cblas_dcopy(_ n: Int32, _ x: UnsafePointer<Double>!, _ incX: Int32, _ y: UnsafeMutablePointer<Double>!, _ incY: Int32) {
    requireOpenBLAS(#function)
    copenblas_dcopy(n, x, incX, y, incY)
}

/// Exchanges the elements of two vectors.
public func cblas_sswap(_ n: Int32, _ x: UnsafeMutablePointer<Float>!, _ incX: Int32, _ y: UnsafeMutablePointer<Float>!, _ incY: Int32) {
    requireOpenBLAS(#function)
    copenblas_sswap(n, x, incX, y, incY)
}

/// Exchanges the elements of two vectors.
public func cblas_dswap(_ n: Int32, _ x: UnsafeMutablePointer<Double>!, _ incX: Int32, _ y: UnsafeMutablePointer<Double>!, _ incY: Int32) {
    requireOpenBLAS(#function)
    copenblas_dswap(n, x, incX, y, incY)
}

/// Rotates the points (x, y): x = c x + s y, y = c y − s x. The rotation angle has the cosine c and the sine s.
public func cblas_srot(
    _ n: Int32, _ x: UnsafeMutablePointer<Float>!, _ incX: Int32, _ y: UnsafeMutablePointer<Float>!, _ incY: Int32, _ c: Float, _ s: Float
) {
    requireOpenBLAS(#function)
    copenblas_srot(n, x, incX, y, incY, c, s)
}

/// Rotates the points (x, y): x = c x + s y, y = c y − s x. The rotation angle has the cosine c and the sine s.
public func cblas_drot(
    _ n: Int32, _ x: UnsafeMutablePointer<Double>!, _ incX: Int32, _ y: UnsafeMutablePointer<Double>!, _ incY: Int32, _ c: Double,
    _ s: Double
) {
    requireOpenBLAS(#function)
    copenblas_drot(n, x, incX, y, incY, c, s)
}

/// Finds the rotation that moves the point (a, b) to a point (r, 0). On return a is r, and c and s are the cosine and sine of the angle.
public func cblas_srotg(
    _ a: UnsafeMutablePointer<Float>!, _ b: UnsafeMutablePointer<Float>!, _ c: UnsafeMutablePointer<Float>!,
    _ s: UnsafeMutablePointer<Float>!
) {
    requireOpenBLAS(#function)
    copenblas_srotg(a, b, c, s)
}

/// Finds the rotation that moves the point (a, b) to a point (r, 0). On return a is r, and c and s are the cosine and sine of the angle.
public func cblas_drotg(
    _ a: UnsafeMutablePointer<Double>!, _ b: UnsafeMutablePointer<Double>!, _ c: UnsafeMutablePointer<Double>!,
    _ s: UnsafeMutablePointer<Double>!
) {
    requireOpenBLAS(#function)
    copenblas_drotg(a, b, c, s)
}
