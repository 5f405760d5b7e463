#include "Tiles.hpp"

#include <array>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace onednn_shim;

#if defined(__x86_64__)

namespace {

template <int Rows, int Groups>
ONEDNN_WIDE void wide_tile(const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results) {
    __m512 sums[Rows][Groups];
    ONEDNN_UNROLLED for (int group = 0; group < Groups; group++) {
        const __m512 start = _mm512_loadu_ps(bias + group * tile_block);
        ONEDNN_UNROLLED for (int row = 0; row < Rows; row++) sums[row][group] = start;
    }
    const auto *w = static_cast<const float *>(weights);
    const auto *x = static_cast<const float *>(source);
    stride /= static_cast<int64_t>(sizeof *x);
#pragma clang loop unroll_count(4)
    for (int64_t k = 0; k < inputs; k++) {
        __m512 column[Groups];
        ONEDNN_UNROLLED for (int group = 0; group < Groups; group++) column[group] = _mm512_loadu_ps(w + group * tile_block);
        w += Groups * tile_block;
        ONEDNN_UNROLLED for (int row = 0; row < Rows; row++) {
            const __m512 factor = _mm512_set1_ps(x[row * stride + k]);
            ONEDNN_UNROLLED for (int group = 0; group < Groups; group++)
                sums[row][group] = _mm512_fmadd_ps(factor, column[group], sums[row][group]);
        }
    }
    ONEDNN_UNROLLED for (int row = 0; row < Rows; row++)
        ONEDNN_UNROLLED for (int group = 0; group < Groups; group++)
            _mm512_storeu_ps(results + (row * Groups + group) * tile_block, sums[row][group]);
}

/// The products of pairs.
template <int Rows, int Groups>
ONEDNN_NARROW void narrow_tile(const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results) {
    __m512 sums[Rows][Groups];
    ONEDNN_UNROLLED for (int group = 0; group < Groups; group++) {
        const __m512 start = _mm512_loadu_ps(bias + group * tile_block);
        ONEDNN_UNROLLED for (int row = 0; row < Rows; row++) sums[row][group] = start;
    }
    const auto *w = static_cast<const char *>(weights);
    const auto *x = static_cast<const char *>(source);
    constexpr int64_t pair_size = sizeof(int);
#pragma clang loop unroll_count(4)
    for (int64_t k = 0; k < inputs / 2; k++) {
        __m512bh column[Groups];
        ONEDNN_UNROLLED for (int group = 0; group < Groups; group++)
            column[group] = (__m512bh)_mm512_loadu_si512(w + group * tile_block * pair_size);
        w += Groups * tile_block * pair_size;
        ONEDNN_UNROLLED for (int row = 0; row < Rows; row++) {
            int pair;
            std::memcpy(&pair, x + row * stride + k * pair_size, sizeof pair);
            const auto factor = (__m512bh)_mm512_set1_epi32(pair);
            ONEDNN_UNROLLED for (int group = 0; group < Groups; group++)
                sums[row][group] = _mm512_dpbf16_ps(sums[row][group], factor, column[group]);
        }
    }
    ONEDNN_UNROLLED for (int row = 0; row < Rows; row++)
        ONEDNN_UNROLLED for (int group = 0; group < Groups; group++)
            _mm512_storeu_ps(results + (row * Groups + group) * tile_block, sums[row][group]);
}

using Kernels = std::array<TileKernel, most_rows>;

template <bool Narrow, int Groups, int... Rows> constexpr Kernels kernels(std::integer_sequence<int, Rows...>) {
    if constexpr (Narrow)
        return Kernels{narrow_tile<Rows + 1, Groups>...};
    else
        return Kernels{wide_tile<Rows + 1, Groups>...};
}

template <bool Narrow, int Groups> constexpr Kernels kernels() {
    return kernels<Narrow, Groups>(std::make_integer_sequence<int, tile_rows[Groups]>());
}

template <bool Narrow>
constexpr std::array<Kernels, most_groups> all_kernels{
    kernels<Narrow, 1>(), kernels<Narrow, 2>(), kernels<Narrow, 3>(), kernels<Narrow, 4>()};

} // namespace

TileKernel onednn_shim::tile_kernel(bool narrow, int rows, int groups) {
    const auto &all = narrow ? all_kernels<true> : all_kernels<false>;
    return all[static_cast<size_t>(groups) - 1][static_cast<size_t>(rows) - 1];
}

#else

TileKernel onednn_shim::tile_kernel(bool, int, int) { return nullptr; }

#endif
