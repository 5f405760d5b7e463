#pragma once

#include "Products.h"

// The transforms of Winograd's F(2×2, 3×3), for factors of either element type.

namespace kernels {

constexpr int winograd_elements = 16;

/// Consecutive tiles in a row of tiles.
struct WinogradTiles {
    int64_t image, row, column, count;
};

struct WinogradTransforms {
    /// The number of channels in a group. They are contiguous in images.
    int lanes;

    /// Transforms the pixels of tiles. The inputs of a tile are contiguous, and tile follows tile. The 16 elements of the transform are `distance`
    /// elements apart.
    void (*pixels)(
        const KernelWinogradConvolution &work, const WinogradTiles &tiles, const void *source, int64_t first_group, int64_t last_group,
        void *values, int64_t distance);

    /// Converts the sums of tiles to results. The 16 elements of the transform are `distance` elements apart. The results are stored at `column` and
    /// in the following groups of channels.
    void (*results)(
        const KernelWinogradConvolution &work, const WinogradTiles &tiles, const float *sums, int64_t distance, int64_t column, int groups,
        void *const *addresses);

    /// Transforms the weights [inputs, 3, 3] of 16 outputs, and stores them at `column` of a panel of `width` outputs.
    void (*weights)(int64_t inputs, const float *source, const float *scale, void *panel, int64_t width, int64_t column);
};

/// The transforms for bfloat16 factors if `narrow`, or else for float32 factors.
const WinogradTransforms &winograd_transforms(bool narrow);

} // namespace kernels
