#pragma once

#include "COneDNN.h"

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

/// `softmax(scale · Q · Kᵀ + mask) · V` of float32 numbers for each index of a batch: queries [queries, width], keys [keys, width] and
/// values [keys, depth], each of them dense, as the result is. A query that may attend to nothing gives not-a-number.
typedef struct {
    int batch_rank;
    int64_t batch[ONEDNN_MAXIMUM_RANK];
    int64_t queries;
    int64_t keys;
    int64_t width;
    int64_t depth;
    float scale;
    onednn_mask mask;
    /// How far the operands move along each dimension of the batch, in elements: 0 where they repeat.
    int64_t query_strides[ONEDNN_MAXIMUM_RANK];
    int64_t key_strides[ONEDNN_MAXIMUM_RANK];
    int64_t value_strides[ONEDNN_MAXIMUM_RANK];
    int64_t mask_strides[ONEDNN_MAXIMUM_RANK];
    /// How far the mask moves from query to query, and from key to key.
    int64_t mask_query_stride;
    int64_t mask_key_stride;
} onednn_attention;

/// The bytes of scratch memory that a run on so many threads needs. They do not grow with the number of scores.
size_t onednn_attention_scratch(const onednn_attention *work, int threads);

/// `addresses` holds queries, keys, values, the result, the scratch memory and then the mask.
void onednn_attention_run(const onednn_attention *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
