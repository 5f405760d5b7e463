import COpenBLAS

/// Multiplies a matrix and a vector: y = α A x + β y. The m × n matrix A may be transposed.
public func cblas_sgemv(
    _ order: CBLAS_ORDER, _ transA: CBLAS_TRANSPOSE, _ m: Int32, _ n: Int32, _ alpha: Float, _ a: UnsafePointer<Float>!, _ lda: Int32,
    _ x: UnsafePointer<Float>!, _ incX: Int32, _ beta: Float, _ y: UnsafeMutablePointer<Float>!, _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_sgemv(order.number, transA.number, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

/// Multiplies a matrix and a vector: y = α A x + β y. The m × n matrix A may be transposed.
public func cblas_dgemv(
    _ order: CBLAS_ORDER, _ transA: CBLAS_TRANSPOSE, _ m: Int32, _ n: Int32, _ alpha: Double, _ a: UnsafePointer<Double>!, _ lda: Int32,
    _ x: UnsafePointer<Double>!, _ incX: Int32, _ beta: Double, _ y: UnsafeMutablePointer<Double>!, _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dgemv(order.number, transA.number, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

/// Adds the outer product of two vectors to an m × n matrix: A = α x yᵀ + A.
public func cblas_sger(
    _ order: CBLAS_ORDER, _ m: Int32, _ n: Int32, _ alpha: Float, _ x: UnsafePointer<Float>!, _ incX: Int32, _ y: UnsafePointer<Float>!,
    _ incY: Int32, _ a: UnsafeMutablePointer<Float>!, _ lda: Int32
) {
    requireOpenBLAS(#function)
    copenblas_sger(order.number, m, n, alpha, x, incX, y, incY, a, lda)
}

/// Adds the outer product of two vectors to an m × n matrix: A = α x yᵀ + A.
public func cblas_dger(
    _ order: CBLAS_ORDER, _ m: Int32, _ n: Int32, _ alpha: Double, _ x: UnsafePointer<Double>!, _ incX: Int32, _ y: UnsafePointer<Double>!,
    _ incY: Int32, _ a: UnsafeMutablePointer<Double>!, _ lda: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dger(order.number, m, n, alpha, x, incX, y, incY, a, lda)
}

/// Multiplies a symmetric matrix and a vector: y = α A x + β y. Only one triangle of the matrix is read.
public func cblas_ssymv(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ n: Int32, _ alpha: Float, _ a: UnsafePointer<Float>!, _ lda: Int32,
    _ x: UnsafePointer<Float>!, _ incX: Int32, _ beta: Float, _ y: UnsafeMutablePointer<Float>!, _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_ssymv(order.number, uplo.number, n, alpha, a, lda, x, incX, beta, y, incY)
}

/// Multiplies a symmetric matrix and a vector: y = α A x + β y. Only one triangle of the matrix is read.
public func cblas_dsymv(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ n: Int32, _ alpha: Double, _ a: UnsafePointer<Double>!, _ lda: Int32,
    _ x: UnsafePointer<Double>!, _ incX: Int32, _ beta: Double, _ y: UnsafeMutablePointer<Double>!, _ incY: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dsymv(order.number, uplo.number, n, alpha, a, lda, x, incX, beta, y, incY)
}

/// Adds the outer product of a vector with itself to a symmetric matrix: A = α x xᵀ + A. Only one triangle of A is changed.
public func cblas_ssyr(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ n: Int32, _ alpha: Float, _ x: UnsafePointer<Float>!, _ incX: Int32,
    _ a: UnsafeMutablePointer<Float>!, _ lda: Int32
) {
    requireOpenBLAS(#function)
    copenblas_ssyr(order.number, uplo.number, n, alpha, x, incX, a, lda)
}

/// Adds the outer product of a vector with itself to a symmetric matrix: A = α x xᵀ + A. Only one triangle of A is changed.
public func cblas_dsyr(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ n: Int32, _ alpha: Double, _ x: UnsafePointer<Double>!, _ incX: Int32,
    _ a: UnsafeMutablePointer<Double>!, _ lda: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dsyr(order.number, uplo.number, n, alpha, x, incX, a, lda)
}

/// Multiplies a triangular matrix and a vector: x = A x.
public func cblas_strmv(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ n: Int32, _ a: UnsafePointer<Float>!,
    _ lda: Int32, _ x: UnsafeMutablePointer<Float>!, _ incX: Int32
) {
    requireOpenBLAS(#function)
    copenblas_strmv(order.number, uplo.number, transA.number, diag.number, n, a, lda, x, incX)
}

/// Multiplies a triangular matrix and a vector: x = A x.
public func cblas_dtrmv(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ n: Int32, _ a: UnsafePointer<Double>!,
    _ lda: Int32, _ x: UnsafeMutablePointer<Double>!, _ incX: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dtrmv(order.number, uplo.number, transA.number, diag.number, n, a, lda, x, incX)
}

/// Solves A x = b for a triangular matrix A. Before the call, `x` holds b. Afterwards it holds the solution.
public func cblas_strsv(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ n: Int32, _ a: UnsafePointer<Float>!,
    _ lda: Int32, _ x: UnsafeMutablePointer<Float>!, _ incX: Int32
) {
    requireOpenBLAS(#function)
    copenblas_strsv(order.number, uplo.number, transA.number, diag.number, n, a, lda, x, incX)
}

/// Solves A x = b for a triangular matrix A. Before the call, `x` holds b. Afterwards it holds the solution.
public func cblas_dtrsv(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ n: Int32, _ a: UnsafePointer<Double>!,
    _ lda: Int32, _ x: UnsafeMutablePointer<Double>!, _ incX: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dtrsv(order.number, uplo.number, transA.number, diag.number, n, a, lda, x, incX)
}
