#pragma once

#include "DepthwisePointwise.h"
#include "Tiles.hpp"

#include <cstdint>

// Depthwise convolutions of bfloat16 images in channel-last layout. Several neighbouring results of a block of channels are summed in registers
// together, so that a pixel is read once for all results of a row that need it.

namespace kernels {

constexpr int64_t channel_block = KERNEL_DEPTHWISE_BLOCK;
constexpr int most_pixels = 8;
constexpr int64_t most_kernel = 5;

/// The limits of a rectifier, which may have an upper bound.
struct Limits {
    float low = -__builtin_inff(), high = __builtin_inff();

    /// Stores the limits of `function` if it is a rectifier. Returns whether it is one.
    bool take(const KernelPointwisePost &function);
};

/// The functions, and then the limits, that are applied to each result before it is stored.
struct DepthwiseFunctions : Limits {
    int count;
    const KernelPointwisePost *items;

    DepthwiseFunctions(int count, const KernelPointwisePost *items) : count(count), items(items) {
        if (count > 0 && take(items[count - 1])) this->count--;
    }
};

/// The position of a block's channel among its results. Channels at even positions come first.
inline int64_t place_in_block(int64_t channel) { return channel % 2 * (channel_block / 2) + channel / 2; }

/// Neighbouring results of a row, of one block of channels.
struct DepthwiseTile {
    /// The start of each image row under the window, at the block's channels; null for a row outside the image.
    const uint16_t *rows[most_kernel];
    /// The distance to the next pixel.
    int64_t pixel;
    /// The first column under the window, which may be outside the image, and the number of columns in the image.
    int64_t column, width;
    const float *weights, *bias;
    /// A bit for each channel that exists.
    uint32_t channels;
    const DepthwiseFunctions *functions;
    /// The memory for the results. Each has 32 numbers: one for each channel of the block.
    uint16_t *results;
};

using DepthwiseKernel = void (*)(const DepthwiseTile &);

/// The kernel for a number of results, a stride of 1 or 2 and windows of 3 × 3 or 5 × 5. The kernel for edges allows columns outside the image and
/// missing channels.
DepthwiseKernel depthwise_kernel(int64_t kernel, int64_t stride, int64_t pixels, bool is_at_edge);

} // namespace kernels
