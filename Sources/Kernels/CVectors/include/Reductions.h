#pragma once

#include <stddef.h>

// Sums and extremes of vectors. Sums are made of the sums of blocks, so that their error grows slowly with the count.

#ifdef __cplusplus
extern "C" {
#endif

/// The terms of a sum over one vector.
typedef enum { VectorTermElement, VectorTermSquare, VectorTermMagnitude, VectorTermSignedSquare } VectorTerm;

/// The terms of a sum over two vectors: a b, or (a − b)².
typedef enum { VectorTermProduct, VectorTermSquaredDifference } VectorPairTerm;

/// Extremes of a vector. Elements that are not numbers are ignored. For an empty vector the largest value is −∞, the smallest value is ∞, and the
/// largest magnitude is 0.
typedef enum { VectorLargest, VectorSmallest, VectorLargestMagnitude, VectorSmallestMagnitude } VectorExtreme;

#define VECTOR_FUNCTIONS(T, suffix) \
    T vector_sum_##suffix(VectorTerm term, const T *a, ptrdiff_t ia, size_t count); \
    T vector_sum_of_pairs_##suffix(VectorPairTerm term, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, size_t count); \
    T vector_extreme_##suffix(VectorExtreme extreme, const T *a, ptrdiff_t ia, size_t count); \
    /* Also sets `index` to the index of the first element with that value; to 0 if there is none. */ \
    T vector_extreme_index_##suffix(VectorExtreme extreme, const T *a, ptrdiff_t ia, size_t count, size_t *index);

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
#undef VECTOR_FUNCTIONS

#ifdef __cplusplus
}
#endif
