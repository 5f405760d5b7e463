#pragma once

#include <stddef.h>

// Exponentials, logarithms and trigonometry of the elements of vectors, within four units of the last place. On x86-64 they come from the C library's
// functions of vectors, which are loaded with the first call. Only the hyperbolic tangents of floats are computed here on processors with AVX-512. The
// result may replace an operand in memory.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    VectorExp,
    VectorExp2,
    VectorExpMinus1,
    VectorLog,
    VectorLog2,
    VectorLog10,
    VectorLogOfPlus1,
    VectorExponent,
    VectorSin,
    VectorCos,
    VectorTan,
    VectorArcsin,
    VectorArccos,
    VectorArctan,
    VectorSinh,
    VectorCosh,
    VectorTanh,
    VectorArsinh,
    VectorArcosh,
    VectorArtanh,
    VectorCubeRoot,
    /// The sine of π x. The next two functions are also of π x.
    VectorSinOfPi,
    VectorCosOfPi,
    VectorTanOfPi,
} VectorFunction;

typedef enum {
    /// a to the power of b.
    VectorPower,
    /// The angle of the point (b, a), −π … π.
    VectorAngle,
    /// The remainder of the division a ÷ b with a truncated quotient. It has the sign of a.
    VectorTruncatingRemainder,
    /// The remainder of the division a ÷ b with the quotient rounded to the nearest whole number.
    VectorNearestRemainder,
    /// The next representable number after a in the direction of b.
    VectorNextAfter,
} VectorPairFunction;

#define VECTOR_FUNCTIONS(T, suffix) \
    void vector_function_##suffix(VectorFunction function, const T *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count); \
    void vector_pair_function_##suffix( \
        VectorPairFunction function, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, T *c, ptrdiff_t ic, size_t count);

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
#undef VECTOR_FUNCTIONS

#ifdef __cplusplus
}
#endif
