// Convolutions of 3 × 3 by Winograd's F(2×2, 3×3). A tile of 2 × 2 results takes 4 × 4 pixels, and their transform has 16 elements. Each element is
// multiplied with the same element of the transformed weights. That makes 16 products of [tiles, inputs] and [inputs, outputs].
//
// Many tiles are divided among the threads. A thread takes a block of tiles at a time that fits in its L2 cache. Few tiles come with large weights.
// Then all threads transform the tiles and divide the outputs, so that weights are read once.

#include "Products.h"
#include <Team.h>
#include <Team.hpp>
#include "Tiles.hpp"
#include "WinogradTransforms.hpp"

#include <algorithm>
#include <atomic>

using namespace kernels;
using namespace team;

namespace {

/// The size in bytes of the transformed pixels that stay in the L2 cache, next to the weights that pass through it.
constexpr int64_t near_bytes = 384 << 10;

/// Limits on the number of tiles that are summed up together. Below the range, the weights are read too often. Above the range, the sums
/// are too large for the cache.
constexpr int64_t fewest_tiles = 24, most_tiles = 96;

/// The maximum number of tiles that all threads share.
constexpr int64_t shared_tiles = 64;

int64_t sums_of_tile() { return winograd_elements * panel_groups() * tile_block; }

int64_t element_size(KernelElement type) { return type == KernelElementBFloat16 ? 2 : 4; }

/// The division of a convolution.
struct Division {
    int64_t tiles, tiles_of_block, value_bytes, sum_bytes;
    bool shares_tiles;

    Division(const KernelWinogradConvolution &work, int threads) {
        const int64_t bytes_of_tile = winograd_elements * work.inputs * element_size(work.source);
        tiles = work.images * up(work.result_height, 2) * up(work.result_width, 2);
        shares_tiles = tiles <= shared_tiles && Panels(work.outputs).count >= 2 * threads;
        const int64_t near = std::clamp(near_bytes / bytes_of_tile, fewest_tiles, most_tiles);
        tiles_of_block = shares_tiles ? tiles : std::min(near, tiles);
        value_bytes = tiles_of_block * bytes_of_tile;
        sum_bytes = tiles_of_block * sums_of_tile() * static_cast<int64_t>(sizeof(float));
    }

    /// The size of the scratch memory. Transformed pixels come first, in one block for all threads or one for each. The sums of each thread
    /// follow.
    int64_t byte_count(int threads) const { return value_bytes * (shares_tiles ? 1 : threads) + sum_bytes * threads; }
};

struct Run {
    const KernelWinogradConvolution &work;
    void *const *addresses;
    const WinogradTransforms &transforms;
    Panels panels;
    Division division;
    int threads;

    char *values(int index) const {
        return static_cast<char *>(addresses[2]) + (division.shares_tiles ? 0 : division.value_bytes * index);
    }

    float *sums(int index) const {
        auto *start = static_cast<char *>(addresses[2]) + division.value_bytes * (division.shares_tiles ? 1 : threads);
        return reinterpret_cast<float *>(start + division.sum_bytes * index);
    }
};

/// The consecutive tiles of one row of tiles from `first` on, at most `count`.
WinogradTiles tiles_in_row(const KernelWinogradConvolution &work, int64_t first, int64_t count) {
    const int64_t columns = up(work.result_width, 2), rows = up(work.result_height, 2), row = first / columns;
    return {row / rows, row % rows, first % columns, std::min(count, columns - first % columns)};
}

/// Transforms `count` tiles from `first` on, for some groups of inputs.
void transform_pixels(const Run &run, int64_t first, int64_t count, int64_t first_group, int64_t last_group, char *values) {
    const int64_t row = run.work.inputs * element_size(run.work.source);
    for (int64_t done = 0; done < count;) {
        const auto tiles = tiles_in_row(run.work, first + done, count - done);
        run.transforms.pixels(run.work, tiles, run.addresses[0], first_group, last_group, values + done * row, count * run.work.inputs);
        done += tiles.count;
    }
}

/// Computes the results of a panel of outputs for tiles that have been transformed.
void compute_panel(const Run &run, int64_t panel, int64_t first, int64_t count, const char *values, float *sums) {
    static const float zeros[most_groups * tile_block] = {};
    const auto &work = run.work;
    const int64_t size = element_size(work.source), column = run.panels.first_column(panel);
    const int groups = run.panels.groups_of(panel);
    const int64_t width = groups * tile_block;
    const auto *weights = static_cast<const char *>(work.weights) + winograd_elements * work.inputs * column * size;
    const TileHeights heights(count, groups);
    for (int element = 0; element < winograd_elements; element++) {
        // Element 5 of the transform is added to every result exactly once, so the bias is added to this element.
        const float *start = element == 5 ? work.bias + column : zeros;
        for (int64_t index = 0, row = element * count; index < heights.count; row += heights[index++])
            tile_kernel(work.source == KernelElementBFloat16, heights[index], groups)(
                values + row * work.inputs * size, work.inputs * size, work.inputs, weights, start, sums + row * width);
        weights += work.inputs * width * size;
    }
    for (int64_t done = 0; done < count;) {
        const auto tiles = tiles_in_row(work, first + done, count - done);
        run.transforms.results(work, tiles, sums + done * width, count * width, column, groups, run.addresses);
        done += tiles.count;
    }
}

void run_tiles(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const int64_t begin = run.division.tiles * index / count, end = run.division.tiles * (index + 1) / count;
    const int64_t blocks = up(end - begin, run.division.tiles_of_block);
    for (int64_t block = 0; block < blocks; block++) {
        const int64_t first = begin + (end - begin) * block / blocks, last = begin + (end - begin) * (block + 1) / blocks;
        transform_pixels(run, first, last - first, 0, run.work.inputs / run.transforms.lanes, run.values(index));
        for (int64_t panel = 0; panel < run.panels.count; panel++)
            compute_panel(run, panel, first, last - first, run.values(index), run.sums(index));
    }
}

void transform_shared_pixels(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const int64_t groups = run.work.inputs / run.transforms.lanes;
    transform_pixels(run, 0, run.division.tiles, groups * index / count, groups * (index + 1) / count, run.values(0));
}

void run_panels(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const int64_t begin = run.panels.count * index / count, end = run.panels.count * (index + 1) / count;
    for (int64_t panel = begin; panel < end; panel++)
        compute_panel(run, panel, 0, run.division.tiles, run.values(0), run.sums(index));
}

struct Arrangement {
    const WinogradTransforms &transforms;
    KernelElement type;
    int64_t inputs, outputs;
    const float *weights, *scale;
    void *result;
    std::atomic<int64_t> next{0};
};

void arrange_groups(int, int, void *context) {
    auto &a = *static_cast<Arrangement *>(context);
    const Panels panels(a.outputs);
    for (int64_t panel; (panel = a.next.fetch_add(1)) < panels.count;) {
        const int64_t column = panels.first_column(panel), width = panels.groups_of(panel) * tile_block;
        auto *target = static_cast<char *>(a.result) + winograd_elements * a.inputs * column * element_size(a.type);
        for (int64_t group = 0; group < width; group += tile_block)
            a.transforms.weights(
                a.inputs, a.weights + (column + group) * a.inputs * 9, a.scale ? a.scale + column + group : nullptr, target, width, group);
    }
}

} // namespace

bool kernel_has_winograd_convolution(KernelElement source, int64_t inputs, int64_t outputs) {
#if defined(__x86_64__)
    return inputs % tile_block == 0 && outputs % tile_block == 0 && kernel_has_row_product(source, inputs, outputs);
#else
    // The product kernels would also work here, but the transforms need longer vectors.
    (void)source, (void)inputs, (void)outputs;
    return false;
#endif
}

void kernel_winograd_convolution_weights(
    KernelElement type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result) {
    Arrangement arrangement{winograd_transforms(type == KernelElementBFloat16), type, inputs, outputs, weights, scale, result};
    team_run(limit_of_thread(), arrange_groups, &arrangement);
}

size_t kernel_winograd_convolution_scratch(const KernelWinogradConvolution *work, int threads) {
    return static_cast<size_t>(Division(*work, threads).byte_count(threads));
}

void kernel_winograd_convolution_run(const KernelWinogradConvolution *work, void *const *addresses, int threads) {
    const Run run{*work, addresses, winograd_transforms(work->source == KernelElementBFloat16), Panels(work->outputs), {*work, threads}, threads};
    auto *context = const_cast<Run *>(&run);
    if (run.division.shares_tiles) {
        team_run(threads, transform_shared_pixels, context);
        team_run(threads, run_panels, context);
    } else {
        team_run(threads, run_tiles, context);
    }
}
