#pragma once

#include "AMX.hpp"
#include "TileConvolution.h"
#include "TileResults.hpp"
#include "TileWindow.hpp"

#include <cstdint>

// The products of a block of pixels with the weights of a pair of groups, while the results of the block before are stored.

namespace kernels {

/// The pixels whose results are summed up at once.
constexpr int64_t block_pixels = 2 * register_rows;

/// What is gone through: rows of results, whose pixels are counted together with the columns between them that only windows cover. Windows
/// of one pixel leave none, and all their results are one column.
struct Grid {
    bool is_pointwise;
    int64_t images, rows, width, columns;
    /// The numbers from a row of the source to the next.
    int64_t pitch;

    explicit Grid(const onednn_tile_convolution &work)
        : is_pointwise(work.kernel_height == 1 && work.kernel_width == 1 && work.padding_top == 0 && work.padding_left == 0
              && work.result_height == work.height && work.result_width == work.width) {
        const int64_t pixels = work.images * work.result_height * work.result_width;
        images = is_pointwise ? 1 : work.images;
        rows = is_pointwise ? pixels : work.result_height;
        width = is_pointwise ? 1 : work.result_width;
        columns = is_pointwise ? 1 : work.result_width + work.kernel_width - 1;
        pitch = columns * work.channels;
    }
};

/// Sums whose results are stored while the unit multiplies those of the next block.
struct PendingBlock {
    const Grid &grid;
    const TileResults &results;
    /// What happens to sums on their way, where that is little enough to be done between two products: they get the bias, and then another
    /// tensor's numbers or a function. They become bfloat16 numbers.
    enum class Finish { limits, addition, swish, gelu_tanh, gelu_erf, other } finish;
    /// How many of the block's pixels there are, and have been stored.
    int64_t count = 0, stored = 0;
    int64_t group = 0, groups = 0;
    float *sums = nullptr;
    /// For each pixel, which of all results its first is; below zero for a column between the results.
    int64_t places[block_pixels];
    /// A bit for each output that there is.
    uint32_t there = 0;

    PendingBlock(const Grid &grid, const TileResults &results);

    /// Goes on to a block that has been summed up: its first pixel is counted from the row of results, counted over all images, that the
    /// band begins with. All of the block before has to be stored.
    void begin(int64_t row, int64_t first, int64_t count, int64_t group, int64_t groups, float *sums);

    /// Stores the results among some more pixels.
    void store(int64_t most);
};

/// The pixels of a block and the weights of one or two groups.
struct BlockFactors {
    const Window &window;
    const uint16_t *pixels;
    int64_t channels, pitch;
    const uint16_t *gathered, *weights;
};

/// Sums up the block's products, pixel by pixel, and stores the results of the pending block.
using BlockKernel = void (*)(const BlockFactors &factors, PendingBlock &pending, float *sums);

/// `passes` says that the pixels are read once only for each pair of groups, `is_whole` that there are more than 16 of them.
BlockKernel block_kernel(const PendingBlock &pending, bool passes, bool is_whole, int64_t groups);

} // namespace kernels
