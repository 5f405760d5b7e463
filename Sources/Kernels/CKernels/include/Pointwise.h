#pragma once

#include <KernelTypes.h>

// Functions of every element. They are compiled for several instruction sets, and the best set that the processor has is used. Elements are float32
// or bfloat16 in memory and float32 in between. None of these functions can fail.

#ifdef __cplusplus
extern "C" {
#endif

/// An operation on every element: a function of the element, or an operation with the corresponding element of another tensor.
typedef struct {
    bool is_binary;
    /// A `KernelFunction` or a `KernelOperation`.
    int algorithm;
    float alpha;
    float beta;
    /// The index of the other tensor among the addresses.
    int operand;
    KernelElement type;
    /// The strides of the other tensor along each outer dimension, in elements.
    int64_t strides[KERNEL_MAXIMUM_RANK];
    /// The number of elements of a row after which the other tensor repeats itself. It is 1 for a single number, and the row's length for a
    /// whole row.
    int64_t period;
} KernelPointwisePost;

/// Pointwise operations on rows of `length` elements. The rows are contiguous in memory, in the order of the outer dimensions.
typedef struct {
    KernelElement source;
    KernelElement destination;
    int outer_rank;
    int64_t outer[KERNEL_MAXIMUM_RANK];
    int64_t length;
    int post_count;
    const KernelPointwisePost *posts;
    /// The axis that counts the blocks of channels; −1 if the last block is not padded. In rows with the last index along this axis, only
    /// the first `block_used` elements of each `block` are used. The other elements are zeros.
    int block_axis;
    int64_t block;
    int64_t block_used;
} KernelPointwise;

enum {
    /// The maximum period of a post whose period is shorter than a row. A period as long as the row may have any length.
    KERNEL_POINTWISE_TILE = 512,
    /// The maximum number of posts in one run.
    KERNEL_MAXIMUM_POSTS = 32,
};

/// Runs the operations. `addresses` has the source, the destination and then the operands of the posts.
void kernel_pointwise_run(const KernelPointwise *work, void *const *addresses, int threads);

/// Applies a `KernelFunction` to `count` numbers in place, on this thread.
void kernel_function_run(int algorithm, float alpha, float beta, float *values, int64_t count);

/// Applies a `KernelOperation` with `others` to `count` numbers in place, on this thread.
void kernel_combine_run(int algorithm, float *values, const float *others, int64_t count);

/// Widens `count` float16 numbers, which may lie at any address.
void kernel_widen_float16(const void *source, float *destination, size_t count);

#ifdef __cplusplus
}
#endif
