#include "Bytes.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

int map_each(uint8_t *pixels, const uint8_t *table, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t pixel;
        std::memcpy(&pixel, pixels + 4 * i, sizeof pixel);
        if (pixel == 0) continue;
        if (pixel >> 24 != 255) return 0;
        pixel = table[pixel & 255] | table[256 + (pixel >> 8 & 255)] << 8 | table[512 + (pixel >> 16 & 255)] << 16 | 255u << 24;
        std::memcpy(pixels + 4 * i, &pixel, sizeof pixel);
    }
    return 1;
}

#if defined(__x86_64__)
#define VECTORS __attribute__((target("avx512f,avx512bw,avx512vbmi"), always_inline))

/// A table of 256 bytes in registers.
struct Lookup {
    __m512i parts[4];

    VECTORS explicit Lookup(const uint8_t *table) {
        for (int i = 0; i < 4; i++) parts[i] = _mm512_loadu_si512(table + 64 * i);
    }

    VECTORS __m512i operator[](__m512i places) const {
        const __m512i low = _mm512_permutex2var_epi8(parts[0], places, parts[1]);
        const __m512i high = _mm512_permutex2var_epi8(parts[2], places, parts[3]);
        return _mm512_mask_blend_epi8(_mm512_movepi8_mask(places), low, high);
    }
};

__attribute__((target("avx512f,avx512bw,avx512vbmi"))) int map_by_vectors(uint8_t *pixels, const uint8_t *table, size_t count) {
    const Lookup red(table), green(table + 256), blue(table + 512);
    const bool are_equal = std::memcmp(table, table + 256, 256) == 0 && std::memcmp(table, table + 512, 256) == 0;
    const __m512i opaque = _mm512_set1_epi32(static_cast<int>(0xFF000000));
    for (size_t i = 0; i < count; i += 16) {
        const size_t rest = count - i;
        const __mmask16 those = rest < 16 ? static_cast<__mmask16>((1u << rest) - 1) : 0xFFFF;
        const __m512i given = _mm512_maskz_loadu_epi32(those, pixels + 4 * i);
        const __mmask16 filled = _mm512_test_epi32_mask(given, given);
        if (_mm512_mask_cmplt_epu32_mask(filled, given, opaque)) return 0;
        __m512i made = red[given];
        if (!are_equal) {
            made = _mm512_mask_blend_epi8(0x2222222222222222, made, green[given]);
            made = _mm512_mask_blend_epi8(0x4444444444444444, made, blue[given]);
        }
        _mm512_mask_storeu_epi32(pixels + 4 * i, filled, _mm512_or_si512(made, opaque));
    }
    return 1;
}

bool has_vectors() {
    static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi");
    return has;
}
#endif

} // namespace

int bytes_map(uint8_t *pixels, const uint8_t *table, size_t count) {
#if defined(__x86_64__)
    if (has_vectors()) return map_by_vectors(pixels, table, count);
#endif
    return map_each(pixels, table, count);
}
