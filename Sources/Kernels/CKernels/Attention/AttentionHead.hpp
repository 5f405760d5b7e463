#pragma once

#include "Attention.h"
#include <Team.hpp>

namespace kernels {

/// The addresses of attention's operands and its result at one index of the batch.
struct AttentionHead {
    const char *queries, *keys, *values;
    char *results;
    /// The mask; null if there is none.
    const char *mask;
    int64_t mask_size;

    AttentionHead(const KernelAttention &work, void *const *addresses, int64_t index);

    /// The part of a query's mask that begins at a key.
    const char *mask_at(const KernelAttention &work, int64_t query, int64_t key) const {
        return mask ? mask + (query * work.mask_query_stride + key * work.mask_key_stride) * mask_size : nullptr;
    }
};

/// The number of indices of the batch.
inline int64_t attention_heads(const KernelAttention &work) {
    int64_t heads = 1;
    for (int axis = 0; axis < work.batch_rank; axis++) heads *= work.batch[axis];
    return heads;
}

/// Attention of bfloat16 operands, with AMX.
size_t matrix_attention_scratch(const KernelAttention &work, int threads);
void run_matrix_attention(const KernelAttention &work, void *const *addresses, int threads);

/// Attention of few float32 queries to keys and values that may be float16.
size_t few_queries_attention_scratch(const KernelAttention &work, int threads);
void run_few_queries_attention(const KernelAttention &work, void *const *addresses, int threads);

} // namespace kernels
