#include "ComplexNumbers.h"

#include <Instructions.h>

#include <cmath>

namespace {

template <class T, class C> struct Operations {
    void (*multiply)(const C *, int, const C *, const C *, const C *, size_t);
    void (*divide)(const C *, const C *, const C *, size_t);
    void (*separate)(const T *, ptrdiff_t, const C *, size_t);
    void (*interleave)(const C *, T *, ptrdiff_t, size_t);
};

struct Table {
    Operations<float, VectorComplex_f32> f32;
    Operations<double, VectorComplex_f64> f64;
};

#define KERNELS "ComplexNumbers.inl"
#include <EachInstructionSet.inl>

} // namespace

#define VECTOR_FUNCTIONS(T, suffix) \
    void vector_complex_multiply_##suffix( \
        const VectorComplex_##suffix *a, int conjugates, const VectorComplex_##suffix *b, const VectorComplex_##suffix *addend, \
        const VectorComplex_##suffix *result, size_t count) { \
        chosen().suffix.multiply(a, conjugates, b, addend, result, count); \
    } \
    void vector_complex_divide_##suffix( \
        const VectorComplex_##suffix *a, const VectorComplex_##suffix *b, const VectorComplex_##suffix *result, size_t count) { \
        chosen().suffix.divide(a, b, result, count); \
    } \
    void vector_separate_##suffix(const T *pairs, ptrdiff_t stride, const VectorComplex_##suffix *result, size_t count) { \
        chosen().suffix.separate(pairs, stride, result, count); \
    } \
    void vector_interleave_##suffix(const VectorComplex_##suffix *a, T *pairs, ptrdiff_t stride, size_t count) { \
        chosen().suffix.interleave(a, pairs, stride, count); \
    }

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
