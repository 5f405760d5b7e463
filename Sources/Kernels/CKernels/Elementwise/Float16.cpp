#include "Pointwise.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

float widen(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
    const uint32_t magnitude = half & 0x7fffu;
    uint32_t bits;
    if (magnitude >= 0x7c00u) {
        bits = sign | 0x7f800000u | (magnitude & 0x3ffu) << 13;
    } else if (magnitude >= 0x400u) {
        bits = sign | ((magnitude << 13) + 0x38000000u);
    } else {
        // Zero and subnormal numbers: multiples of 2^-24.
        const float value = static_cast<float>(magnitude) * 0x1p-24f;
        std::memcpy(&bits, &value, sizeof bits);
        bits |= sign;
    }
    float result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
}

#if defined(__x86_64__)
__attribute__((target("avx,f16c"))) size_t widen_vectors(const unsigned char *source, float *destination, size_t count) {
    size_t index = 0;
    for (; index + 8 <= count; index += 8) {
        const auto halves = _mm_loadu_si128(reinterpret_cast<const __m128i *>(source + 2 * index));
        _mm256_storeu_ps(destination + index, _mm256_cvtph_ps(halves));
    }
    return index;
}
#endif

} // namespace

void kernel_widen_float16(const void *source, float *destination, size_t count) {
    const auto *bytes = static_cast<const unsigned char *>(source);
    size_t index = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx") && __builtin_cpu_supports("f16c")) index = widen_vectors(bytes, destination, count);
#endif
    for (; index < count; index++) {
        uint16_t half;
        std::memcpy(&half, bytes + 2 * index, sizeof half);
        destination[index] = widen(half);
    }
}
