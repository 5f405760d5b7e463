#pragma once

#include "DepthwiseTiles.hpp"
#include "AMX.hpp"

#include <cstdint>

// Finishes sums that were stored from AMX registers: applies posts, and stores the results in channel-last layout.

namespace kernels {

/// The destination of results, and the operations (posts) that are applied to them. An addition and limits at the end of the posts are applied while
/// the results are stored. The other posts are separate passes over the sums.
struct TileResults : Limits {
    KernelElement type;
    int64_t outputs;
    void *const *addresses;
    const KernelPointwisePost *posts;
    int count;
    /// A tensor that is added to the results, of the same layout and type; null if there is none.
    const void *added = nullptr;
    /// The bias for whole groups of outputs; null if the sums already include it.
    const float *bias;

    /// The second of `addresses` is the destination. The operands to which posts refer are among `addresses`, too.
    TileResults(
        KernelElement type, int64_t outputs, int post_count, const KernelPointwisePost *posts, void *const *addresses,
        const float *bias = nullptr);
};

/// A part of the results whose sums have been computed: some pixels and groups of outputs. Each pixel has 16 sums for each group.
struct TilePart {
    int64_t pixel, pixels, group, groups;
};

/// The maximum number of sums in a part: the sums of four registers.
constexpr int64_t most_sums_of_part = 4 * register_rows * register_sums;

/// Adds the bias, applies the posts and stores the results.
void finish_part(const TileResults &results, const TilePart &part, float *sums);

} // namespace kernels
