#pragma once

#include <stddef.h>
#include <stdint.h>

// Conversions of the elements of vectors. Numbers beyond an integer type's range become its nearest number, and NaN becomes 0.

#ifdef __cplusplus
extern "C" {
#endif

#define VECTOR_INTEGERS(X) X(int8_t, i8) X(uint8_t, u8) X(int16_t, i16) X(uint16_t, u16) X(int32_t, i32) X(uint32_t, u32)

#define VECTOR_FUNCTIONS(T, suffix) \
    void vector_convert_f32_##suffix(const float *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count, int rounds); \
    void vector_convert_f64_##suffix(const double *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count, int rounds); \
    void vector_convert_##suffix##_f32(const T *a, ptrdiff_t ia, float *c, ptrdiff_t ic, size_t count); \
    void vector_convert_##suffix##_f64(const T *a, ptrdiff_t ia, double *c, ptrdiff_t ic, size_t count);

VECTOR_INTEGERS(VECTOR_FUNCTIONS)
#undef VECTOR_FUNCTIONS

void vector_convert_f32_f64(const float *a, ptrdiff_t ia, double *c, ptrdiff_t ic, size_t count);
void vector_convert_f64_f32(const double *a, ptrdiff_t ia, float *c, ptrdiff_t ic, size_t count);

/// Converts numbers of 16 bits, which are given as their bits.
void vector_convert_f16_f32(const uint16_t *a, float *c, size_t count);
void vector_convert_f32_f16(const float *a, uint16_t *c, size_t count);

#ifdef __cplusplus
}
#endif
