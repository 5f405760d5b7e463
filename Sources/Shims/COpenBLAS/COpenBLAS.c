#include "COpenBLAS.h"

#include <dlfcn.h>
#include <pthread.h>

// RESULT, NAME, (PARAMETERS), (ARGUMENTS)
#define VALUES(X) \
    X(float, sdot, (int n, const float *x, int incX, const float *y, int incY), (n, x, incX, y, incY)) \
    X(float, snrm2, (int n, const float *x, int incX), (n, x, incX)) \
    X(float, sasum, (int n, const float *x, int incX), (n, x, incX)) \
    X(size_t, isamax, (int n, const float *x, int incX), (n, x, incX)) \
    X(double, ddot, (int n, const double *x, int incX, const double *y, int incY), (n, x, incX, y, incY)) \
    X(double, dnrm2, (int n, const double *x, int incX), (n, x, incX)) \
    X(double, dasum, (int n, const double *x, int incX), (n, x, incX)) \
    X(size_t, idamax, (int n, const double *x, int incX), (n, x, incX))

#define ACTIONS(X) \
    X(saxpy, (int n, float alpha, const float *x, int incX, float *y, int incY), (n, alpha, x, incX, y, incY)) \
    X(saxpby, (int n, float alpha, const float *x, int incX, float beta, float *y, int incY), (n, alpha, x, incX, beta, y, incY)) \
    X(sscal, (int n, float alpha, float *x, int incX), (n, alpha, x, incX)) \
    X(scopy, (int n, const float *x, int incX, float *y, int incY), (n, x, incX, y, incY)) \
    X(sswap, (int n, float *x, int incX, float *y, int incY), (n, x, incX, y, incY)) \
    X(srot, (int n, float *x, int incX, float *y, int incY, float c, float s), (n, x, incX, y, incY, c, s)) \
    X(srotg, (float *a, float *b, float *c, float *s), (a, b, c, s)) \
    X(sgemv, (int order, int transA, int m, int n, float alpha, const float *a, int lda, const float *x, int incX, float beta, \
      float *y, int incY), (order, transA, m, n, alpha, a, lda, x, incX, beta, y, incY)) \
    X(sger, (int order, int m, int n, float alpha, const float *x, int incX, const float *y, int incY, float *a, int lda), (order, m, \
      n, alpha, x, incX, y, incY, a, lda)) \
    X(ssymv, (int order, int uplo, int n, float alpha, const float *a, int lda, const float *x, int incX, float beta, float *y, \
      int incY), (order, uplo, n, alpha, a, lda, x, incX, beta, y, incY)) \
    X(ssyr, (int order, int uplo, int n, float alpha, const float *x, int incX, float *a, int lda), (order, uplo, n, alpha, x, incX, \
      a, lda)) \
    X(strmv, (int order, int uplo, int transA, int diag, int n, const float *a, int lda, float *x, int incX), (order, uplo, transA, \
      diag, n, a, lda, x, incX)) \
    X(strsv, (int order, int uplo, int transA, int diag, int n, const float *a, int lda, float *x, int incX), (order, uplo, transA, \
      diag, n, a, lda, x, incX)) \
    X(sgemm, (int order, int transA, int transB, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, \
      float beta, float *c, int ldc), (order, transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
    X(ssymm, (int order, int side, int uplo, int m, int n, float alpha, const float *a, int lda, const float *b, int ldb, float beta, \
      float *c, int ldc), (order, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)) \
    X(ssyrk, (int order, int uplo, int trans, int n, int k, float alpha, const float *a, int lda, float beta, float *c, int ldc), \
      (order, uplo, trans, n, k, alpha, a, lda, beta, c, ldc)) \
    X(ssyr2k, (int order, int uplo, int trans, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, \
      float beta, float *c, int ldc), (order, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
    X(strmm, (int order, int side, int uplo, int transA, int diag, int m, int n, float alpha, const float *a, int lda, float *b, \
      int ldb), (order, side, uplo, transA, diag, m, n, alpha, a, lda, b, ldb)) \
    X(strsm, (int order, int side, int uplo, int transA, int diag, int m, int n, float alpha, const float *a, int lda, float *b, \
      int ldb), (order, side, uplo, transA, diag, m, n, alpha, a, lda, b, ldb)) \
    X(daxpy, (int n, double alpha, const double *x, int incX, double *y, int incY), (n, alpha, x, incX, y, incY)) \
    X(daxpby, (int n, double alpha, const double *x, int incX, double beta, double *y, int incY), (n, alpha, x, incX, beta, y, incY)) \
    X(dscal, (int n, double alpha, double *x, int incX), (n, alpha, x, incX)) \
    X(dcopy, (int n, const double *x, int incX, double *y, int incY), (n, x, incX, y, incY)) \
    X(dswap, (int n, double *x, int incX, double *y, int incY), (n, x, incX, y, incY)) \
    X(drot, (int n, double *x, int incX, double *y, int incY, double c, double s), (n, x, incX, y, incY, c, s)) \
    X(drotg, (double *a, double *b, double *c, double *s), (a, b, c, s)) \
    X(dgemv, (int order, int transA, int m, int n, double alpha, const double *a, int lda, const double *x, int incX, double beta, \
      double *y, int incY), (order, transA, m, n, alpha, a, lda, x, incX, beta, y, incY)) \
    X(dger, (int order, int m, int n, double alpha, const double *x, int incX, const double *y, int incY, double *a, int lda), \
      (order, m, n, alpha, x, incX, y, incY, a, lda)) \
    X(dsymv, (int order, int uplo, int n, double alpha, const double *a, int lda, const double *x, int incX, double beta, double *y, \
      int incY), (order, uplo, n, alpha, a, lda, x, incX, beta, y, incY)) \
    X(dsyr, (int order, int uplo, int n, double alpha, const double *x, int incX, double *a, int lda), (order, uplo, n, alpha, x, \
      incX, a, lda)) \
    X(dtrmv, (int order, int uplo, int transA, int diag, int n, const double *a, int lda, double *x, int incX), (order, uplo, transA, \
      diag, n, a, lda, x, incX)) \
    X(dtrsv, (int order, int uplo, int transA, int diag, int n, const double *a, int lda, double *x, int incX), (order, uplo, transA, \
      diag, n, a, lda, x, incX)) \
    X(dgemm, (int order, int transA, int transB, int m, int n, int k, double alpha, const double *a, int lda, const double *b, \
      int ldb, double beta, double *c, int ldc), (order, transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
    X(dsymm, (int order, int side, int uplo, int m, int n, double alpha, const double *a, int lda, const double *b, int ldb, \
      double beta, double *c, int ldc), (order, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)) \
    X(dsyrk, (int order, int uplo, int trans, int n, int k, double alpha, const double *a, int lda, double beta, double *c, int ldc), \
      (order, uplo, trans, n, k, alpha, a, lda, beta, c, ldc)) \
    X(dsyr2k, (int order, int uplo, int trans, int n, int k, double alpha, const double *a, int lda, const double *b, int ldb, \
      double beta, double *c, int ldc), (order, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
    X(dtrmm, (int order, int side, int uplo, int transA, int diag, int m, int n, double alpha, const double *a, int lda, double *b, \
      int ldb), (order, side, uplo, transA, diag, m, n, alpha, a, lda, b, ldb)) \
    X(dtrsm, (int order, int side, int uplo, int transA, int diag, int m, int n, double alpha, const double *a, int lda, double *b, \
      int ldb), (order, side, uplo, transA, diag, m, n, alpha, a, lda, b, ldb))

// Fortran's functions also want the lengths of texts, after all other arguments.
// NAME, (PARAMETERS), (PARAMETERS WITH LENGTHS), (ARGUMENTS WITH LENGTHS)
#define SOLVERS(X) \
    X(sgesv, (int *n, int *nrhs, float *a, int *lda, int *ipiv, float *b, int *ldb, int *info), (int *n, int *nrhs, float *a, \
      int *lda, int *ipiv, float *b, int *ldb, int *info), (n, nrhs, a, lda, ipiv, b, ldb, info)) \
    X(sgetrf, (int *m, int *n, float *a, int *lda, int *ipiv, int *info), (int *m, int *n, float *a, int *lda, int *ipiv, int *info), \
      (m, n, a, lda, ipiv, info)) \
    X(sgetri, (int *n, float *a, int *lda, int *ipiv, float *work, int *lwork, int *info), (int *n, float *a, int *lda, int *ipiv, \
      float *work, int *lwork, int *info), (n, a, lda, ipiv, work, lwork, info)) \
    X(sgetrs, (const char *trans, int *n, int *nrhs, float *a, int *lda, int *ipiv, float *b, int *ldb, int *info), \
      (const char *trans, int *n, int *nrhs, float *a, int *lda, int *ipiv, float *b, int *ldb, int *info, size_t), (trans, n, nrhs, \
      a, lda, ipiv, b, ldb, info, 1)) \
    X(spotrf, (const char *uplo, int *n, float *a, int *lda, int *info), (const char *uplo, int *n, float *a, int *lda, int *info, \
      size_t), (uplo, n, a, lda, info, 1)) \
    X(spotri, (const char *uplo, int *n, float *a, int *lda, int *info), (const char *uplo, int *n, float *a, int *lda, int *info, \
      size_t), (uplo, n, a, lda, info, 1)) \
    X(spotrs, (const char *uplo, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, int *info), (const char *uplo, int *n, \
      int *nrhs, float *a, int *lda, float *b, int *ldb, int *info, size_t), (uplo, n, nrhs, a, lda, b, ldb, info, 1)) \
    X(sposv, (const char *uplo, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, int *info), (const char *uplo, int *n, \
      int *nrhs, float *a, int *lda, float *b, int *ldb, int *info, size_t), (uplo, n, nrhs, a, lda, b, ldb, info, 1)) \
    X(sgtsv, (int *n, int *nrhs, float *dl, float *d, float *du, float *b, int *ldb, int *info), (int *n, int *nrhs, float *dl, \
      float *d, float *du, float *b, int *ldb, int *info), (n, nrhs, dl, d, du, b, ldb, info)) \
    X(strtrs, (const char *uplo, const char *trans, const char *diag, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, \
      int *info), (const char *uplo, const char *trans, const char *diag, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, \
      int *info, size_t, size_t, size_t), (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, 1, 1, 1)) \
    X(sgels, (const char *trans, int *m, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, float *work, int *lwork, \
      int *info), (const char *trans, int *m, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, float *work, int *lwork, \
      int *info, size_t), (trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info, 1)) \
    X(sgelsd, (int *m, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, float *s, float *rcond, int *rank, float *work, \
      int *lwork, int *iwork, int *info), (int *m, int *n, int *nrhs, float *a, int *lda, float *b, int *ldb, float *s, float *rcond, \
      int *rank, float *work, int *lwork, int *iwork, int *info), (m, n, nrhs, a, lda, b, ldb, s, rcond, rank, work, lwork, iwork, \
      info)) \
    X(sgesvd, (const char *jobu, const char *jobvt, int *m, int *n, float *a, int *lda, float *s, float *u, int *ldu, float *vt, \
      int *ldvt, float *work, int *lwork, int *info), (const char *jobu, const char *jobvt, int *m, int *n, float *a, int *lda, \
      float *s, float *u, int *ldu, float *vt, int *ldvt, float *work, int *lwork, int *info, size_t, size_t), (jobu, jobvt, m, n, a, \
      lda, s, u, ldu, vt, ldvt, work, lwork, info, 1, 1)) \
    X(sgesdd, (const char *jobz, int *m, int *n, float *a, int *lda, float *s, float *u, int *ldu, float *vt, int *ldvt, float *work, \
      int *lwork, int *iwork, int *info), (const char *jobz, int *m, int *n, float *a, int *lda, float *s, float *u, int *ldu, \
      float *vt, int *ldvt, float *work, int *lwork, int *iwork, int *info, size_t), (jobz, m, n, a, lda, s, u, ldu, vt, ldvt, work, \
      lwork, iwork, info, 1)) \
    X(ssyev, (const char *jobz, const char *uplo, int *n, float *a, int *lda, float *w, float *work, int *lwork, int *info), \
      (const char *jobz, const char *uplo, int *n, float *a, int *lda, float *w, float *work, int *lwork, int *info, size_t, size_t), \
      (jobz, uplo, n, a, lda, w, work, lwork, info, 1, 1)) \
    X(ssyevd, (const char *jobz, const char *uplo, int *n, float *a, int *lda, float *w, float *work, int *lwork, int *iwork, \
      int *liwork, int *info), (const char *jobz, const char *uplo, int *n, float *a, int *lda, float *w, float *work, int *lwork, \
      int *iwork, int *liwork, int *info, size_t, size_t), (jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info, 1, 1)) \
    X(sgeev, (const char *jobvl, const char *jobvr, int *n, float *a, int *lda, float *wr, float *wi, float *vl, int *ldvl, \
      float *vr, int *ldvr, float *work, int *lwork, int *info), (const char *jobvl, const char *jobvr, int *n, float *a, int *lda, \
      float *wr, float *wi, float *vl, int *ldvl, float *vr, int *ldvr, float *work, int *lwork, int *info, size_t, size_t), (jobvl, \
      jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info, 1, 1)) \
    X(sgeqrf, (int *m, int *n, float *a, int *lda, float *tau, float *work, int *lwork, int *info), (int *m, int *n, float *a, \
      int *lda, float *tau, float *work, int *lwork, int *info), (m, n, a, lda, tau, work, lwork, info)) \
    X(sorgqr, (int *m, int *n, int *k, float *a, int *lda, float *tau, float *work, int *lwork, int *info), (int *m, int *n, int *k, \
      float *a, int *lda, float *tau, float *work, int *lwork, int *info), (m, n, k, a, lda, tau, work, lwork, info)) \
    X(dgesv, (int *n, int *nrhs, double *a, int *lda, int *ipiv, double *b, int *ldb, int *info), (int *n, int *nrhs, double *a, \
      int *lda, int *ipiv, double *b, int *ldb, int *info), (n, nrhs, a, lda, ipiv, b, ldb, info)) \
    X(dgetrf, (int *m, int *n, double *a, int *lda, int *ipiv, int *info), (int *m, int *n, double *a, int *lda, int *ipiv, \
      int *info), (m, n, a, lda, ipiv, info)) \
    X(dgetri, (int *n, double *a, int *lda, int *ipiv, double *work, int *lwork, int *info), (int *n, double *a, int *lda, int *ipiv, \
      double *work, int *lwork, int *info), (n, a, lda, ipiv, work, lwork, info)) \
    X(dgetrs, (const char *trans, int *n, int *nrhs, double *a, int *lda, int *ipiv, double *b, int *ldb, int *info), \
      (const char *trans, int *n, int *nrhs, double *a, int *lda, int *ipiv, double *b, int *ldb, int *info, size_t), (trans, n, \
      nrhs, a, lda, ipiv, b, ldb, info, 1)) \
    X(dpotrf, (const char *uplo, int *n, double *a, int *lda, int *info), (const char *uplo, int *n, double *a, int *lda, int *info, \
      size_t), (uplo, n, a, lda, info, 1)) \
    X(dpotri, (const char *uplo, int *n, double *a, int *lda, int *info), (const char *uplo, int *n, double *a, int *lda, int *info, \
      size_t), (uplo, n, a, lda, info, 1)) \
    X(dpotrs, (const char *uplo, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb, int *info), (const char *uplo, int *n, \
      int *nrhs, double *a, int *lda, double *b, int *ldb, int *info, size_t), (uplo, n, nrhs, a, lda, b, ldb, info, 1)) \
    X(dposv, (const char *uplo, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb, int *info), (const char *uplo, int *n, \
      int *nrhs, double *a, int *lda, double *b, int *ldb, int *info, size_t), (uplo, n, nrhs, a, lda, b, ldb, info, 1)) \
    X(dgtsv, (int *n, int *nrhs, double *dl, double *d, double *du, double *b, int *ldb, int *info), (int *n, int *nrhs, double *dl, \
      double *d, double *du, double *b, int *ldb, int *info), (n, nrhs, dl, d, du, b, ldb, info)) \
    X(dtrtrs, (const char *uplo, const char *trans, const char *diag, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb, \
      int *info), (const char *uplo, const char *trans, const char *diag, int *n, int *nrhs, double *a, int *lda, double *b, \
      int *ldb, int *info, size_t, size_t, size_t), (uplo, trans, diag, n, nrhs, a, lda, b, ldb, info, 1, 1, 1)) \
    X(dgels, (const char *trans, int *m, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb, double *work, int *lwork, \
      int *info), (const char *trans, int *m, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb, double *work, int *lwork, \
      int *info, size_t), (trans, m, n, nrhs, a, lda, b, ldb, work, lwork, info, 1)) \
    X(dgelsd, (int *m, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb, double *s, double *rcond, int *rank, \
      double *work, int *lwork, int *iwork, int *info), (int *m, int *n, int *nrhs, double *a, int *lda, double *b, int *ldb, \
      double *s, double *rcond, int *rank, double *work, int *lwork, int *iwork, int *info), (m, n, nrhs, a, lda, b, ldb, s, rcond, \
      rank, work, lwork, iwork, info)) \
    X(dgesvd, (const char *jobu, const char *jobvt, int *m, int *n, double *a, int *lda, double *s, double *u, int *ldu, double *vt, \
      int *ldvt, double *work, int *lwork, int *info), (const char *jobu, const char *jobvt, int *m, int *n, double *a, int *lda, \
      double *s, double *u, int *ldu, double *vt, int *ldvt, double *work, int *lwork, int *info, size_t, size_t), (jobu, jobvt, m, \
      n, a, lda, s, u, ldu, vt, ldvt, work, lwork, info, 1, 1)) \
    X(dgesdd, (const char *jobz, int *m, int *n, double *a, int *lda, double *s, double *u, int *ldu, double *vt, int *ldvt, \
      double *work, int *lwork, int *iwork, int *info), (const char *jobz, int *m, int *n, double *a, int *lda, double *s, double *u, \
      int *ldu, double *vt, int *ldvt, double *work, int *lwork, int *iwork, int *info, size_t), (jobz, m, n, a, lda, s, u, ldu, vt, \
      ldvt, work, lwork, iwork, info, 1)) \
    X(dsyev, (const char *jobz, const char *uplo, int *n, double *a, int *lda, double *w, double *work, int *lwork, int *info), \
      (const char *jobz, const char *uplo, int *n, double *a, int *lda, double *w, double *work, int *lwork, int *info, size_t, \
      size_t), (jobz, uplo, n, a, lda, w, work, lwork, info, 1, 1)) \
    X(dsyevd, (const char *jobz, const char *uplo, int *n, double *a, int *lda, double *w, double *work, int *lwork, int *iwork, \
      int *liwork, int *info), (const char *jobz, const char *uplo, int *n, double *a, int *lda, double *w, double *work, int *lwork, \
      int *iwork, int *liwork, int *info, size_t, size_t), (jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork, info, 1, 1)) \
    X(dgeev, (const char *jobvl, const char *jobvr, int *n, double *a, int *lda, double *wr, double *wi, double *vl, int *ldvl, \
      double *vr, int *ldvr, double *work, int *lwork, int *info), (const char *jobvl, const char *jobvr, int *n, double *a, \
      int *lda, double *wr, double *wi, double *vl, int *ldvl, double *vr, int *ldvr, double *work, int *lwork, int *info, size_t, \
      size_t), (jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork, info, 1, 1)) \
    X(dgeqrf, (int *m, int *n, double *a, int *lda, double *tau, double *work, int *lwork, int *info), (int *m, int *n, double *a, \
      int *lda, double *tau, double *work, int *lwork, int *info), (m, n, a, lda, tau, work, lwork, info)) \
    X(dorgqr, (int *m, int *n, int *k, double *a, int *lda, double *tau, double *work, int *lwork, int *info), (int *m, int *n, \
      int *k, double *a, int *lda, double *tau, double *work, int *lwork, int *info), (m, n, k, a, lda, tau, work, lwork, info))

static struct {
#define X(result, name, parameters, arguments) result (*name) parameters;
    VALUES(X)
#undef X
#define X(name, parameters, arguments) void (*name) parameters;
    ACTIONS(X)
#undef X
#define X(name, parameters, all, arguments) void (*name) all;
    SOLVERS(X)
#undef X
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded;

static void load(void) {
    void *handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) handle = dlopen("libopenblas.so", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    int complete = 1;
#define FIND(name, symbol) \
    *(void **)&library.name = dlsym(handle, symbol); \
    if (!library.name) complete = 0;
#define X(result, name, parameters, arguments) FIND(name, "cblas_" #name)
    VALUES(X)
#undef X
#define X(name, parameters, arguments) FIND(name, "cblas_" #name)
    ACTIONS(X)
#undef X
#define X(name, parameters, all, arguments) FIND(name, #name "_")
    SOLVERS(X)
#undef X
    isLoaded = complete;
}

int copenblas_load(void) {
    pthread_once(&once, load);
    return isLoaded;
}

#define X(result, name, parameters, arguments) \
    result copenblas_##name parameters { return library.name arguments; }
VALUES(X)
#undef X

#define X(name, parameters, arguments) \
    void copenblas_##name parameters { library.name arguments; }
ACTIONS(X)
#undef X

#define X(name, parameters, all, arguments) \
    void copenblas_##name parameters { library.name arguments; }
SOLVERS(X)
