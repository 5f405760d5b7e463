#pragma once

#include <KernelTypes.h>

// Attention in one kernel, which never holds all of its scores.

#ifdef __cplusplus
extern "C" {
#endif

/// The effect of a mask on a score.
typedef enum {
    KernelMaskNone,
    /// The mask has a float32 number that is added to the score.
    KernelMaskAdded,
    /// The mask has a byte. A score is used only if the byte is not 0.
    KernelMaskKept,
} KernelMask;

/// `softmax(scale · Q · Kᵀ + mask) · V` for each index of a batch. Queries are [queries, width], keys [keys, width], and values [keys,
/// depth]. The numbers of each row are contiguous. A query that may attend to nothing gives NaN.
typedef struct {
    int batch_rank;
    int64_t batch[KERNEL_MAXIMUM_RANK];
    int64_t queries;
    int64_t keys;
    int64_t width;
    int64_t depth;
    float scale;
    KernelMask mask;
    /// The strides of the operands and the result along each dimension of the batch, in elements; 0 if they repeat.
    int64_t query_strides[KERNEL_MAXIMUM_RANK];
    int64_t key_strides[KERNEL_MAXIMUM_RANK];
    int64_t value_strides[KERNEL_MAXIMUM_RANK];
    int64_t result_strides[KERNEL_MAXIMUM_RANK];
    int64_t mask_strides[KERNEL_MAXIMUM_RANK];
    /// The strides of the operands and the result from row to row, in elements.
    int64_t query_row;
    int64_t key_row;
    int64_t value_row;
    int64_t result_row;
    /// The strides of the mask from query to query and from key to key.
    int64_t mask_query_stride;
    int64_t mask_key_stride;
    /// Whether queries, keys and values are bfloat16 numbers that AMX multiplies. `width` and `depth` must fit AMX. If false, queries are
    /// float32 numbers. Keys and values are then float16 numbers if `has_halves` is set, or else float32 numbers.
    bool uses_amx;
    /// Whether keys and values are float16 numbers. They need not be aligned. float16 is possible only for few queries, and without AMX.
    bool has_halves;
    /// The element type of the result. Without AMX it is float32.
    KernelElement result;
} KernelAttention;

/// Whether AMX can be used for queries and keys of the given width and values of the given depth.
bool kernel_attention_fits_amx(int64_t width, int64_t depth);

/// Whether there are so few queries that keys and values are best read in place. The count is the number of queries at one index of the
/// batch, times the sizes of some batch axes. These are the last axes, along which keys and values repeat. For example, several heads of
/// queries may share one head of keys.
bool kernel_attention_has_few_queries(const KernelAttention *work);

/// The number of bytes of scratch memory that a run on `threads` threads needs. It does not grow with the number of scores.
size_t kernel_attention_scratch(const KernelAttention *work, int threads);

/// Runs attention. `addresses` has the queries, the keys, the values, the result, the scratch memory and then the mask.
void kernel_attention_run(const KernelAttention *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
