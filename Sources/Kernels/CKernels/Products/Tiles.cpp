#include "Tiles.hpp"
#include <Processor.h>

#include <array>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

using namespace kernels;
using namespace vectors;

#if defined(__x86_64__) || defined(__aarch64__)

namespace {

using Kernels = std::array<TileKernel, most_rows>;

/// Computes the sums of `Rows` rows and `Groups` groups of 16 columns, in vectors of `Lanes` numbers.
template <int Lanes, int Rows, int Groups>
KERNEL_INLINE void sum_tile(const float *x, int64_t stride, int64_t inputs, const float *w, const float *bias, float *results) {
    constexpr int vectors = Groups * tile_block / Lanes;
    Floats<Lanes> sums[Rows][vectors];
    KERNEL_UNROLLED for (int v = 0; v < vectors; v++) {
        Floats<Lanes> start;
        read<Lanes>(bias + v * Lanes, start);
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) sums[row][v] = start;
    }
#pragma clang loop unroll_count(4)
    for (int64_t k = 0; k < inputs; k++, w += vectors * Lanes) {
        Floats<Lanes> column[vectors];
        KERNEL_UNROLLED for (int v = 0; v < vectors; v++) read<Lanes>(w + v * Lanes, column[v]);
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
            const float factor = x[row * stride + k];
            KERNEL_UNROLLED for (int v = 0; v < vectors; v++) sums[row][v] += column[v] * factor;
        }
    }
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++)
        KERNEL_UNROLLED for (int v = 0; v < vectors; v++) write<Lanes>(results + (row * vectors + v) * Lanes, sums[row][v]);
}

#define FLOAT_TILE(name, attributes, lanes)                                                                                            \
    template <int Rows, int Groups>                                                                                                    \
    attributes void name(const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results) { \
        const int64_t distance = stride / static_cast<int64_t>(sizeof(float));                                                         \
        sum_tile<lanes, Rows, Groups>(                                                                                                 \
            static_cast<const float *>(source), distance, inputs, static_cast<const float *>(weights), bias, results);                 \
    }

} // namespace

#endif

#if defined(__x86_64__)

namespace {

FLOAT_TILE(wide_tile, KERNEL_WIDE, 16)
FLOAT_TILE(medium_tile, KERNEL_MEDIUM, 8)

/// Computes the sums of a tile from products of pairs of bfloat16 numbers.
template <int Rows, int Groups>
KERNEL_NARROW void narrow_tile(const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results) {
    __m512 sums[Rows][Groups];
    KERNEL_UNROLLED for (int group = 0; group < Groups; group++) {
        const __m512 start = _mm512_loadu_ps(bias + group * tile_block);
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) sums[row][group] = start;
    }
    const auto *w = static_cast<const char *>(weights);
    const auto *x = static_cast<const char *>(source);
    constexpr int64_t pair_size = sizeof(int);
#pragma clang loop unroll_count(4)
    for (int64_t k = 0; k < inputs / 2; k++) {
        __m512bh column[Groups];
        KERNEL_UNROLLED for (int group = 0; group < Groups; group++)
            column[group] = (__m512bh)_mm512_loadu_si512(w + group * tile_block * pair_size);
        w += Groups * tile_block * pair_size;
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
            int pair;
            std::memcpy(&pair, x + row * stride + k * pair_size, sizeof pair);
            const auto factor = (__m512bh)_mm512_set1_epi32(pair);
            KERNEL_UNROLLED for (int group = 0; group < Groups; group++)
                sums[row][group] = _mm512_dpbf16_ps(sums[row][group], factor, column[group]);
        }
    }
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++)
        KERNEL_UNROLLED for (int group = 0; group < Groups; group++)
            _mm512_storeu_ps(results + (row * Groups + group) * tile_block, sums[row][group]);
}

/// The maximum number of rows in a tile, by its number of groups. The sums take at most 24 of 32 registers.
constexpr int wide_rows[most_groups + 1] = {0, 12, 12, 8, 6};

/// The number of rows in a tile for vectors of 256 bits. The sums take 12 of the 16 registers, two for each row.
constexpr int medium_rows = 6;

template <bool Narrow, int Groups, int... Rows> constexpr Kernels wide_kernels(std::integer_sequence<int, Rows...>) {
    if constexpr (Narrow)
        return Kernels{narrow_tile<Rows + 1, Groups>...};
    else
        return Kernels{wide_tile<Rows + 1, Groups>...};
}

template <bool Narrow, int Groups> constexpr Kernels wide_kernels() {
    return wide_kernels<Narrow, Groups>(std::make_integer_sequence<int, wide_rows[Groups]>());
}

template <bool Narrow>
constexpr std::array<Kernels, most_groups> all_wide_kernels{
    wide_kernels<Narrow, 1>(), wide_kernels<Narrow, 2>(), wide_kernels<Narrow, 3>(), wide_kernels<Narrow, 4>()};

template <int... Rows> constexpr Kernels medium_kernels(std::integer_sequence<int, Rows...>) { return {medium_tile<Rows + 1, 1>...}; }

} // namespace

int kernels::panel_groups() { return processor_has_512_bit_vectors() ? most_groups : 1; }

int kernels::tile_rows(int groups) { return processor_has_512_bit_vectors() ? wide_rows[groups] : medium_rows; }

TileKernel kernels::tile_kernel(bool narrow, int rows, int groups) {
    static constexpr Kernels medium = medium_kernels(std::make_integer_sequence<int, medium_rows>());
    if (!processor_has_512_bit_vectors()) return medium[static_cast<size_t>(rows) - 1];
    const auto &all = narrow ? all_wide_kernels<true> : all_wide_kernels<false>;
    return all[static_cast<size_t>(groups) - 1][static_cast<size_t>(rows) - 1];
}

#elif defined(__aarch64__)

namespace {

FLOAT_TILE(short_tile, , 4)

/// Sums up a tile with an instruction that adds the products of two pairs of bfloat16 numbers to each sum. A vector holds the sums of four columns.
template <int Rows>
KERNEL_NARROW void paired_tile(const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results) {
    constexpr int lanes = 4, vectors = tile_block / lanes;
    float32x4_t sums[Rows][vectors];
    KERNEL_UNROLLED for (int v = 0; v < vectors; v++) {
        const float32x4_t start = vld1q_f32(bias + v * lanes);
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) sums[row][v] = start;
    }
    const auto *w = static_cast<const uint16_t *>(weights);
    const auto *x = static_cast<const char *>(source);
    constexpr int64_t pair_size = sizeof(uint32_t);
    for (int64_t k = 0; k < inputs / 2; k++, w += 2 * tile_block) {
        bfloat16x8_t column[vectors];
        KERNEL_UNROLLED for (int v = 0; v < vectors; v++) column[v] = vreinterpretq_bf16_u16(vld1q_u16(w + 2 * v * lanes));
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
            uint32_t pair;
            std::memcpy(&pair, x + row * stride + k * pair_size, sizeof pair);
            const bfloat16x8_t factor = vreinterpretq_bf16_u32(vdupq_n_u32(pair));
            KERNEL_UNROLLED for (int v = 0; v < vectors; v++) sums[row][v] = vbfdotq_f32(sums[row][v], factor, column[v]);
        }
    }
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++)
        KERNEL_UNROLLED for (int v = 0; v < vectors; v++) vst1q_f32(results + row * tile_block + v * lanes, sums[row][v]);
}

/// The number of rows in a tile for vectors of 128 bits. The sums take 24 of the 32 registers, four for each row.
constexpr int short_rows = 6;

template <int... Rows> constexpr Kernels short_kernels(std::integer_sequence<int, Rows...>) { return {short_tile<Rows + 1, 1>...}; }
template <int... Rows> constexpr Kernels paired_kernels(std::integer_sequence<int, Rows...>) { return {paired_tile<Rows + 1>...}; }

} // namespace

int kernels::panel_groups() { return 1; }

int kernels::tile_rows(int) { return short_rows; }

TileKernel kernels::tile_kernel(bool narrow, int rows, int) {
    static constexpr Kernels whole = short_kernels(std::make_integer_sequence<int, short_rows>());
    static constexpr Kernels pairs = paired_kernels(std::make_integer_sequence<int, short_rows>());
    return (narrow ? pairs : whole)[static_cast<size_t>(rows) - 1];
}

#else

int kernels::panel_groups() { return most_groups; }

int kernels::tile_rows(int) { return most_rows; }

TileKernel kernels::tile_kernel(bool, int, int) { return nullptr; }

#endif
