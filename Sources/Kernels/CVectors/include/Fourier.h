#pragma once

#include <stddef.h>

// Discrete Fourier transforms of complex numbers in two vectors, real and imaginary parts, for counts that are products of 2, 3 and 5.

#ifdef __cplusplus
extern "C" {
#endif

#define FOURIER_FUNCTIONS(T, suffix) \
    /* What transforms of one count need; any number of threads may use it. */ \
    typedef struct FourierPlan_##suffix FourierPlan_##suffix; \
    /* Null where the count has other factors, or where there is no memory. */ \
    FourierPlan_##suffix *fourier_create_##suffix(size_t count); \
    void fourier_destroy_##suffix(FourierPlan_##suffix *plan); \
    size_t fourier_count_##suffix(const FourierPlan_##suffix *plan); \
    /* X[k] = Σ x[n] exp(−2π i n k / count). The output may be the input. With real and imaginary parts exchanged on both sides, this is */ \
    /* the inverse transform times the count. Returns -1 where there is no memory. */ \
    int fourier_run_##suffix(const FourierPlan_##suffix *plan, const T *real, const T *imaginary, T *outReal, T *outImaginary); \
    /* Twice the transform of a real vector of twice the count, in place, from the transform of its even and odd elements as real and */ \
    /* imaginary parts. The first pair holds the two real values of the result: those of the frequencies 0 and one half. */ \
    void fourier_unfold_##suffix(const FourierPlan_##suffix *plan, T *real, T *imaginary); \
    /* Twice the opposite step: what the inverse transform makes the even and odd elements of. */ \
    void fourier_fold_##suffix(const FourierPlan_##suffix *plan, T *real, T *imaginary);

FOURIER_FUNCTIONS(float, f32)
FOURIER_FUNCTIONS(double, f64)
#undef FOURIER_FUNCTIONS

#ifdef __cplusplus
}
#endif
