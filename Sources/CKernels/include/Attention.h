#pragma once

#include <COneDNN.h>

// Attention in one kernel, which never holds all of its scores.

#ifdef __cplusplus
extern "C" {
#endif

/// What a mask does to a score.
typedef enum {
    ONEDNN_MASK_NONE,
    /// It is a float32 number that is added.
    ONEDNN_MASK_ADDED,
    /// It is a byte, and the score counts where that is not 0.
    ONEDNN_MASK_KEPT,
} onednn_mask;

/// `softmax(scale · Q · Kᵀ + mask) · V` for each index of a batch: queries [queries, width], keys [keys, width] and values [keys, depth],
/// the numbers of each of whose rows lie together. A query that may attend to nothing gives not-a-number.
typedef struct {
    int batch_rank;
    int64_t batch[ONEDNN_MAXIMUM_RANK];
    int64_t queries;
    int64_t keys;
    int64_t width;
    int64_t depth;
    float scale;
    onednn_mask mask;
    /// How far the operands and the result move along each dimension of the batch, in elements: 0 where they repeat.
    int64_t query_strides[ONEDNN_MAXIMUM_RANK];
    int64_t key_strides[ONEDNN_MAXIMUM_RANK];
    int64_t value_strides[ONEDNN_MAXIMUM_RANK];
    int64_t result_strides[ONEDNN_MAXIMUM_RANK];
    int64_t mask_strides[ONEDNN_MAXIMUM_RANK];
    /// How far they move from row to row.
    int64_t query_row;
    int64_t key_row;
    int64_t value_row;
    int64_t result_row;
    /// How far the mask moves from query to query, and from key to key.
    int64_t mask_query_stride;
    int64_t mask_key_stride;
    /// Queries, keys and values are bfloat16 numbers, whose products AMX computes, where `width` and `depth` have the form for
    /// it. Otherwise queries are float32 numbers, and keys and values too, but for those of `has_halves`.
    bool uses_amx;
    /// Keys and values are float16 numbers, which may lie at any address. Only for few queries, and without AMX.
    bool has_halves;
    /// The result's numbers, which are float32 without AMX.
    onednn_type result;
} onednn_attention;

/// Whether queries and keys of this width and values of this depth have the form for AMX.
bool onednn_attention_fits_amx(int64_t width, int64_t depth);

/// Whether the queries that read the same keys and values are few, so that those are read where they lie: the queries of one index of the
/// batch, and of the last axes of the batch along which keys and values repeat, as where several heads of queries share one of keys.
bool onednn_attention_has_few_queries(const onednn_attention *work);

/// The bytes of scratch memory that a run on so many threads needs. They do not grow with the number of scores.
size_t onednn_attention_scratch(const onednn_attention *work, int threads);

/// `addresses` holds queries, keys, values, the result, the scratch memory and then the mask.
void onednn_attention_run(const onednn_attention *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
