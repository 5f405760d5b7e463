#include "Conversions.h"

#include <Instructions.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// On processors without an instruction that rounds, the loops that round stay scalar.
#pragma clang diagnostic ignored "-Wpass-failed"

namespace {

template <class T> struct Operations {
    void (*from_f32)(const float *, ptrdiff_t, T *, ptrdiff_t, size_t, int);
    void (*from_f64)(const double *, ptrdiff_t, T *, ptrdiff_t, size_t, int);
    void (*to_f32)(const T *, ptrdiff_t, float *, ptrdiff_t, size_t);
    void (*to_f64)(const T *, ptrdiff_t, double *, ptrdiff_t, size_t);
};

struct Table {
#define ROW(T, suffix) Operations<T> suffix;
    VECTOR_INTEGERS(ROW)
#undef ROW
    void (*widen)(const float *, ptrdiff_t, double *, ptrdiff_t, size_t);
    void (*narrow)(const double *, ptrdiff_t, float *, ptrdiff_t, size_t);
};

#define KERNELS "Conversions.inl"
#include <EachInstructionSet.inl>

} // namespace

#define VECTOR_FUNCTIONS(T, suffix) \
    void vector_convert_f32_##suffix(const float *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count, int rounds) { \
        chosen().suffix.from_f32(a, ia, c, ic, count, rounds); \
    } \
    void vector_convert_f64_##suffix(const double *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count, int rounds) { \
        chosen().suffix.from_f64(a, ia, c, ic, count, rounds); \
    } \
    void vector_convert_##suffix##_f32(const T *a, ptrdiff_t ia, float *c, ptrdiff_t ic, size_t count) { \
        chosen().suffix.to_f32(a, ia, c, ic, count); \
    } \
    void vector_convert_##suffix##_f64(const T *a, ptrdiff_t ia, double *c, ptrdiff_t ic, size_t count) { \
        chosen().suffix.to_f64(a, ia, c, ic, count); \
    }

VECTOR_INTEGERS(VECTOR_FUNCTIONS)

void vector_convert_f32_f64(const float *a, ptrdiff_t ia, double *c, ptrdiff_t ic, size_t count) { chosen().widen(a, ia, c, ic, count); }

void vector_convert_f64_f32(const double *a, ptrdiff_t ia, float *c, ptrdiff_t ic, size_t count) { chosen().narrow(a, ia, c, ic, count); }

namespace {

uint32_t bits_of(float x) {
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

float from_bits(uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

float widened(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16, rest = half & 0x7fffu;
    if (rest >= 0x7c00u) return from_bits(sign | 0x7f800000u | (rest & 0x3ffu) << 13 | (rest > 0x7c00u ? 0x400000u : 0));
    if (rest >= 0x400u) return from_bits(sign | ((rest << 13) + 0x38000000u));
    // The bits of a subnormal number count multiples of 2⁻²⁴.
    const float magnitude = static_cast<float>(rest) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
}

/// Rounds a number to the nearest number of 16 bits, ties to even.
uint16_t narrowed(float x) {
    const uint32_t sign = bits_of(x) >> 16 & 0x8000u, rest = bits_of(x) & 0x7fffffffu;
    if (rest > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u | (rest >> 13 & 0x3ffu));
    if (rest >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);
    if (rest < 0x38800000u) {
        // Adding ½ rounds to a multiple of 2⁻²⁴, which is the last place of the sum.
        return static_cast<uint16_t>(sign | (bits_of(from_bits(rest) + 0.5f) - 0x3f000000u));
    }
    return static_cast<uint16_t>(sign | (rest - 0x38000000u + 0xfffu + (rest >> 13 & 1u)) >> 13);
}

#if defined(__x86_64__)
bool has_f16c() {
    static const bool has = __builtin_cpu_supports("f16c") && has_avx2();
    return has;
}

__attribute__((target("avx,f16c"))) size_t widen_vectors(const uint16_t *a, float *c, size_t count) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        _mm256_storeu_ps(c + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(a + i))));
    }
    return i;
}

__attribute__((target("avx,f16c"))) size_t narrow_vectors(const float *a, uint16_t *c, size_t count) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        _mm_storeu_si128(
            reinterpret_cast<__m128i *>(c + i), _mm256_cvtps_ph(_mm256_loadu_ps(a + i), _MM_FROUND_TO_NEAREST_INT));
    }
    return i;
}
#else
bool has_f16c() { return false; }
size_t widen_vectors(const uint16_t *, float *, size_t) { return 0; }
size_t narrow_vectors(const float *, uint16_t *, size_t) { return 0; }
#endif

} // namespace

void vector_convert_f16_f32(const uint16_t *a, float *c, size_t count) {
    size_t i = has_f16c() ? widen_vectors(a, c, count) : 0;
    for (; i < count; i++) c[i] = widened(a[i]);
}

void vector_convert_f32_f16(const float *a, uint16_t *c, size_t count) {
    size_t i = has_f16c() ? narrow_vectors(a, c, count) : 0;
    for (; i < count; i++) c[i] = narrowed(a[i]);
}
