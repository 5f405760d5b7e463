import COpenBLAS

/// Multiplies two matrices that may be transposed: C = α A B + β C. A is m × k, B is k × n, and C is m × n.
public func cblas_sgemm(
    _ order: CBLAS_ORDER, _ transA: CBLAS_TRANSPOSE, _ transB: CBLAS_TRANSPOSE, _ m: Int32, _ n: Int32, _ k: Int32, _ alpha: Float,
    _ a: UnsafePointer<Float>!, _ lda: Int32, _ b: UnsafePointer<Float>!, _ ldb: Int32, _ beta: Float, _ c: UnsafeMutablePointer<Float>!,
    _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_sgemm(order.number, transA.number, transB.number, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

/// Multiplies two matrices that may be transposed: C = α A B + β C. A is m × k, B is k × n, and C is m × n.
public func cblas_dgemm(
    _ order: CBLAS_ORDER, _ transA: CBLAS_TRANSPOSE, _ transB: CBLAS_TRANSPOSE, _ m: Int32, _ n: Int32, _ k: Int32, _ alpha: Double,
    _ a: UnsafePointer<Double>!, _ lda: Int32, _ b: UnsafePointer<Double>!, _ ldb: Int32, _ beta: Double,
    _ c: UnsafeMutablePointer<Double>!, _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dgemm(order.number, transA.number, transB.number, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

/// Multiplies a symmetric matrix A and a matrix B: C = α A B + β C, or C = α B A + β C. Only one triangle of A is read.
public func cblas_ssymm(
    _ order: CBLAS_ORDER, _ side: CBLAS_SIDE, _ uplo: CBLAS_UPLO, _ m: Int32, _ n: Int32, _ alpha: Float, _ a: UnsafePointer<Float>!,
    _ lda: Int32, _ b: UnsafePointer<Float>!, _ ldb: Int32, _ beta: Float, _ c: UnsafeMutablePointer<Float>!, _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_ssymm(order.number, side.number, uplo.number, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
}

/// Multiplies a symmetric matrix A and a matrix B: C = α A B + β C, or C = α B A + β C. Only one triangle of A is read.
public func cblas_dsymm(
    _ order: CBLAS_ORDER, _ side: CBLAS_SIDE, _ uplo: CBLAS_UPLO, _ m: Int32, _ n: Int32, _ alpha: Double, _ a: UnsafePointer<Double>!,
    _ lda: Int32, _ b: UnsafePointer<Double>!, _ ldb: Int32, _ beta: Double, _ c: UnsafeMutablePointer<Double>!, _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dsymm(order.number, side.number, uplo.number, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
}

/// Multiplies a matrix and its transpose: C = α A Aᵀ + β C, where C is n × n. Only one triangle of C is computed.
public func cblas_ssyrk(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ trans: CBLAS_TRANSPOSE, _ n: Int32, _ k: Int32, _ alpha: Float, _ a: UnsafePointer<Float>!,
    _ lda: Int32, _ beta: Float, _ c: UnsafeMutablePointer<Float>!, _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_ssyrk(order.number, uplo.number, trans.number, n, k, alpha, a, lda, beta, c, ldc)
}

/// Multiplies a matrix and its transpose: C = α A Aᵀ + β C, where C is n × n. Only one triangle of C is computed.
public func cblas_dsyrk(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ trans: CBLAS_TRANSPOSE, _ n: Int32, _ k: Int32, _ alpha: Double,
    _ a: UnsafePointer<Double>!, _ lda: Int32, _ beta: Double, _ c: UnsafeMutablePointer<Double>!, _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dsyrk(order.number, uplo.number, trans.number, n, k, alpha, a, lda, beta, c, ldc)
}

/// Adds the products of two matrices with each other's transposes: C = α A Bᵀ + α B Aᵀ + β C. Only one triangle of C is computed.
public func cblas_ssyr2k(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ trans: CBLAS_TRANSPOSE, _ n: Int32, _ k: Int32, _ alpha: Float, _ a: UnsafePointer<Float>!,
    _ lda: Int32, _ b: UnsafePointer<Float>!, _ ldb: Int32, _ beta: Float, _ c: UnsafeMutablePointer<Float>!, _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_ssyr2k(order.number, uplo.number, trans.number, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

/// Adds the products of two matrices with each other's transposes: C = α A Bᵀ + α B Aᵀ + β C. Only one triangle of C is computed.
public func cblas_dsyr2k(
    _ order: CBLAS_ORDER, _ uplo: CBLAS_UPLO, _ trans: CBLAS_TRANSPOSE, _ n: Int32, _ k: Int32, _ alpha: Double,
    _ a: UnsafePointer<Double>!, _ lda: Int32, _ b: UnsafePointer<Double>!, _ ldb: Int32, _ beta: Double,
    _ c: UnsafeMutablePointer<Double>!, _ ldc: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dsyr2k(order.number, uplo.number, trans.number, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

/// Multiplies a triangular matrix and an m × n matrix: B = α A B, or B = α B A.
public func cblas_strmm(
    _ order: CBLAS_ORDER, _ side: CBLAS_SIDE, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ m: Int32, _ n: Int32,
    _ alpha: Float, _ a: UnsafePointer<Float>!, _ lda: Int32, _ b: UnsafeMutablePointer<Float>!, _ ldb: Int32
) {
    requireOpenBLAS(#function)
    copenblas_strmm(order.number, side.number, uplo.number, transA.number, diag.number, m, n, alpha, a, lda, b, ldb)
}

/// Multiplies a triangular matrix and an m × n matrix: B = α A B, or B = α B A.
public func cblas_dtrmm(
    _ order: CBLAS_ORDER, _ side: CBLAS_SIDE, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ m: Int32, _ n: Int32,
    _ alpha: Double, _ a: UnsafePointer<Double>!, _ lda: Int32, _ b: UnsafeMutablePointer<Double>!, _ ldb: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dtrmm(order.number, side.number, uplo.number, transA.number, diag.number, m, n, alpha, a, lda, b, ldb)
}

/// Solves A X = α B, or X A = α B, for a triangular matrix. On return B holds X.
public func cblas_strsm(
    _ order: CBLAS_ORDER, _ side: CBLAS_SIDE, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ m: Int32, _ n: Int32,
    _ alpha: Float, _ a: UnsafePointer<Float>!, _ lda: Int32, _ b: UnsafeMutablePointer<Float>!, _ ldb: Int32
) {
    requireOpenBLAS(#function)
    copenblas_strsm(order.number, side.number, uplo.number, transA.number, diag.number, m, n, alpha, a, lda, b, ldb)
}

/// Solves A X = α B, or X A = α B, for a triangular matrix. On return B holds X.
public func cblas_dtrsm(
    _ order: CBLAS_ORDER, _ side: CBLAS_SIDE, _ uplo: CBLAS_UPLO, _ transA: CBLAS_TRANSPOSE, _ diag: CBLAS_DIAG, _ m: Int32, _ n: Int32,
    _ alpha: Double, _ a: UnsafePointer<Double>!, _ lda: Int32, _ b: UnsafeMutablePointer<Double>!, _ ldb: Int32
) {
    requireOpenBLAS(#function)
    copenblas_dtrsm(order.number, side.number, uplo.number, transA.number, diag.number, m, n, alpha, a, lda, b, ldb)
}
