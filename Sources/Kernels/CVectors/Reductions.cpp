#include "Reductions.h"

#include <Instructions.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace {

template <class T> struct Operations {
    T (*sum)(VectorTerm, const T *, ptrdiff_t, size_t);
    T (*sum_of_pairs)(VectorPairTerm, const T *, ptrdiff_t, const T *, ptrdiff_t, size_t);
    T (*extreme)(VectorExtreme, const T *, ptrdiff_t, size_t, size_t *);
};

struct Table {
    Operations<float> f32;
    Operations<double> f64;
};

#define KERNELS "Reductions.inl"
#include <EachInstructionSet.inl>

} // namespace

#define VECTOR_FUNCTIONS(T, suffix) \
    T vector_sum_##suffix(VectorTerm term, const T *a, ptrdiff_t ia, size_t count) { return chosen().suffix.sum(term, a, ia, count); } \
    T vector_sum_of_pairs_##suffix(VectorPairTerm term, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, size_t count) { \
        return chosen().suffix.sum_of_pairs(term, a, ia, b, ib, count); \
    } \
    T vector_extreme_##suffix(VectorExtreme extreme, const T *a, ptrdiff_t ia, size_t count) { \
        return chosen().suffix.extreme(extreme, a, ia, count, nullptr); \
    } \
    T vector_extreme_index_##suffix(VectorExtreme extreme, const T *a, ptrdiff_t ia, size_t count, size_t *index) { \
        return chosen().suffix.extreme(extreme, a, ia, count, index); \
    }

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
