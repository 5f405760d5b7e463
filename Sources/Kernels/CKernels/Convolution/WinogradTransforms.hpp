#pragma once

#include "Products.h"

// The transforms of Winograd's F(2×2, 3×3), for factors of either element type.

namespace kernels {

constexpr int winograd_elements = 16;

/// Tiles that follow each other in a row of tiles.
struct WinogradTiles {
    int64_t image, row, column, count;
};

struct WinogradTransforms {
    /// The channels of a group, which lie together in images.
    int lanes;

    /// Transforms the pixels of these tiles. The inputs of a tile lie together, one tile after the other, and the 16 elements lie `distance` elements
    /// apart.
    void (*pixels)(
        const KernelWinogradConvolution &work, const WinogradTiles &tiles, const void *source, int64_t first_group, int64_t last_group,
        void *values, int64_t distance);

    /// Makes results of the sums of these tiles, whose 16 elements lie `distance` apart. Stores them at `column` and the following groups of
    /// channels.
    void (*results)(
        const KernelWinogradConvolution &work, const WinogradTiles &tiles, const float *sums, int64_t distance, int64_t column, int groups,
        void *const *addresses);

    /// Transforms the weights [inputs, 3, 3] of 16 outputs, which go to `column` of a panel of `width` outputs.
    void (*weights)(int64_t inputs, const float *source, const float *scale, void *panel, int64_t width, int64_t column);
};

/// For factors of bfloat16 where `narrow`, else of float32.
const WinogradTransforms &winograd_transforms(bool narrow);

} // namespace kernels
