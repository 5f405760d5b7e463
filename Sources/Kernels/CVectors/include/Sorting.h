#pragma once

#include <stddef.h>

// The sorting of vectors. Numbers are ordered by value, with −0 before 0. NaN comes after all numbers, or before them in descending order.

#ifdef __cplusplus
extern "C" {
#endif

#define VECTOR_FUNCTIONS(T, suffix) \
    /* Sorts a vector in place. Returns -1 if there is no memory. */ \
    int vector_sort_##suffix(T *a, size_t count, int descends); \
    /* Sorts the indices of elements by the elements. Indices of equal elements keep their order. Returns -1 if there is no memory. */ \
    int vector_sort_indices_##suffix(const T *a, size_t *indices, size_t count, int descends);

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
#undef VECTOR_FUNCTIONS

#ifdef __cplusplus
}
#endif
