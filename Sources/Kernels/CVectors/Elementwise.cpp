#include "Elementwise.h"

#include <Instructions.h>

#include <cmath>
#include <cstdint>
#include <cstring>

// On processors without an instruction that rounds, the loops that round stay scalar.
#pragma clang diagnostic ignored "-Wpass-failed"

namespace {

template <class T> struct Operations {
    void (*fill)(T, T *, ptrdiff_t, size_t);
    void (*ramp)(T, T, T *, ptrdiff_t, size_t);
    void (*unary)(VectorUnary, const T *, ptrdiff_t, T *, ptrdiff_t, size_t);
    void (*binary)(VectorBinary, const T *, ptrdiff_t, const T *, ptrdiff_t, T *, ptrdiff_t, size_t);
    void (*ternary)(VectorTernary, const T *, ptrdiff_t, const T *, ptrdiff_t, const T *, ptrdiff_t, T *, ptrdiff_t, size_t);
    void (*quaternary)(
        VectorQuaternary, const T *, ptrdiff_t, const T *, ptrdiff_t, const T *, ptrdiff_t, const T *, ptrdiff_t, T *, ptrdiff_t, size_t);
    void (*transpose)(const T *, T *, size_t, size_t);
};

struct Table {
    Operations<float> f32;
    Operations<double> f64;
};

#define KERNELS "Elementwise.inl"
#include <EachInstructionSet.inl>

} // namespace

#define VECTOR_FUNCTIONS(T, suffix) \
    void vector_transpose_##suffix(const T *a, T *c, size_t rows, size_t columns) { chosen().suffix.transpose(a, c, rows, columns); } \
    void vector_fill_##suffix(T value, T *c, ptrdiff_t ic, size_t count) { chosen().suffix.fill(value, c, ic, count); } \
    void vector_ramp_##suffix(T start, T step, T *c, ptrdiff_t ic, size_t count) { chosen().suffix.ramp(start, step, c, ic, count); } \
    void vector_unary_##suffix(VectorUnary operation, const T *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count) { \
        chosen().suffix.unary(operation, a, ia, c, ic, count); \
    } \
    void vector_binary_##suffix( \
        VectorBinary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, T *c, ptrdiff_t ic, size_t count) { \
        chosen().suffix.binary(operation, a, ia, b, ib, c, ic, count); \
    } \
    void vector_ternary_##suffix( \
        VectorTernary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, T *d, ptrdiff_t id, \
        size_t count) { \
        chosen().suffix.ternary(operation, a, ia, b, ib, c, ic, d, id, count); \
    } \
    void vector_quaternary_##suffix( \
        VectorQuaternary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, const T *d, \
        ptrdiff_t id, T *e, ptrdiff_t ie, size_t count) { \
        chosen().suffix.quaternary(operation, a, ia, b, ib, c, ic, d, id, e, ie, count); \
    }

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
