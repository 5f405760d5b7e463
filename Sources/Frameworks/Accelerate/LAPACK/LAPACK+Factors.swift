import COpenBLAS

/// Solves A X = B for a matrix A of full rank. If there are more equations than unknowns, this is the least-squares solution. If there are fewer
/// equations than unknowns, it is the shortest solution. On return B holds the solution. A positive `info` means that A does not have full rank.
@discardableResult
public func sgels_(
    _ trans: UnsafeMutablePointer<CChar>!, _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ nrhs: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ b: UnsafeMutablePointer<__CLPK_real>!, _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_real>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
    return info.pointee
}

/// Solves A X = B for a matrix A of full rank. If there are more equations than unknowns, this is the least-squares solution. If there are fewer
/// equations than unknowns, it is the shortest solution. On return B holds the solution. A positive `info` means that A does not have full rank.
@discardableResult
public func dgels_(
    _ trans: UnsafeMutablePointer<CChar>!, _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ nrhs: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgels(trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info)
    return info.pointee
}

/// Solves A X = B in the least-squares sense by a singular value decomposition. A may have any rank. On return B holds the shortest
/// solution. A positive `info` means that the singular values did not converge.
@discardableResult
public func sgelsd_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ b: UnsafeMutablePointer<__CLPK_real>!,
    _ ldb: UnsafeMutablePointer<__CLPK_integer>!, _ s: UnsafeMutablePointer<__CLPK_real>!, _ rcond: UnsafeMutablePointer<__CLPK_real>!,
    _ rank: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_real>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ iwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgelsd(m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, iwork, info)
    return info.pointee
}

/// Solves A X = B in the least-squares sense by a singular value decomposition. A may have any rank. On return B holds the shortest
/// solution. A positive `info` means that the singular values did not converge.
@discardableResult
public func dgelsd_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ nrhs: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ b: UnsafeMutablePointer<__CLPK_doublereal>!, _ ldb: UnsafeMutablePointer<__CLPK_integer>!,
    _ s: UnsafeMutablePointer<__CLPK_doublereal>!, _ rcond: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ rank: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ iwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgelsd(m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, iwork, info)
    return info.pointee
}

/// Computes the singular value decomposition A = U diag(s) Vᵀ. The singular values in `s` are in descending order. A positive `info` means
/// that they did not converge.
@discardableResult
public func sgesvd_(
    _ jobu: UnsafeMutablePointer<CChar>!, _ jobvt: UnsafeMutablePointer<CChar>!, _ m: UnsafeMutablePointer<__CLPK_integer>!,
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ s: UnsafeMutablePointer<__CLPK_real>!, _ u: UnsafeMutablePointer<__CLPK_real>!, _ ldu: UnsafeMutablePointer<__CLPK_integer>!,
    _ vt: UnsafeMutablePointer<__CLPK_real>!, _ ldvt: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_real>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
    return info.pointee
}

/// Computes the singular value decomposition A = U diag(s) Vᵀ. The singular values in `s` are in descending order. A positive `info` means
/// that they did not converge.
@discardableResult
public func dgesvd_(
    _ jobu: UnsafeMutablePointer<CChar>!, _ jobvt: UnsafeMutablePointer<CChar>!, _ m: UnsafeMutablePointer<__CLPK_integer>!,
    _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ s: UnsafeMutablePointer<__CLPK_doublereal>!, _ u: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldu: UnsafeMutablePointer<__CLPK_integer>!, _ vt: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldvt: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgesvd(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info)
    return info.pointee
}

/// Computes the singular value decomposition A = U diag(s) Vᵀ with a divide-and-conquer algorithm. The singular values in `s` are in
/// descending order. A positive `info` means that they did not converge.
@discardableResult
public func sgesdd_(
    _ jobz: UnsafeMutablePointer<CChar>!, _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ s: UnsafeMutablePointer<__CLPK_real>!,
    _ u: UnsafeMutablePointer<__CLPK_real>!, _ ldu: UnsafeMutablePointer<__CLPK_integer>!, _ vt: UnsafeMutablePointer<__CLPK_real>!,
    _ ldvt: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_real>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ iwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgesdd(jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info)
    return info.pointee
}

/// Computes the singular value decomposition A = U diag(s) Vᵀ with a divide-and-conquer algorithm. The singular values in `s` are in
/// descending order. A positive `info` means that they did not converge.
@discardableResult
public func dgesdd_(
    _ jobz: UnsafeMutablePointer<CChar>!, _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ s: UnsafeMutablePointer<__CLPK_doublereal>!, _ u: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldu: UnsafeMutablePointer<__CLPK_integer>!, _ vt: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ ldvt: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ iwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgesdd(jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork, info)
    return info.pointee
}

/// Computes the eigenvalues, in ascending order, and the eigenvectors of a symmetric matrix. A positive `info` means that the eigenvalues
/// did not converge.
@discardableResult
public func ssyev_(
    _ jobz: UnsafeMutablePointer<CChar>!, _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ w: UnsafeMutablePointer<__CLPK_real>!,
    _ work: UnsafeMutablePointer<__CLPK_real>!, _ lwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_ssyev(jobz, uplo, n, a, lda, w, work, lwork, info)
    return info.pointee
}

/// Computes the eigenvalues, in ascending order, and the eigenvectors of a symmetric matrix. A positive `info` means that the eigenvalues
/// did not converge.
@discardableResult
public func dsyev_(
    _ jobz: UnsafeMutablePointer<CChar>!, _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ w: UnsafeMutablePointer<__CLPK_doublereal>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dsyev(jobz, uplo, n, a, lda, w, work, lwork, info)
    return info.pointee
}

/// Computes the eigenvalues, in ascending order, and the eigenvectors of a symmetric matrix with a divide-and-conquer algorithm. A positive
/// `info` means that the eigenvalues did not converge.
@discardableResult
public func ssyevd_(
    _ jobz: UnsafeMutablePointer<CChar>!, _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ w: UnsafeMutablePointer<__CLPK_real>!,
    _ work: UnsafeMutablePointer<__CLPK_real>!, _ lwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ iwork: UnsafeMutablePointer<__CLPK_integer>!, _ liwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_ssyevd(jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info)
    return info.pointee
}

/// Computes the eigenvalues, in ascending order, and the eigenvectors of a symmetric matrix with a divide-and-conquer algorithm. A positive
/// `info` means that the eigenvalues did not converge.
@discardableResult
public func dsyevd_(
    _ jobz: UnsafeMutablePointer<CChar>!, _ uplo: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ w: UnsafeMutablePointer<__CLPK_doublereal>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ iwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ liwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dsyevd(jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info)
    return info.pointee
}

/// Computes the eigenvalues and eigenvectors of any square matrix. The eigenvalues are given as real and imaginary parts. A positive `info`
/// means that the eigenvalues did not converge.
@discardableResult
public func sgeev_(
    _ jobvl: UnsafeMutablePointer<CChar>!, _ jobvr: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ wr: UnsafeMutablePointer<__CLPK_real>!,
    _ wi: UnsafeMutablePointer<__CLPK_real>!, _ vl: UnsafeMutablePointer<__CLPK_real>!, _ ldvl: UnsafeMutablePointer<__CLPK_integer>!,
    _ vr: UnsafeMutablePointer<__CLPK_real>!, _ ldvr: UnsafeMutablePointer<__CLPK_integer>!, _ work: UnsafeMutablePointer<__CLPK_real>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgeev(jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info)
    return info.pointee
}

/// Computes the eigenvalues and eigenvectors of any square matrix. The eigenvalues are given as real and imaginary parts. A positive `info`
/// means that the eigenvalues did not converge.
@discardableResult
public func dgeev_(
    _ jobvl: UnsafeMutablePointer<CChar>!, _ jobvr: UnsafeMutablePointer<CChar>!, _ n: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ wr: UnsafeMutablePointer<__CLPK_doublereal>!, _ wi: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ vl: UnsafeMutablePointer<__CLPK_doublereal>!, _ ldvl: UnsafeMutablePointer<__CLPK_integer>!,
    _ vr: UnsafeMutablePointer<__CLPK_doublereal>!, _ ldvr: UnsafeMutablePointer<__CLPK_integer>!,
    _ work: UnsafeMutablePointer<__CLPK_doublereal>!, _ lwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgeev(jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info)
    return info.pointee
}

/// Computes the QR factorisation of an m × n matrix: an orthogonal matrix times an upper triangular matrix.
@discardableResult
public func sgeqrf_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_real>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ tau: UnsafeMutablePointer<__CLPK_real>!, _ work: UnsafeMutablePointer<__CLPK_real>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sgeqrf(m, n, a, lda, tau, work, lwork, info)
    return info.pointee
}

/// Computes the QR factorisation of an m × n matrix: an orthogonal matrix times an upper triangular matrix.
@discardableResult
public func dgeqrf_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ a: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ tau: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ work: UnsafeMutablePointer<__CLPK_doublereal>!, _ lwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dgeqrf(m, n, a, lda, tau, work, lwork, info)
    return info.pointee
}

/// Computes the orthogonal matrix of a QR factorisation from the result of `geqrf`.
@discardableResult
public func sorgqr_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ k: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_real>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!, _ tau: UnsafeMutablePointer<__CLPK_real>!,
    _ work: UnsafeMutablePointer<__CLPK_real>!, _ lwork: UnsafeMutablePointer<__CLPK_integer>!,
    _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_sorgqr(m, n, k, a, lda, tau, work, lwork, info)
    return info.pointee
}

/// Computes the orthogonal matrix of a QR factorisation from the result of `geqrf`.
@discardableResult
public func dorgqr_(
    _ m: UnsafeMutablePointer<__CLPK_integer>!, _ n: UnsafeMutablePointer<__CLPK_integer>!, _ k: UnsafeMutablePointer<__CLPK_integer>!,
    _ a: UnsafeMutablePointer<__CLPK_doublereal>!, _ lda: UnsafeMutablePointer<__CLPK_integer>!,
    _ tau: UnsafeMutablePointer<__CLPK_doublereal>!, _ work: UnsafeMutablePointer<__CLPK_doublereal>!,
    _ lwork: UnsafeMutablePointer<__CLPK_integer>!, _ info: UnsafeMutablePointer<__CLPK_integer>!
) -> Int32 {
    requireOpenBLAS(#function)
    copenblas_dorgqr(m, n, k, a, lda, tau, work, lwork, info)
    return info.pointee
}
