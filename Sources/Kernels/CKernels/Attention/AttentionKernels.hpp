#pragma once

#include "Attention.h"

#include <atomic>

// The vector loops of attention, for processors with vectors of different sizes.

namespace kernels {

/// The product of a tile of rows of `a` and columns of `b`. The product is added to `c` if `adds`. If not, the product replaces `c`.
/// Strides are distances between rows, in elements.
struct TileProduct {
    const float *a;
    int64_t a_stride;
    const float *b;
    int64_t b_stride;
    float *c;
    int64_t c_stride;
    int64_t length;
    bool adds;
};

/// Rows of queries and of keys, each of whole vectors of 16 numbers. The scores are the dot products of every query with every key. Strides are
/// distances between rows.
struct RowProducts {
    const float *queries;
    int64_t query_stride;
    const float *keys;
    int64_t key_stride, key_count;
    int64_t width;
    float *scores;
    int64_t score_stride;
};

/// The scores of a query for consecutive keys.
struct ScoreRow {
    float *scores;
    int64_t count;
    /// The factor by which the scores are multiplied first.
    float scale;
    KernelMask mask_kind;
    /// The address of the mask for the first of the keys.
    const void *mask;
    int64_t mask_stride;
    /// The highest score of the query so far, and the sum of the exponentials of all scores minus the highest.
    float highest;
    float total;
};

constexpr int most_tile_rows = 6;
constexpr int most_tile_vectors = 4;

/// The number of elements in the longest vector.
constexpr int most_lanes = 16;

struct AttentionKernels {
    /// The number of elements in a vector, and the number of vectors in the widest tile.
    int lanes, vectors;

    /// The tile kernels by number of rows and by number of vectors of columns, from 1 on.
    void (*tiles[most_tile_rows][most_tile_vectors])(const TileProduct &product);

    /// The kernels that compute scores from unpacked keys. The element at index `n` computes `n` + 1 queries at a time.
    void (*row_products[most_tile_vectors])(const RowProducts &products);

    /// Scales `count` keys, `stride` apart, and transposes them into panels as wide as the widest tile. A row of a panel holds the same element of
    /// all its keys. The last panel has as many vectors as its keys need, padded with zeros.
    void (*arrange_keys)(const float *keys, int64_t stride, int64_t width, int64_t count, float scale, float *panels);

    /// Scales and masks the scores. Replaces them by exponentials, padded with zeros to a whole vector. Returns the factor for the sums of
    /// earlier exponentials, which belong to a lower maximum of the scores.
    float (*soften)(ScoreRow &row);
};

/// The kernels for the longest vectors that this processor has.
const AttentionKernels &attention_kernels();

/// Computes a product of `rows` rows and `columns` columns. There may be no more columns than the widest tile has.
void multiply_tiles(const AttentionKernels &kernels, TileProduct product, int64_t rows, int64_t columns);

/// The state that the threads of a run share. Each thread takes units of the work until none is left.
template <typename Division, typename Scratch> struct AttentionRun {
    const KernelAttention &work;
    void *const *addresses;
    const AttentionKernels &kernels;
    Division division;
    Scratch scratch;
    std::atomic<int64_t> next{0};
};

} // namespace kernels
