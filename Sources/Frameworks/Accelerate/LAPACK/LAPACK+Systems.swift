import COpenBLAS

/// Solves A X = B by LU factorisation with pivoting. On return A holds its factors and B the solution. A positive `info` is the number of a
/// pivot that is 0. A is then singular.
@discardableResult
public func sgesv_(
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ ipiv: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_real>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
    return info.pointee
}

/// Solves A X = B by LU factorisation with pivoting. On return A holds its factors and B the solution. A positive `info` is the number of a
/// pivot that is 0. A is then singular.
@discardableResult
public func dgesv_(
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ ipiv: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
    return info.pointee
}

/// Computes the LU factorisation of an m × n matrix with pivoting: a permutation, a lower and an upper triangular matrix. A positive `info`
/// is the number of the first pivot that is 0.
@discardableResult
public func sgetrf_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ ipiv: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgetrf(m, n, a, lda, ipiv, info)
    return info.pointee
}

/// Computes the LU factorisation of an m × n matrix with pivoting: a permutation, a lower and an upper triangular matrix. A positive `info`
/// is the number of the first pivot that is 0.
@discardableResult
public func dgetrf_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ ipiv: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgetrf(m, n, a, lda, ipiv, info)
    return info.pointee
}

/// Inverts a matrix, given the factors from `getrf`. A positive `info` is the number of a pivot that is 0. The matrix is then singular.
@discardableResult
public func sgetri_(
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ ipiv: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_real>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgetri(n, a, lda, ipiv, work, lwork, info)
    return info.pointee
}

/// Inverts a matrix, given the factors from `getrf`. A positive `info` is the number of a pivot that is 0. The matrix is then singular.
@discardableResult
public func dgetri_(
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ ipiv: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgetri(n, a, lda, ipiv, work, lwork, info)
    return info.pointee
}

/// Solves A X = B or Aᵀ X = B, given the factors from `getrf`. On return B holds the solution.
@discardableResult
public func sgetrs_(
    _ trans: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ ipiv: UnsafeMutablePointer<__CLPK_integer>!,
    _ b: UnsafeMutablePointer<__CLPK_real>!, _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
    return info.pointee
}

/// Solves A X = B or Aᵀ X = B, given the factors from `getrf`. On return B holds the solution.
@discardableResult
public func dgetrs_(
    _ trans: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ ipiv: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
    return info.pointee
}

/// Computes the Cholesky factorisation of a positive definite matrix. A positive `info` is the size of a leading submatrix that is not
/// positive definite.
@discardableResult
public func spotrf_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_spotrf(uplo, n, a, lda, info)
    return info.pointee
}

/// Computes the Cholesky factorisation of a positive definite matrix. A positive `info` is the size of a leading submatrix that is not
/// positive definite.
@discardableResult
public func dpotrf_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dpotrf(uplo, n, a, lda, info)
    return info.pointee
}

/// Inverts a positive definite matrix, given the factor from `potrf`.
@discardableResult
public func spotri_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_spotri(uplo, n, a, lda, info)
    return info.pointee
}

/// Inverts a positive definite matrix, given the factor from `potrf`.
@discardableResult
public func dpotri_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dpotri(uplo, n, a, lda, info)
    return info.pointee
}

/// Solves A X = B for a positive definite matrix A, given the factor from `potrf`. On return B holds the solution.
@discardableResult
public func spotrs_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_real>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_spotrs(uplo, n, nrhs, a, lda, b, ldb, info)
    return info.pointee
}

/// Solves A X = B for a positive definite matrix A, given the factor from `potrf`. On return B holds the solution.
@discardableResult
public func dpotrs_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ b: UnsafeMutablePointer<__CLPK_doublereal>!, _ ldb: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
    return info.pointee
}

/// Solves A X = B for a positive definite matrix A. On return A holds its Cholesky factor and B the solution. A positive `info` means that
/// A is not positive definite.
@discardableResult
public func sposv_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_real>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sposv(uplo, n, nrhs, a, lda, b, ldb, info)
    return info.pointee
}

/// Solves A X = B for a positive definite matrix A. On return A holds its Cholesky factor and B the solution. A positive `info` means that
/// A is not positive definite.
@discardableResult
public func dposv_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ b: UnsafeMutablePointer<__CLPK_doublereal>!, _ ldb: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dposv(uplo, n, nrhs, a, lda, b, ldb, info)
    return info.pointee
}

/// Solves A X = B for a tridiagonal matrix A. On return A is overwritten and B holds the solution.
@discardableResult
public func sgtsv_(
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!, _ dl: UnsafeMutablePointer<__CLPK_real>!,
    _ d: UnsafeMutablePointer<__CLPK_real>!, _ du: UnsafeMutablePointer<__CLPK_real>!, _ b: UnsafeMutablePointer<__CLPK_real>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgtsv(n, nrhs, dl, d, du, b, ldb, info)
    return info.pointee
}

/// Solves A X = B for a tridiagonal matrix A. On return A is overwritten and B holds the solution.
@discardableResult
public func dgtsv_(
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ dl: UnsafeMutablePointer<__CLPK_doublereal>!, _ d: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ du: UnsafeMutablePointer<__CLPK_doublereal>!, _ b: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgtsv(n, nrhs, dl, d, du, b, ldb, info)
    return info.pointee
}

/// Solves A X = B for a triangular matrix A. On return B holds the solution. A positive `info` is the number of a diagonal element that is
/// 0.
@discardableResult
public func strtrs_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ trans: UnsafeMutablePointer<CChar>!, _ diag: UnsafeMutablePointer<CChar>!,
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_real>!, _ ldb: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_strtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
    return info.pointee
}

/// Solves A X = B for a triangular matrix A. On return B holds the solution. A positive `info` is the number of a diagonal element that is
/// 0.
@discardableResult
public func dtrtrs_(
    _ uplo: UnsafeMutablePointer<CChar>!, _ trans: UnsafeMutablePointer<CChar>!, _ diag: UnsafeMutablePointer<CChar>!,
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ b: UnsafeMutablePointer<__CLPK_doublereal>!, _ ldb: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dtrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
    return info.pointee
}
