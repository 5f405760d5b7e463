#include "DepthwiseTiles.hpp"
#include "Vectors.hpp"

#include <array>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;

bool Limits::take(const KernelPointwisePost &function) {
    if (function.is_binary) return false;
    if (function.algorithm == KernelFunctionClip && function.alpha <= function.beta) {
        low = function.alpha;
        high = function.beta;
        return true;
    }
    if (function.algorithm != KernelFunctionReLU || function.alpha != 0.0f) return false;
    low = 0.0f;
    return true;
}

#if defined(__x86_64__)

namespace {

constexpr int lanes = 16;

/// The number of halves of a block: channels with even indices, and channels with odd indices.
constexpr int halves = 2;

/// A bit for each result of a block: whether its channel exists.
KERNEL_NARROW __mmask32 present_results(uint32_t channels) {
    uint32_t even = channels & 0x55555555u, odd = channels >> 1 & 0x55555555u, present = 0;
    for (int lane = 0; lane < lanes; lane++) {
        present |= (even >> (2 * lane) & 1u) << lane;
        present |= (odd >> (2 * lane) & 1u) << (lanes + lane);
    }
    return present;
}

/// Widens the channels of a pixel to float32. A bfloat16 number is the upper half of the same float32 number.
template <bool Edge> KERNEL_INLINE KERNEL_NARROW void widen(const uint16_t *pixel, uint32_t channels, __m512 *x) {
    const __m512i both = Edge ? _mm512_maskz_loadu_epi16(channels, pixel) : _mm512_loadu_si512(pixel);
    x[0] = _mm512_castsi512_ps(_mm512_slli_epi32(both, 16));
    x[1] = _mm512_castsi512_ps(_mm512_and_si512(both, _mm512_set1_epi32(static_cast<int>(0xffff0000u))));
}

template <int Pixels>
KERNEL_INLINE KERNEL_NARROW void apply(const DepthwiseFunctions &functions, __m512 (&sums)[Pixels][halves]) {
    if (functions.count > 0) {
        alignas(64) float values[Pixels * halves * lanes];
        KERNEL_UNROLLED for (int i = 0; i < Pixels; i++)
            KERNEL_UNROLLED for (int half = 0; half < halves; half++) _mm512_store_ps(values + (i * halves + half) * lanes, sums[i][half]);
        for (int index = 0; index < functions.count; index++) {
            const auto &item = functions.items[index];
            kernel_function_run(item.algorithm, item.alpha, item.beta, values, Pixels * halves * lanes);
        }
        KERNEL_UNROLLED for (int i = 0; i < Pixels; i++)
            KERNEL_UNROLLED for (int half = 0; half < halves; half++) sums[i][half] = _mm512_load_ps(values + (i * halves + half) * lanes);
    }
    // NaN is passed on, because these instructions return their second operand for it.
    const __m512 low = _mm512_set1_ps(functions.low), high = _mm512_set1_ps(functions.high);
    KERNEL_UNROLLED for (int i = 0; i < Pixels; i++)
        KERNEL_UNROLLED for (int half = 0; half < halves; half++)
            sums[i][half] = _mm512_min_ps(high, _mm512_max_ps(low, sums[i][half]));
}

template <int Kernel, int Stride, int Pixels, bool Edge> KERNEL_NARROW void depthwise_tile(const DepthwiseTile &tile) {
    constexpr int columns = (Pixels - 1) * Stride + Kernel;
    __m512 sums[Pixels][halves];
    const __m512i even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const __m512 first = _mm512_loadu_ps(tile.bias), second = _mm512_loadu_ps(tile.bias + lanes);
    KERNEL_UNROLLED for (int half = 0; half < halves; half++) {
        const __m512 start = _mm512_permutex2var_ps(first, _mm512_add_epi32(even, _mm512_set1_epi32(half)), second);
        KERNEL_UNROLLED for (int i = 0; i < Pixels; i++) sums[i][half] = start;
    }
    const float *weights = tile.weights;
#pragma clang loop unroll(disable)
    for (int row = 0; row < Kernel; row++, weights += Kernel * halves * lanes) {
        const uint16_t *source = tile.rows[row];
        if (!source) continue;
        __m512 factors[Kernel][halves];
        KERNEL_UNROLLED for (int k = 0; k < Kernel; k++)
            KERNEL_UNROLLED for (int half = 0; half < halves; half++)
                factors[k][half] = _mm512_loadu_ps(weights + (k * halves + half) * lanes);
        KERNEL_UNROLLED for (int column = 0; column < columns; column++) {
            const int64_t place = tile.column + column;
            if (Edge && (place < 0 || place >= tile.width)) continue;
            __m512 x[halves];
            widen<Edge>(source + place * tile.pixel, tile.channels, x);
            KERNEL_UNROLLED for (int k = 0; k < Kernel; k++) {
                const int distance = column - k;
                if (distance < 0 || distance % Stride != 0 || distance / Stride >= Pixels) continue;
                KERNEL_UNROLLED for (int half = 0; half < halves; half++)
                    sums[distance / Stride][half] = _mm512_fmadd_ps(x[half], factors[k][half], sums[distance / Stride][half]);
            }
        }
    }
    apply<Pixels>(*tile.functions, sums);
    // A function may give infinity or NaN for a missing channel, which a weight of zero would not make zero. So missing results are masked.
    const __mmask32 present = Edge ? present_results(tile.channels) : 0xffffffffu;
    KERNEL_UNROLLED for (int i = 0; i < Pixels; i++) {
        const auto narrow = (__m512i)_mm512_cvtne2ps_pbh(sums[i][1], sums[i][0]);
        _mm512_storeu_si512(tile.results + i * channel_block, Edge ? _mm512_maskz_mov_epi16(present, narrow) : narrow);
    }
}

using Kernels = std::array<DepthwiseKernel, most_pixels>;

template <int Kernel, int Stride, bool Edge, int... Pixels> constexpr Kernels kernels(std::integer_sequence<int, Pixels...>) {
    return Kernels{depthwise_tile<Kernel, Stride, Pixels + 1, Edge>...};
}

template <int Kernel, int Stride, bool Edge>
constexpr Kernels all_kernels = kernels<Kernel, Stride, Edge>(std::make_integer_sequence<int, most_pixels>());

template <bool Edge> const Kernels &kernels_for(int64_t kernel, int64_t stride) {
    if (kernel == 3) return stride == 1 ? all_kernels<3, 1, Edge> : all_kernels<3, 2, Edge>;
    return stride == 1 ? all_kernels<5, 1, Edge> : all_kernels<5, 2, Edge>;
}

} // namespace

DepthwiseKernel kernels::depthwise_kernel(int64_t kernel, int64_t stride, int64_t pixels, bool is_at_edge) {
    const auto &all = is_at_edge ? kernels_for<true>(kernel, stride) : kernels_for<false>(kernel, stride);
    return all[static_cast<size_t>(pixels) - 1];
}

#else

DepthwiseKernel kernels::depthwise_kernel(int64_t, int64_t, int64_t, bool) { return nullptr; }

#endif
