#pragma once

#include <stddef.h>

// Linear algebra through OpenBLAS. The library is loaded by the first call of `copenblas_load`. All other functions may be called only after this
// function has returned 1.

#ifdef __cplusplus
extern "C" {
#endif

/// Loads the library. Returns 1 if the library has all functions, or else 0.
int copenblas_load(void);

// Levels 1 to 3 of BLAS: the functions that the library calls cblas_NAME. Orders, transpositions and triangles have the numbers of its enumerations.

float copenblas_sdot(int n, const float *_Nullable x, int incX, const float *_Nullable y, int incY);
float copenblas_snrm2(int n, const float *_Nullable x, int incX);
float copenblas_sasum(int n, const float *_Nullable x, int incX);
size_t copenblas_isamax(int n, const float *_Nullable x, int incX);
double copenblas_ddot(int n, const double *_Nullable x, int incX, const double *_Nullable y, int incY);
double copenblas_dnrm2(int n, const double *_Nullable x, int incX);
double copenblas_dasum(int n, const double *_Nullable x, int incX);
size_t copenblas_idamax(int n, const double *_Nullable x, int incX);
void copenblas_saxpy(int n, float alpha, const float *_Nullable x, int incX, float *_Nullable y, int incY);
void copenblas_saxpby(int n, float alpha, const float *_Nullable x, int incX, float beta, float *_Nullable y, int incY);
void copenblas_sscal(int n, float alpha, float *_Nullable x, int incX);
void copenblas_scopy(int n, const float *_Nullable x, int incX, float *_Nullable y, int incY);
void copenblas_sswap(int n, float *_Nullable x, int incX, float *_Nullable y, int incY);
void copenblas_srot(int n, float *_Nullable x, int incX, float *_Nullable y, int incY, float c, float s);
void copenblas_srotg(float *_Nullable a, float *_Nullable b, float *_Nullable c, float *_Nullable s);
void copenblas_sgemv(
    int order, int transA, int m, int n, float alpha, const float *_Nullable a, int lda, const float *_Nullable x, int incX, float beta,
    float *_Nullable y, int incY);
void copenblas_sger(
    int order, int m, int n, float alpha, const float *_Nullable x, int incX, const float *_Nullable y, int incY, float *_Nullable a, int
    lda);
void copenblas_ssymv(
    int order, int uplo, int n, float alpha, const float *_Nullable a, int lda, const float *_Nullable x, int incX, float beta, float
    *_Nullable y, int incY);
void copenblas_ssyr(int order, int uplo, int n, float alpha, const float *_Nullable x, int incX, float *_Nullable a, int lda);
void copenblas_strmv(int order, int uplo, int transA, int diag, int n, const float *_Nullable a, int lda, float *_Nullable x, int incX);
void copenblas_strsv(int order, int uplo, int transA, int diag, int n, const float *_Nullable a, int lda, float *_Nullable x, int incX);
void copenblas_sgemm(
    int order, int transA, int transB, int m, int n, int k, float alpha, const float *_Nullable a, int lda, const float *_Nullable b, int
    ldb, float beta, float *_Nullable c, int ldc);
void copenblas_ssymm(
    int order, int side, int uplo, int m, int n, float alpha, const float *_Nullable a, int lda, const float *_Nullable b, int ldb, float
    beta, float *_Nullable c, int ldc);
void copenblas_ssyrk(
    int order, int uplo, int trans, int n, int k, float alpha, const float *_Nullable a, int lda, float beta, float *_Nullable c, int ldc);
void copenblas_ssyr2k(
    int order, int uplo, int trans, int n, int k, float alpha, const float *_Nullable a, int lda, const float *_Nullable b, int ldb, float
    beta, float *_Nullable c, int ldc);
void copenblas_strmm(
    int order, int side, int uplo, int transA, int diag, int m, int n, float alpha, const float *_Nullable a, int lda, float *_Nullable b,
    int ldb);
void copenblas_strsm(
    int order, int side, int uplo, int transA, int diag, int m, int n, float alpha, const float *_Nullable a, int lda, float *_Nullable b,
    int ldb);
void copenblas_daxpy(int n, double alpha, const double *_Nullable x, int incX, double *_Nullable y, int incY);
void copenblas_daxpby(int n, double alpha, const double *_Nullable x, int incX, double beta, double *_Nullable y, int incY);
void copenblas_dscal(int n, double alpha, double *_Nullable x, int incX);
void copenblas_dcopy(int n, const double *_Nullable x, int incX, double *_Nullable y, int incY);
void copenblas_dswap(int n, double *_Nullable x, int incX, double *_Nullable y, int incY);
void copenblas_drot(int n, double *_Nullable x, int incX, double *_Nullable y, int incY, double c, double s);
void copenblas_drotg(double *_Nullable a, double *_Nullable b, double *_Nullable c, double *_Nullable s);
void copenblas_dgemv(
    int order, int transA, int m, int n, double alpha, const double *_Nullable a, int lda, const double *_Nullable x, int incX, double beta,
    double *_Nullable y, int incY);
void copenblas_dger(
    int order, int m, int n, double alpha, const double *_Nullable x, int incX, const double *_Nullable y, int incY, double *_Nullable a,
    int lda);
void copenblas_dsymv(
    int order, int uplo, int n, double alpha, const double *_Nullable a, int lda, const double *_Nullable x, int incX, double beta, double
    *_Nullable y, int incY);
void copenblas_dsyr(int order, int uplo, int n, double alpha, const double *_Nullable x, int incX, double *_Nullable a, int lda);
void copenblas_dtrmv(int order, int uplo, int transA, int diag, int n, const double *_Nullable a, int lda, double *_Nullable x, int incX);
void copenblas_dtrsv(int order, int uplo, int transA, int diag, int n, const double *_Nullable a, int lda, double *_Nullable x, int incX);
void copenblas_dgemm(
    int order, int transA, int transB, int m, int n, int k, double alpha, const double *_Nullable a, int lda, const double *_Nullable b, int
    ldb, double beta, double *_Nullable c, int ldc);
void copenblas_dsymm(
    int order, int side, int uplo, int m, int n, double alpha, const double *_Nullable a, int lda, const double *_Nullable b, int ldb,
    double beta, double *_Nullable c, int ldc);
void copenblas_dsyrk(
    int order, int uplo, int trans, int n, int k, double alpha, const double *_Nullable a, int lda, double beta, double *_Nullable c, int
    ldc);
void copenblas_dsyr2k(
    int order, int uplo, int trans, int n, int k, double alpha, const double *_Nullable a, int lda, const double *_Nullable b, int ldb,
    double beta, double *_Nullable c, int ldc);
void copenblas_dtrmm(
    int order, int side, int uplo, int transA, int diag, int m, int n, double alpha, const double *_Nullable a, int lda, double *_Nullable
    b, int ldb);
void copenblas_dtrsm(
    int order, int side, int uplo, int transA, int diag, int m, int n, double alpha, const double *_Nullable a, int lda, double *_Nullable
    b, int ldb);

// Solvers of LAPACK: the functions that the library calls NAME_. Matrices are stored column by column. A negative info says which argument is wrong.

void copenblas_sgesv(
    int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, float *_Nullable b, int *_Nonnull ldb,
    int *_Nonnull info);
void copenblas_sgetrf(int *_Nonnull m, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, int *_Nonnull info);
void copenblas_sgetri(
    int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, float *_Nullable work, int *_Nonnull lwork, int *_Nonnull
    info);
void copenblas_sgetrs(
    const char *_Nonnull trans, int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, float
    *_Nullable b, int *_Nonnull ldb, int *_Nonnull info);
void copenblas_spotrf(const char *_Nonnull uplo, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, int *_Nonnull info);
void copenblas_spotri(const char *_Nonnull uplo, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, int *_Nonnull info);
void copenblas_spotrs(
    const char *_Nonnull uplo, int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable a, int *_Nonnull lda, float *_Nullable b, int *_Nonnull
    ldb, int *_Nonnull info);
void copenblas_sposv(
    const char *_Nonnull uplo, int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable a, int *_Nonnull lda, float *_Nullable b, int *_Nonnull
    ldb, int *_Nonnull info);
void copenblas_sgtsv(
    int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable dl, float *_Nullable d, float *_Nullable du, float *_Nullable b, int *_Nonnull
    ldb, int *_Nonnull info);
void copenblas_strtrs(
    const char *_Nonnull uplo, const char *_Nonnull trans, const char *_Nonnull diag, int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable
    a, int *_Nonnull lda, float *_Nullable b, int *_Nonnull ldb, int *_Nonnull info);
void copenblas_sgels(
    const char *_Nonnull trans, int *_Nonnull m, int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable a, int *_Nonnull lda, float
    *_Nullable b, int *_Nonnull ldb, float *_Nullable work, int *_Nonnull lwork, int *_Nonnull info);
void copenblas_sgelsd(
    int *_Nonnull m, int *_Nonnull n, int *_Nonnull nrhs, float *_Nullable a, int *_Nonnull lda, float *_Nullable b, int *_Nonnull ldb,
    float *_Nullable s, float *_Nullable rcond, int *_Nonnull rank, float *_Nullable work, int *_Nonnull lwork, int *_Nonnull iwork, int
    *_Nonnull info);
void copenblas_sgesvd(
    const char *_Nonnull jobu, const char *_Nonnull jobvt, int *_Nonnull m, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, float
    *_Nullable s, float *_Nullable u, int *_Nonnull ldu, float *_Nullable vt, int *_Nonnull ldvt, float *_Nullable work, int *_Nonnull
    lwork, int *_Nonnull info);
void copenblas_sgesdd(
    const char *_Nonnull jobz, int *_Nonnull m, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, float *_Nullable s, float *_Nullable
    u, int *_Nonnull ldu, float *_Nullable vt, int *_Nonnull ldvt, float *_Nullable work, int *_Nonnull lwork, int *_Nonnull iwork, int
    *_Nonnull info);
void copenblas_ssyev(
    const char *_Nonnull jobz, const char *_Nonnull uplo, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, float *_Nullable w, float
    *_Nullable work, int *_Nonnull lwork, int *_Nonnull info);
void copenblas_ssyevd(
    const char *_Nonnull jobz, const char *_Nonnull uplo, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, float *_Nullable w, float
    *_Nullable work, int *_Nonnull lwork, int *_Nonnull iwork, int *_Nonnull liwork, int *_Nonnull info);
void copenblas_sgeev(
    const char *_Nonnull jobvl, const char *_Nonnull jobvr, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, float *_Nullable wr,
    float *_Nullable wi, float *_Nullable vl, int *_Nonnull ldvl, float *_Nullable vr, int *_Nonnull ldvr, float *_Nullable work, int
    *_Nonnull lwork, int *_Nonnull info);
void copenblas_sgeqrf(
    int *_Nonnull m, int *_Nonnull n, float *_Nullable a, int *_Nonnull lda, float *_Nullable tau, float *_Nullable work, int *_Nonnull
    lwork, int *_Nonnull info);
void copenblas_sorgqr(
    int *_Nonnull m, int *_Nonnull n, int *_Nonnull k, float *_Nullable a, int *_Nonnull lda, float *_Nullable tau, float *_Nullable work,
    int *_Nonnull lwork, int *_Nonnull info);
void copenblas_dgesv(
    int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, double *_Nullable b, int *_Nonnull ldb,
    int *_Nonnull info);
void copenblas_dgetrf(int *_Nonnull m, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, int *_Nonnull info);
void copenblas_dgetri(
    int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, double *_Nullable work, int *_Nonnull lwork, int *_Nonnull
    info);
void copenblas_dgetrs(
    const char *_Nonnull trans, int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable a, int *_Nonnull lda, int *_Nonnull ipiv, double
    *_Nullable b, int *_Nonnull ldb, int *_Nonnull info);
void copenblas_dpotrf(const char *_Nonnull uplo, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, int *_Nonnull info);
void copenblas_dpotri(const char *_Nonnull uplo, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, int *_Nonnull info);
void copenblas_dpotrs(
    const char *_Nonnull uplo, int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable a, int *_Nonnull lda, double *_Nullable b, int
    *_Nonnull ldb, int *_Nonnull info);
void copenblas_dposv(
    const char *_Nonnull uplo, int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable a, int *_Nonnull lda, double *_Nullable b, int
    *_Nonnull ldb, int *_Nonnull info);
void copenblas_dgtsv(
    int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable dl, double *_Nullable d, double *_Nullable du, double *_Nullable b, int *_Nonnull
    ldb, int *_Nonnull info);
void copenblas_dtrtrs(
    const char *_Nonnull uplo, const char *_Nonnull trans, const char *_Nonnull diag, int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable
    a, int *_Nonnull lda, double *_Nullable b, int *_Nonnull ldb, int *_Nonnull info);
void copenblas_dgels(
    const char *_Nonnull trans, int *_Nonnull m, int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable a, int *_Nonnull lda, double
    *_Nullable b, int *_Nonnull ldb, double *_Nullable work, int *_Nonnull lwork, int *_Nonnull info);
void copenblas_dgelsd(
    int *_Nonnull m, int *_Nonnull n, int *_Nonnull nrhs, double *_Nullable a, int *_Nonnull lda, double *_Nullable b, int *_Nonnull ldb,
    double *_Nullable s, double *_Nullable rcond, int *_Nonnull rank, double *_Nullable work, int *_Nonnull lwork, int *_Nonnull iwork, int
    *_Nonnull info);
void copenblas_dgesvd(
    const char *_Nonnull jobu, const char *_Nonnull jobvt, int *_Nonnull m, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, double
    *_Nullable s, double *_Nullable u, int *_Nonnull ldu, double *_Nullable vt, int *_Nonnull ldvt, double *_Nullable work, int *_Nonnull
    lwork, int *_Nonnull info);
void copenblas_dgesdd(
    const char *_Nonnull jobz, int *_Nonnull m, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, double *_Nullable s, double
    *_Nullable u, int *_Nonnull ldu, double *_Nullable vt, int *_Nonnull ldvt, double *_Nullable work, int *_Nonnull lwork, int *_Nonnull
    iwork, int *_Nonnull info);
void copenblas_dsyev(
    const char *_Nonnull jobz, const char *_Nonnull uplo, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, double *_Nullable w,
    double *_Nullable work, int *_Nonnull lwork, int *_Nonnull info);
void copenblas_dsyevd(
    const char *_Nonnull jobz, const char *_Nonnull uplo, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, double *_Nullable w,
    double *_Nullable work, int *_Nonnull lwork, int *_Nonnull iwork, int *_Nonnull liwork, int *_Nonnull info);
void copenblas_dgeev(
    const char *_Nonnull jobvl, const char *_Nonnull jobvr, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, double *_Nullable wr,
    double *_Nullable wi, double *_Nullable vl, int *_Nonnull ldvl, double *_Nullable vr, int *_Nonnull ldvr, double *_Nullable work, int
    *_Nonnull lwork, int *_Nonnull info);
void copenblas_dgeqrf(
    int *_Nonnull m, int *_Nonnull n, double *_Nullable a, int *_Nonnull lda, double *_Nullable tau, double *_Nullable work, int *_Nonnull
    lwork, int *_Nonnull info);
void copenblas_dorgqr(
    int *_Nonnull m, int *_Nonnull n, int *_Nonnull k, double *_Nullable a, int *_Nonnull lda, double *_Nullable tau, double *_Nullable
    work, int *_Nonnull lwork, int *_Nonnull info);

#ifdef __cplusplus
}
#endif
