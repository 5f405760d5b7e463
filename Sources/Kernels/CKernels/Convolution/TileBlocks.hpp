#pragma once

#include "AMX.hpp"
#include "TileConvolution.h"
#include "TileResults.hpp"
#include "TileWindow.hpp"

#include <cstdint>

// The products of a block of pixels with the weights of a pair of groups, while the results of the block before are stored.

namespace kernels {

/// The number of pixels whose results are summed up together.
constexpr int64_t block_pixels = 2 * register_rows;

/// The positions for which sums are computed. Each row has its results, followed by positions without results, so that the rows of the source are
/// contiguous. If a window has one pixel, there are no such positions, and each result counts as a row.
struct Grid {
    bool is_pointwise;
    int64_t images, rows, width, columns;
    /// The distance between rows of the source, in elements.
    int64_t pitch;

    explicit Grid(const KernelTileConvolution &work)
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

/// A block whose sums are complete. Its results are stored while AMX multiplies the next block.
struct PendingBlock {
    const Grid &grid;
    const TileResults &results;
    /// The operation that turns sums into results between two products. It adds the bias, adds another tensor or applies a function, and
    /// rounds the result to bfloat16. `other` stands for all other posts. For `other`, the results are stored in larger parts than for the
    /// named operations.
    enum class Finish { limits, addition, swish, gelu_tanh, gelu_erf, other } finish;
    /// The number of pixels in the block, and how many of them have been stored.
    int64_t count = 0, stored = 0;
    int64_t group = 0, groups = 0;
    float *sums = nullptr;
    /// For each pixel, the index of its first result among all results. The index is negative for a position behind the end of a row of
    /// results.
    int64_t places[block_pixels];
    /// A bit for each output that exists.
    uint32_t there = 0;

    PendingBlock(const Grid &grid, const TileResults &results);

    /// Moves on to a block whose sums are complete. All results of the previous block must have been stored. `row` is the first row of results of the
    /// thread's band, counted over all images. `first` is the first pixel of the block, counted from the start of that row.
    void begin(int64_t row, int64_t first, int64_t count, int64_t group, int64_t groups, float *sums);

    /// Stores the results among the next `most` pixels.
    void store(int64_t most);
};

/// The pixels of a block and the weights of one or two groups.
struct BlockFactors {
    const Window &window;
    const uint16_t *pixels;
    int64_t channels, pitch;
    const uint16_t *gathered, *weights;
};

/// Computes the block's sums, pixel by pixel, and stores the results of the pending block.
using BlockKernel = void (*)(const BlockFactors &factors, PendingBlock &pending, float *sums);

/// The kernel for a block. `passes` says that the pixels are read only once for each pair of groups, and need not stay in the L1 cache. `is_whole`
/// says that the block has more than 16 pixels.
BlockKernel block_kernel(const PendingBlock &pending, bool passes, bool is_whole, int64_t groups);

} // namespace kernels
