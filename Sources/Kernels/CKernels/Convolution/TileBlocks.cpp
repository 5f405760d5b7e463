#include "TileBlocks.hpp"
#include "ActivationFunctions.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;

#if defined(__x86_64__)

namespace {

using Finish = PendingBlock::Finish;

/// The number of steps in which a pending block is stored during the computation of the next block. The number applies to blocks with posts
/// of the type `Finish::other`.
constexpr int64_t stores_of_block = 4;

Finish finish_of(const TileResults &results) {
    if (results.type != KernelElementBFloat16 || !results.bias || results.count > 1) return Finish::other;
    if (results.count == 0) return results.added ? Finish::addition : Finish::limits;
    if (results.added || results.posts[0].is_binary) return Finish::other;
    switch (results.posts[0].algorithm) {
    case KernelFunctionSwish: return Finish::swish;
    case KernelFunctionGELUTanh: return Finish::gelu_tanh;
    case KernelFunctionGELUErf: return Finish::gelu_erf;
    default: return Finish::other;
    }
}

template <Finish Kind> KERNEL_INLINE KERNEL_NARROW __m512 finished(const TileResults &results, __m512 sums) {
    if constexpr (Kind == Finish::swish) sums = narrow_activation<KernelFunctionSwish>(sums, _mm512_set1_ps(results.posts[0].alpha));
    if constexpr (Kind == Finish::gelu_tanh) sums = narrow_activation<KernelFunctionGELUTanh>(sums, sums);
    if constexpr (Kind == Finish::gelu_erf) sums = narrow_activation<KernelFunctionGELUErf>(sums, sums);
    return _mm512_min_ps(_mm512_set1_ps(results.high), _mm512_max_ps(_mm512_set1_ps(results.low), sums));
}

/// Stores the results of the next pixel of a pending block of two groups.
template <Finish Kind> KERNEL_INLINE KERNEL_NARROW void store_next(PendingBlock &pending) {
    if (pending.stored >= pending.count) return;
    const auto &results = pending.results;
    const float *sums = pending.sums + pending.stored * 2 * register_sums, *bias = results.bias + pending.group * tile_block;
    const int64_t place = pending.places[pending.stored++];
    if (place < 0) return;
    __m512 first = _mm512_add_ps(_mm512_load_ps(sums), _mm512_loadu_ps(bias));
    __m512 second = _mm512_add_ps(_mm512_load_ps(sums + register_sums), _mm512_loadu_ps(bias + register_sums));
    if constexpr (Kind == Finish::addition) {
        const __m512i added = _mm512_maskz_loadu_epi16(pending.there, static_cast<const uint16_t *>(results.added) + place);
        const __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(added));
        const __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(added, 1));
        first = _mm512_add_ps(first, _mm512_castsi512_ps(_mm512_slli_epi32(low, 16)));
        second = _mm512_add_ps(second, _mm512_castsi512_ps(_mm512_slli_epi32(high, 16)));
    }
    first = finished<Kind>(results, first);
    second = finished<Kind>(results, second);
    _mm512_mask_storeu_epi16(
        static_cast<uint16_t *>(results.addresses[1]) + place, pending.there, (__m512i)_mm512_cvtne2ps_pbh(second, first));
}

/// Loads a register with pixels. With `Passes`, the pixels are read only once for each pair of groups, and should not displace the weights in the L1
/// cache.
template <int Register, bool Passes> KERNEL_INLINE KERNEL_TILED void load_pixels(const uint16_t *pixels, int64_t row_bytes) {
    if constexpr (Passes)
        _tile_stream_loadd(Register, pixels, row_bytes);
    else
        _tile_loadd(Register, pixels, row_bytes);
}

/// Adds products to the sums in AMX registers. One register holds the factors of 16 pixels, and another one the factors of a group of outputs.
template <int Pixels, int Groups, bool Passes, Finish Kind>
KERNEL_INLINE KERNEL_TILED void add_products(
    const uint16_t *first, const uint16_t *second, int64_t row_bytes, const uint16_t *weights, int64_t group_step, PendingBlock &pending) {
    load_pixels<4, Passes>(first, row_bytes);
    _tile_loadd(6, weights, 64);
    if constexpr (Groups > 1) _tile_loadd(7, weights + group_step, 64);
    if constexpr (Pixels > 1) load_pixels<5, Passes>(second, row_bytes);
    constexpr bool stores = Kind != Finish::other;
    _tile_dpbf16ps(0, 4, 6);
    if constexpr (stores) store_next<Kind>(pending);
    if constexpr (Groups > 1) _tile_dpbf16ps(1, 4, 7);
    if constexpr (stores) store_next<Kind>(pending);
    if constexpr (Pixels > 1) _tile_dpbf16ps(2, 5, 6);
    if constexpr (stores) store_next<Kind>(pending);
    if constexpr (Pixels > 1 && Groups > 1) _tile_dpbf16ps(3, 5, 7);
    if constexpr (stores) store_next<Kind>(pending);
}

template <int Pixels, int Groups, bool Passes, Finish Kind>
KERNEL_TILED void multiply(const BlockFactors &factors, PendingBlock &pending, float *sums) {
    _tile_zero(0);
    if constexpr (Groups > 1) _tile_zero(1);
    if constexpr (Pixels > 1) _tile_zero(2);
    if constexpr (Pixels > 1 && Groups > 1) _tile_zero(3);
    const auto &window = factors.window;
    const int64_t row_bytes = factors.channels * static_cast<int64_t>(sizeof(uint16_t)), steps = window.registers();
    const int64_t half = register_rows * factors.channels, group_step = steps * register_numbers;
    const int64_t interval = std::max<int64_t>(1, steps / stores_of_block), share = up(block_pixels, std::min(steps, stores_of_block));
    int64_t wait = interval;
    const uint16_t *weights = factors.weights, *row = factors.pixels, *gathered = factors.gathered;
    const auto store_share = [&] {
        if (Kind != Finish::other || --wait > 0) return;
        pending.store(share);
        wait = interval;
    };
    for (int64_t y = 0; y < window.rows; y++, row += factors.pitch)
        for (int64_t i = 0; i < window.whole; i++, weights += register_numbers) {
            const uint16_t *pixels = row + i * register_factors;
            add_products<Pixels, Groups, Passes, Kind>(pixels, pixels + half, row_bytes, weights, group_step, pending);
            store_share();
        }
    for (int64_t i = 0; i < window.gathered; i++, gathered += 2 * register_numbers, weights += register_numbers) {
        add_products<Pixels, Groups, false, Kind>(gathered, gathered + register_numbers, 64, weights, group_step, pending);
        store_share();
    }
    constexpr int64_t line = Groups * register_sums, line_bytes = line * static_cast<int64_t>(sizeof(float));
    _tile_stored(0, sums, line_bytes);
    if constexpr (Groups > 1) _tile_stored(1, sums + register_sums, line_bytes);
    if constexpr (Pixels > 1) _tile_stored(2, sums + register_rows * line, line_bytes);
    if constexpr (Pixels > 1 && Groups > 1) _tile_stored(3, sums + register_rows * line + register_sums, line_bytes);
    if (pending.stored < pending.count) pending.store(block_pixels);
}

template <Finish Kind> BlockKernel whole_kernel(bool passes) { return passes ? multiply<2, 2, true, Kind> : multiply<2, 2, false, Kind>; }

} // namespace

PendingBlock::PendingBlock(const Grid &grid, const TileResults &results) : grid(grid), results(results), finish(finish_of(results)) {}

void PendingBlock::begin(int64_t row, int64_t first, int64_t count, int64_t group, int64_t groups, float *sums) {
    this->count = count;
    this->group = group;
    this->groups = groups;
    this->sums = sums;
    stored = 0;
    there = static_cast<uint32_t>((uint64_t{1} << std::min(groups * tile_block, results.outputs - group * tile_block)) - 1);
    const bool has_gaps = grid.columns > grid.width;
    int64_t y = has_gaps ? first / grid.columns : 0, x = first - y * grid.columns;
    for (int64_t i = 0; i < count; i++, x++) {
        if (has_gaps && x == grid.columns) {
            x = 0;
            y++;
        }
        const bool is_result = !has_gaps || x < grid.width;
        places[i] = is_result ? ((row + y) * grid.width + x) * results.outputs + group * tile_block : -1;
    }
}

void PendingBlock::store(int64_t most) {
    const int64_t begin = stored, end = std::min(count, begin + most);
    stored = end;
    for (int64_t index = begin; index < end;) {
        int64_t next = index + 1;
        if (places[index] >= 0) {
            while (next < end && places[next] == places[next - 1] + results.outputs) next++;
            const int64_t pixel = (places[index] - group * tile_block) / results.outputs;
            finish_part(results, {pixel, next - index, group, groups}, sums + index * groups * register_sums);
        }
        index = next;
    }
}

BlockKernel kernels::block_kernel(const PendingBlock &pending, bool passes, bool is_whole, int64_t groups) {
    constexpr BlockKernel others[2][2][2] = {
        {{multiply<1, 1, false, Finish::other>, multiply<1, 2, false, Finish::other>},
         {multiply<2, 1, false, Finish::other>, multiply<2, 2, false, Finish::other>}},
        {{multiply<1, 1, true, Finish::other>, multiply<1, 2, true, Finish::other>},
         {multiply<2, 1, true, Finish::other>, multiply<2, 2, true, Finish::other>}}};
    if (!is_whole || groups < 2 || pending.groups < 2) return others[passes][is_whole][groups - 1];
    switch (pending.finish) {
    case Finish::limits: return whole_kernel<Finish::limits>(passes);
    case Finish::addition: return whole_kernel<Finish::addition>(passes);
    case Finish::swish: return whole_kernel<Finish::swish>(passes);
    case Finish::gelu_tanh: return whole_kernel<Finish::gelu_tanh>(passes);
    case Finish::gelu_erf: return whole_kernel<Finish::gelu_erf>(passes);
    default: return others[passes][1][1];
    }
}

#endif
