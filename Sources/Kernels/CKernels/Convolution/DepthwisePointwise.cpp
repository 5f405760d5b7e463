#include "DepthwisePointwise.h"
#include "DepthwiseTiles.hpp"
#include "AMX.hpp"
#include <Processor.h>
#include <Team.h>
#include <Team.hpp>
#include "TileResults.hpp"
#include "Vectors.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;
using namespace team;
using namespace vectors;

namespace {

/// The size in bytes of the depthwise results that stay in the L2 cache, next to the pixels and weights that pass through it.
constexpr int64_t near_bytes = 256 << 10;

/// The division of a pair of convolutions. Each thread takes neighbouring rows of results, and processes them band by band.
struct Division {
    int64_t rows, blocks, groups, rows_of_band;
    /// The maximum number of pixels in a band. It is a multiple of 16, which is the number of pixels that AMX multiplies at a time.
    int64_t pixels_of_band;

    Division(const KernelDepthwisePointwise &work, int threads)
        : rows(work.images * work.result_height), blocks(up(work.channels, channel_block)), groups(up(work.outputs, tile_block)) {
        const int64_t share = up(rows, std::max(threads, 1)), row_bytes = work.result_width * blocks * channel_block * 2;
        const int64_t near = std::clamp<int64_t>(near_bytes / row_bytes, 1, share);
        rows_of_band = up(share, up(share, near));
        pixels_of_band = up(rows_of_band * work.result_width, register_rows) * register_rows;
    }

    /// The number of bytes of scratch memory for each thread.
    int64_t byte_count() const { return blocks * pixels_of_band * channel_block * 2; }
};

#if defined(__x86_64__)

struct Run {
    const KernelDepthwisePointwise &work;
    void *const *addresses;
    Division division;
    DepthwiseFunctions functions;
    TileResults results;
};

// MARK: The depthwise convolution

/// Computes the depthwise results of some rows. For each block of channels, all pixels are stored contiguously, with 32 numbers each.
void filter_rows(const Run &run, int64_t first, int64_t last, uint16_t *results) {
    const auto &work = run.work;
    const int64_t row_size = work.width * work.channels, tiles = up(work.result_width, most_pixels), taps = work.kernel * work.kernel;
    DepthwiseTile tile{};
    tile.pixel = work.channels;
    tile.width = work.width;
    tile.functions = &run.functions;
    for (int64_t block = 0; block < run.division.blocks; block++) {
        const int64_t channels = std::min(channel_block, work.channels - block * channel_block);
        const bool is_partial = channels < channel_block;
        tile.channels = is_partial ? (1u << channels) - 1 : 0xffffffffu;
        tile.weights = work.depthwise_weights + block * taps * channel_block;
        tile.bias = work.depthwise_bias + block * channel_block;
        tile.results = results + block * run.division.pixels_of_band * channel_block;
        const auto *source = static_cast<const uint16_t *>(run.addresses[0]) + block * channel_block;
        for (int64_t row = first; row < last; row++) {
            const int64_t image = row / work.result_height, top = row % work.result_height * work.stride - work.padding_top;
            for (int64_t k = 0; k < work.kernel; k++) {
                const bool is_inside = top + k >= 0 && top + k < work.height;
                tile.rows[k] = is_inside ? source + (image * work.height + top + k) * row_size : nullptr;
            }
            for (int64_t index = 0; index < tiles; index++) {
                const int64_t begin = work.result_width * index / tiles, count = work.result_width * (index + 1) / tiles - begin;
                tile.column = begin * work.stride - work.padding_left;
                const int64_t end = tile.column + (count - 1) * work.stride + work.kernel;
                depthwise_kernel(work.kernel, work.stride, count, is_partial || tile.column < 0 || end > work.width)(tile);
                tile.results += count * channel_block;
            }
        }
    }
}

// MARK: The pointwise convolution

constexpr int64_t register_bytes = register_numbers * 2;

/// The pixels and weights of some blocks of channels, as AMX registers: one for 16 pixels, and one for the outputs of a group.
struct Factors {
    const char *pixels;
    /// The distance between blocks of channels.
    int64_t pixel_step;
    const char *weights;
    int64_t blocks;
};

/// The sums of `Pixels` times 16 pixels for one group of outputs.
template <int Pixels> KERNEL_TILED void multiply_one(const Factors &factors, float *sums) {
    _tile_zero(0);
    if constexpr (Pixels > 1) _tile_zero(1);
    if constexpr (Pixels > 2) _tile_zero(2);
    if constexpr (Pixels > 3) _tile_zero(3);
    const char *pixels = factors.pixels, *weights = factors.weights;
    for (int64_t block = 0; block < factors.blocks; block++, pixels += factors.pixel_step, weights += register_bytes) {
        _tile_loadd(4, weights, 64);
        _tile_loadd(5, pixels, 64);
        _tile_dpbf16ps(0, 5, 4);
        if constexpr (Pixels > 1) {
            _tile_loadd(6, pixels + register_bytes, 64);
            _tile_dpbf16ps(1, 6, 4);
        }
        if constexpr (Pixels > 2) {
            _tile_loadd(7, pixels + 2 * register_bytes, 64);
            _tile_dpbf16ps(2, 7, 4);
        }
        if constexpr (Pixels > 3) {
            _tile_loadd(5, pixels + 3 * register_bytes, 64);
            _tile_dpbf16ps(3, 5, 4);
        }
    }
    constexpr int64_t tile = register_rows * register_sums;
    _tile_stored(0, sums, 64);
    if constexpr (Pixels > 1) _tile_stored(1, sums + tile, 64);
    if constexpr (Pixels > 2) _tile_stored(2, sums + 2 * tile, 64);
    if constexpr (Pixels > 3) _tile_stored(3, sums + 3 * tile, 64);
}

/// The sums of `Pixels` times 16 pixels for two groups of outputs.
template <int Pixels> KERNEL_TILED void multiply_two(const Factors &factors, float *sums) {
    _tile_zero(0);
    _tile_zero(1);
    if constexpr (Pixels > 1) {
        _tile_zero(2);
        _tile_zero(3);
    }
    const char *pixels = factors.pixels, *weights = factors.weights;
    const int64_t group_step = factors.blocks * register_bytes;
    for (int64_t block = 0; block < factors.blocks; block++, pixels += factors.pixel_step, weights += register_bytes) {
        _tile_loadd(4, pixels, 64);
        _tile_loadd(6, weights, 64);
        _tile_dpbf16ps(0, 4, 6);
        _tile_loadd(7, weights + group_step, 64);
        _tile_dpbf16ps(1, 4, 7);
        if constexpr (Pixels > 1) {
            _tile_loadd(5, pixels + register_bytes, 64);
            _tile_dpbf16ps(2, 5, 6);
            _tile_dpbf16ps(3, 5, 7);
        }
    }
    constexpr int64_t row = 2 * register_sums, row_bytes = row * static_cast<int64_t>(sizeof(float));
    _tile_stored(0, sums, row_bytes);
    _tile_stored(1, sums + register_sums, row_bytes);
    if constexpr (Pixels > 1) {
        _tile_stored(2, sums + register_rows * row, row_bytes);
        _tile_stored(3, sums + register_rows * row + register_sums, row_bytes);
    }
}

/// Multiplies 32 pixels with two groups of outputs at a time. The last group is multiplied with 64 pixels, if it has no partner. In both cases there
/// are enough sums to keep the AMX unit busy.
void multiply_band(const Run &run, int64_t first, int64_t count, const uint16_t *pixels) {
    constexpr void (*one[])(const Factors &, float *) = {multiply_one<1>, multiply_one<2>, multiply_one<3>, multiply_one<4>};
    constexpr void (*two[])(const Factors &, float *) = {multiply_two<1>, multiply_two<2>};
    alignas(64) float sums[most_sums_of_part];
    const auto &division = run.division;
    const int64_t tiles = up(count, register_rows);
    for (int64_t group = 0; group < division.groups; group += 2) {
        const int64_t groups = std::min<int64_t>(2, division.groups - group), most = groups == 2 ? 2 : 4;
        for (int64_t tile = 0; tile < tiles; tile += most) {
            const int64_t together = std::min(most, tiles - tile), pixel = tile * register_rows;
            const Factors factors{
                reinterpret_cast<const char *>(pixels) + tile * register_bytes, division.pixels_of_band * channel_block * 2,
                static_cast<const char *>(run.work.weights) + group * division.blocks * register_bytes, division.blocks};
            (groups == 2 ? two : one)[together - 1](factors, sums);
            finish_part(run.results, {first + pixel, std::min(together * register_rows, count - pixel), group, groups}, sums);
        }
    }
}

KERNEL_TILED void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const int64_t width = run.work.result_width, step = run.division.rows_of_band;
    const int64_t begin = run.division.rows * index / count, end = run.division.rows * (index + 1) / count;
    auto *band = reinterpret_cast<uint16_t *>(static_cast<char *>(run.addresses[2]) + run.division.byte_count() * index);
    const TileForms forms;
    _tile_loadconfig(&forms);
    for (int64_t row = begin; row < end; row += step) {
        const int64_t last = std::min(end, row + step);
        filter_rows(run, row, last, band);
        multiply_band(run, row * width, (last - row) * width, band);
    }
    _tile_release();
}

#endif

} // namespace

bool kernel_has_depthwise_pointwise(int64_t kernel, int64_t stride) {
#if defined(__x86_64__)
    return (kernel == 3 || kernel == 5) && (stride == 1 || stride == 2) && processor_has_amx();
#else
    (void)kernel, (void)stride;
    return false;
#endif
}

void kernel_depthwise_weights(int64_t channels, int64_t taps, const float *weights, const float *scale, float *result) {
    const int64_t padded = up(channels, channel_block) * channel_block;
    for (int64_t channel = 0; channel < padded; channel++) {
        const int64_t inner = channel % channel_block;
        float *target = result + (channel - inner) * taps + place_in_block(inner);
        const float factor = scale && channel < channels ? scale[channel] : 1.0f;
        for (int64_t tap = 0; tap < taps; tap++)
            target[tap * channel_block] = channel < channels ? weights[channel * taps + tap] * factor : 0.0f;
    }
}

void kernel_depthwise_pointwise_weights(int64_t channels, int64_t outputs, const float *weights, const float *scale, void *result) {
    const int64_t padded = up(channels, channel_block) * channel_block, columns = up(outputs, tile_block) * tile_block;
    auto *numbers = static_cast<uint16_t *>(result);
    for (int64_t output = 0; output < columns; output++) {
        // Each row of a register holds a pair of factors for each output of the group.
        uint16_t *target = numbers + output / tile_block * tile_block * padded + output % tile_block * 2;
        const float factor = scale && output < outputs ? scale[output] : 1.0f;
        for (int64_t channel = 0; channel < padded; channel++) {
            const int64_t inner = channel % channel_block, place = place_in_block(inner);
            const bool is_there = output < outputs && channel < channels;
            const int64_t row = (channel - inner) / 2 + place / 2;
            put(target, row * channel_block + place % 2, is_there ? weights[output * channels + channel] * factor : 0.0f);
        }
    }
}

size_t kernel_depthwise_pointwise_scratch(const KernelDepthwisePointwise *work, int threads) {
    return static_cast<size_t>(Division(*work, threads).byte_count()) * static_cast<size_t>(std::max(threads, 1));
}

void kernel_depthwise_pointwise_run(const KernelDepthwisePointwise *work, void *const *addresses, int threads) {
#if defined(__x86_64__)
    Run run{
        *work, addresses, Division(*work, threads), DepthwiseFunctions(work->function_count, work->functions),
        TileResults(work->destination, work->outputs, work->post_count, work->posts, addresses, work->bias)};
    const int64_t pixels = run.division.rows * work->result_width;
    const bool alone = pixels * work->channels * (work->kernel * work->kernel + work->outputs) < products_for_threads;
    team_run(alone ? 1 : threads, run_share, &run);
#else
    (void)work, (void)addresses, (void)threads;
#endif
}
