#pragma once

#include <stddef.h>

// Complex numbers in two vectors of the same stride: the real and the imaginary parts. Strides count elements. The result may replace an operand in
// memory.

#ifdef __cplusplus
extern "C" {
#endif

#define VECTOR_FUNCTIONS(T, suffix) \
    typedef struct { \
        T *real, *imaginary; \
        ptrdiff_t stride; \
    } VectorComplex_##suffix; \
    /* a b, or conj(a) b if `conjugates`, plus the addend if it is not null. */ \
    void vector_complex_multiply_##suffix( \
        const VectorComplex_##suffix *a, int conjugates, const VectorComplex_##suffix *b, const VectorComplex_##suffix *addend, \
        const VectorComplex_##suffix *result, size_t count); \
    /* a / b */ \
    void vector_complex_divide_##suffix( \
        const VectorComplex_##suffix *a, const VectorComplex_##suffix *b, const VectorComplex_##suffix *result, size_t count); \
    /* Separates pairs, whose first elements are `stride` elements apart, into two vectors. The next function does the opposite. */ \
    void vector_separate_##suffix(const T *pairs, ptrdiff_t stride, const VectorComplex_##suffix *result, size_t count); \
    void vector_interleave_##suffix(const VectorComplex_##suffix *a, T *pairs, ptrdiff_t stride, size_t count);

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
#undef VECTOR_FUNCTIONS

#ifdef __cplusplus
}
#endif
