#pragma once

#include <stddef.h>

// Discrete Fourier transforms of complex numbers in two vectors, real and imaginary parts, for counts that are products of 2, 3 and 5.

#ifdef __cplusplus
extern "C" {
#endif

#define FOURIER_FUNCTIONS(T, suffix) \
    /* The data that transforms of one count need. Any number of threads may use it at the same time. */ \
    typedef struct FourierPlan_##suffix FourierPlan_##suffix; \
    /* Returns null if the count has factors other than 2, 3 and 5, or if there is no memory. */ \
    FourierPlan_##suffix *fourier_create_##suffix(size_t count); \
    void fourier_destroy_##suffix(FourierPlan_##suffix *plan); \
    size_t fourier_count_##suffix(const FourierPlan_##suffix *plan); \
    /* X[k] = Σ x[n] exp(−2π i n k / count). The output may be the input. If real and imaginary parts are exchanged on both sides, this is */ \
    /* the inverse transform multiplied by the count. Returns -1 if there is no memory. */ \
    int fourier_run_##suffix(const FourierPlan_##suffix *plan, const T *real, const T *imaginary, T *outReal, T *outImaginary); \
    /* Computes twice the transform of a real vector of twice the count, in place. The input is the transform of its even elements as real and */ \
    /* its odd elements as imaginary parts. The first pair of the result holds its two real values, of the frequencies 0 and one half. */ \
    void fourier_unfold_##suffix(const FourierPlan_##suffix *plan, T *real, T *imaginary); \
    /* Computes twice the opposite step. The inverse transform of the result gives the even and odd elements. */ \
    void fourier_fold_##suffix(const FourierPlan_##suffix *plan, T *real, T *imaginary);

FOURIER_FUNCTIONS(float, f32)
FOURIER_FUNCTIONS(double, f64)
#undef FOURIER_FUNCTIONS

#ifdef __cplusplus
}
#endif
