#include "ImageConvolution.h"
#include "ImageRows.hpp"
#include <Processor.h>
#include <Team.h>
#include <Team.hpp>
#include "TileResults.hpp"
#include "Vectors.hpp"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;
using namespace team;
using namespace vectors;

namespace {

/// The maximum number of registers of pixels whose factors are prepared together, in the L1 cache.
constexpr int64_t most_tiles = 16;

/// The number of elements under a window.
int64_t window_numbers(int64_t channels, int64_t kernel_height, int64_t kernel_width) { return channels * kernel_height * kernel_width; }

/// The sizes in bytes of a thread's memory: for converted rows (`row_bytes`), and in all (`scratch_bytes`).
int64_t row_bytes(const KernelImageConvolution &work) { return up(ImageRows::byte_count(work), 64) * 64; }
int64_t scratch_bytes(const KernelImageConvolution &work) { return row_bytes(work) + most_tiles * register_numbers * 2; }

#if defined(__x86_64__)

struct Run {
    const KernelImageConvolution &work;
    void *const *addresses;
    TileResults results;
};

/// Loads the weights of one or two groups into registers 4 and 5, where they stay.
template <int Groups> KERNEL_TILED void load_weights(const uint16_t *weights) {
    _tile_loadd(4, weights, 64);
    if constexpr (Groups > 1) _tile_loadd(5, weights + register_numbers, 64);
}

/// Multiplies `Pixels` registers of pixels with one or two groups, whose weights are already loaded.
template <int Pixels, int Groups> KERNEL_TILED void multiply(const uint16_t *factors, float *sums) {
    _tile_zero(0);
    _tile_loadd(6, factors, 64);
    _tile_dpbf16ps(0, 6, 4);
    if constexpr (Groups > 1) {
        _tile_zero(1);
        _tile_dpbf16ps(1, 6, 5);
    }
    if constexpr (Pixels > 1) {
        _tile_zero(2);
        _tile_loadd(7, factors + register_numbers, 64);
        _tile_dpbf16ps(2, 7, 4);
        if constexpr (Groups > 1) {
            _tile_zero(3);
            _tile_dpbf16ps(3, 7, 5);
        }
    }
    constexpr int64_t row = Groups * register_sums, row_bytes = row * static_cast<int64_t>(sizeof(float));
    _tile_stored(0, sums, row_bytes);
    if constexpr (Groups > 1) _tile_stored(1, sums + register_sums, row_bytes);
    if constexpr (Pixels > 1) _tile_stored(2, sums + register_rows * row, row_bytes);
    if constexpr (Pixels > 1 && Groups > 1) _tile_stored(3, sums + register_rows * row + register_sums, row_bytes);
}

/// The results of `count` neighbouring pixels for one or two groups.
template <int Groups> void multiply_groups(const Run &run, const uint16_t *factors, int64_t first, int64_t count, int64_t group) {
    alignas(64) float sums[most_sums_of_part];
    load_weights<Groups>(static_cast<const uint16_t *>(run.work.weights) + group * register_numbers);
    constexpr int64_t together = 2 * register_rows;
    for (int64_t pixel = 0; pixel < count; pixel += together, factors += 2 * register_numbers) {
        const int64_t pixels = std::min(together, count - pixel);
        (pixels > register_rows ? multiply<2, Groups> : multiply<1, Groups>)(factors, sums);
        finish_part(run.results, {first + pixel, pixels, group, Groups}, sums);
    }
}

void multiply_row(const Run &run, const ImageRows &rows, int64_t row, uint16_t *factors) {
    constexpr int64_t most = most_tiles * register_rows;
    const int64_t width = run.work.result_width, groups = up(run.work.outputs, tile_block);
    for (int64_t column = 0; column < width; column += most) {
        const int64_t count = std::min(most, width - column), first = row * width + column;
        for (int64_t pixel = 0; pixel < count; pixel += register_rows) rows.gather(column + pixel, factors + pixel * register_factors);
        int64_t group = 0;
        for (; group + 2 <= groups; group += 2) multiply_groups<2>(run, factors, first, count, group);
        if (group < groups) multiply_groups<1>(run, factors, first, count, group);
    }
}

KERNEL_TILED void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const auto &work = run.work;
    const int64_t all = work.images * work.result_height, begin = all * index / count, end = all * (index + 1) / count;
    if (begin == end) return;
    char *memory = static_cast<char *>(run.addresses[2]) + scratch_bytes(work) * index;
    ImageRows rows(work, run.addresses[0], memory);
    auto *factors = reinterpret_cast<uint16_t *>(memory + row_bytes(work));
    const TileForms forms;
    _tile_loadconfig(&forms);
    for (int64_t row = begin; row < end; row++) {
        rows.move_to(row);
        multiply_row(run, rows, row, factors);
    }
    _tile_release();
}

#endif

/// Splits a number into bfloat16 numbers whose sum it is.
void divide(float value, uint16_t (&parts)[bias_factors]) {
    for (auto &part : parts) {
        part = narrow_bfloat16(value);
        const float rest = value - widen_bfloat16(part);
        value = std::isfinite(rest) ? rest : 0.0f;
    }
}

} // namespace

bool kernel_has_image_convolution(int64_t channels, int64_t kernel_height, int64_t kernel_width, int64_t stride_y, int64_t stride_x) {
#if defined(__x86_64__)
    const auto is_within = [](int64_t value, int64_t most) { return value >= 1 && value <= most; };
    return is_within(channels, most_image_channels) && is_within(kernel_height, most_window_rows)
        && is_within(kernel_width, register_factors) && is_within(stride_y, most_steps) && is_within(stride_x, most_steps)
        && window_numbers(channels, kernel_height, kernel_width) + bias_factors <= register_factors && processor_has_amx();
#else
    (void)channels, (void)kernel_height, (void)kernel_width, (void)stride_y, (void)stride_x;
    return false;
#endif
}

void kernel_image_convolution_weights(
    int64_t channels, int64_t outputs, int64_t kernel_height, int64_t kernel_width, const float *weights, const float *scale,
    const float *bias, void *result) {
    const int64_t taps = kernel_height * kernel_width, count = window_numbers(channels, kernel_height, kernel_width);
    auto *numbers = static_cast<uint16_t *>(result);
    std::fill_n(numbers, up(outputs, tile_block) * register_numbers, static_cast<uint16_t>(0));
    // Each row of a register holds a pair of factors for each output of the group.
    const auto place = [](int64_t number) { return number / 2 * register_factors + number % 2; };
    for (int64_t output = 0; output < outputs; output++) {
        uint16_t *column = numbers + output / tile_block * register_numbers + output % tile_block * 2;
        const float factor = scale ? scale[output] : 1.0f;
        for (int64_t channel = 0; channel < channels; channel++)
            for (int64_t tap = 0; tap < taps; tap++)
                put(column, place(tap * channels + channel), weights[(output * channels + channel) * taps + tap] * factor);
        uint16_t parts[bias_factors];
        divide(bias ? bias[output] : 0.0f, parts);
        for (int64_t i = 0; i < bias_factors; i++) column[place(count + i)] = parts[i];
    }
}

size_t kernel_image_convolution_scratch(const KernelImageConvolution *work, int threads) {
    return static_cast<size_t>(scratch_bytes(*work)) * static_cast<size_t>(std::max(threads, 1));
}

void kernel_image_convolution_run(const KernelImageConvolution *work, void *const *addresses, int threads) {
#if defined(__x86_64__)
    Run run{*work, addresses, TileResults(work->destination, work->outputs, work->post_count, work->posts, addresses)};
    const int64_t products = work->images * work->result_height * work->result_width * register_factors * work->outputs;
    team_run(products < products_for_threads ? 1 : threads, run_share, &run);
#else
    (void)work, (void)addresses, (void)threads;
#endif
}
