#pragma once

#include "DepthwisePointwise.h"
#include "Tiles.hpp"

#include <cstdint>

// Depthwise convolutions of bfloat16 images whose channels come last: some neighbouring results of a block of channels at a time, which are
// summed up in registers, so that a pixel is read once for all the results in a row that it is a part of.

namespace kernels {

constexpr int64_t channel_block = ONEDNN_DEPTHWISE_BLOCK;
constexpr int most_pixels = 8;
constexpr int64_t most_kernel = 5;

/// What a rectifier does, or one with an upper bound.
struct Limits {
    float low = -__builtin_inff(), high = __builtin_inff();

    /// Whether the function is one of these, which it then becomes.
    bool take(const onednn_pointwise_post &function);
};

/// What happens to each result before it is stored: functions, and then limits.
struct DepthwiseFunctions : Limits {
    int count;
    const onednn_pointwise_post *items;

    DepthwiseFunctions(int count, const onednn_pointwise_post *items) : count(count), items(items) {
        if (count > 0 && take(items[count - 1])) this->count--;
    }
};

/// Where a block's channel stands among its results: those at even places come first.
inline int64_t place_in_block(int64_t channel) { return channel % 2 * (channel_block / 2) + channel / 2; }

/// Neighbouring results of a row, of one block of channels.
struct DepthwiseTile {
    /// The block within the first pixels of the rows that the window covers; null for one outside the image.
    const uint16_t *rows[most_kernel];
    /// How far it is to the next pixel.
    int64_t pixel;
    /// The first column that the window covers, which may be outside the image, and the columns that there are.
    int64_t column, width;
    const float *weights, *bias;
    /// A bit for each channel that there is.
    uint32_t channels;
    const DepthwiseFunctions *functions;
    /// 32 numbers for each result.
    uint16_t *results;
};

using DepthwiseKernel = void (*)(const DepthwiseTile &);

/// For 3 × 3 or 5 × 5 pixels, a stride of 1 or 2, and so many results. At an edge columns may be outside the image, and channels missing.
DepthwiseKernel depthwise_kernel(int64_t kernel, int64_t stride, int64_t pixels, bool is_at_edge);

} // namespace kernels
