#pragma once

#include "Attention.h"

#include <atomic>

// The vector loops of attention, for processors with vectors of different sizes.

namespace kernels {

/// The product of a tile of rows of `a` with columns of `b`, added to what `c` holds where `adds`. Strides are those of rows, in elements.
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

/// Rows of queries and of keys, of whole vectors of 16 numbers, whose products of all with all are scores. Strides are those of rows.
struct RowProducts {
    const float *queries;
    int64_t query_stride;
    const float *keys;
    int64_t key_stride, key_count;
    int64_t width;
    float *scores;
    int64_t score_stride;
};

/// The scores of a query for keys that follow each other.
struct ScoreRow {
    float *scores;
    int64_t count;
    /// What they are multiplied by first.
    float scale;
    onednn_mask mask_kind;
    /// Where the mask lies for the first of the keys.
    const void *mask;
    int64_t mask_stride;
    /// The highest score of the query so far, and the sum of the exponentials of what the others are below it.
    float highest;
    float total;
};

constexpr int most_tile_rows = 6;
constexpr int most_tile_vectors = 4;

/// The numbers of the longest vector.
constexpr int most_lanes = 16;

struct AttentionKernels {
    /// The numbers of a vector, and the vectors of the widest tile.
    int lanes, vectors;

    /// For one row and more, and one vector of columns and more.
    void (*tiles[most_tile_rows][most_tile_vectors])(const TileProduct &product);

    /// For as many queries, up to `vectors`, and keys that are not arranged.
    void (*row_products[most_tile_vectors])(const RowProducts &products);

    /// Scales and transposes `count` keys, `stride` apart, into panels as wide as the widest tile: for each number of a key, those of all
    /// keys of the panel. The last panel has as many vectors as its keys need, filled up with zeros.
    void (*arrange_keys)(const float *keys, int64_t stride, int64_t width, int64_t count, float scale, float *panels);

    /// Scales and masks scores and puts exponentials in their place, and zeros up to a whole vector. Returns what earlier exponentials are
    /// to be multiplied by.
    float (*soften)(ScoreRow &row);
};

/// Those for the longest vectors that this processor has.
const AttentionKernels &attention_kernels();

/// A product of so many rows with so many columns, at most those of the widest tile.
void multiply_tiles(const AttentionKernels &kernels, TileProduct product, int64_t rows, int64_t columns);

/// What the threads of one run share. They take units of the work until none is left.
template <typename Division, typename Scratch> struct AttentionRun {
    const onednn_attention &work;
    void *const *addresses;
    const AttentionKernels &kernels;
    Division division;
    Scratch scratch;
    std::atomic<int64_t> next{0};
};

} // namespace kernels
