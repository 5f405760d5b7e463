#pragma once

#include "DepthwiseTiles.hpp"
#include "AMX.hpp"

#include <cstdint>

// What becomes of the sums that registers of AMX are stored in: posts are applied, and the results go where channels come last.

namespace kernels {

/// Where results go, and their posts: some in passes of their own over the sums of a part, and a last addition and limits as it is stored.
struct TileResults : Limits {
    onednn_type type;
    int64_t outputs;
    void *const *addresses;
    const onednn_pointwise_post *posts;
    int count;
    /// Lies as the results do, and is of their type.
    const void *added = nullptr;
    /// For whole groups of outputs; null where the sums have it.
    const float *bias;

    /// `addresses` holds the destination in the second place, and the operands that posts name.
    TileResults(
        onednn_type type, int64_t outputs, int post_count, const onednn_pointwise_post *posts, void *const *addresses,
        const float *bias = nullptr);
};

/// Pixels and groups of outputs whose sums are at hand: for each pixel 16 sums of each group.
struct TilePart {
    int64_t pixel, pixels, group, groups;
};

/// The sums of four registers.
constexpr int64_t most_sums_of_part = 4 * register_rows * register_sums;

/// Adds the bias, applies the posts and stores the results.
void finish_part(const TileResults &results, const TilePart &part, float *sums);

} // namespace kernels
