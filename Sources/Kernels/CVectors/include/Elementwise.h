#pragma once

#include <stddef.h>

// Functions of the elements of vectors. A stride counts elements; with the stride 0 an operand is one number. The result may replace an operand in
// memory.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    VectorCopy,
    VectorNegative,
    VectorMagnitude,
    VectorNegativeMagnitude,
    VectorSquare,
    VectorSignedSquare,
    VectorFraction,
    VectorSquareRoot,
    VectorInverseSquareRoot,
    VectorReciprocal,
    VectorFloor,
    VectorCeiling,
    VectorTruncation,
    VectorNearest,
} VectorUnary;

typedef enum {
    VectorSum,
    VectorDifference,
    VectorProduct,
    VectorQuotient,
    VectorLarger,
    VectorSmaller,
    VectorLargerMagnitude,
    VectorSmallerMagnitude,
    /// √(a² + b²)
    VectorDistance,
    /// a where a ≥ b, else b
    VectorThreshold,
    /// a where a ≥ b, else 0
    VectorThresholdOrZero,
    /// The magnitude of a with the sign of b.
    VectorCopySign,
} VectorBinary;

typedef enum {
    /// a b + c
    VectorProductPlus,
    /// a b − c
    VectorProductMinus,
    /// (a + b) c
    VectorSumTimes,
    /// (a − b) c
    VectorDifferenceTimes,
    /// a, at least b and at most c
    VectorClip,
    /// a where a ≤ b or a ≥ c; between them b where a is negative, else c
    VectorInvertedClip,
    /// c where a ≥ b, else −c
    VectorLimit,
    /// a + c (b − a)
    VectorInterpolation,
} VectorTernary;

typedef enum {
    /// a b + c d
    VectorProductPlusProduct,
    /// a b − c d
    VectorProductMinusProduct,
    /// (a + b) (c + d)
    VectorSumTimesSum,
    /// (a + b) (c − d)
    VectorSumTimesDifference,
    /// (a − b) (c − d)
    VectorDifferenceTimesDifference,
    /// √((a − c)² + (b − d)²)
    VectorDistanceOfPoints,
} VectorQuaternary;

#define VECTOR_FUNCTIONS(T, suffix) \
    /* Transposes a dense matrix of `rows` rows and `columns` columns. `c` must not overlap `a`. */ \
    void vector_transpose_##suffix(const T *a, T *c, size_t rows, size_t columns); \
    void vector_fill_##suffix(T value, T *c, ptrdiff_t ic, size_t count); \
    /* Sets element n to start + n · step. */ \
    void vector_ramp_##suffix(T start, T step, T *c, ptrdiff_t ic, size_t count); \
    void vector_unary_##suffix(VectorUnary operation, const T *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count); \
    void vector_binary_##suffix( \
        VectorBinary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, T *c, ptrdiff_t ic, size_t count); \
    void vector_ternary_##suffix( \
        VectorTernary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, T *d, ptrdiff_t id, \
        size_t count); \
    void vector_quaternary_##suffix( \
        VectorQuaternary operation, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, const T *c, ptrdiff_t ic, const T *d, \
        ptrdiff_t id, T *e, ptrdiff_t ie, size_t count);

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
#undef VECTOR_FUNCTIONS

#ifdef __cplusplus
}
#endif
