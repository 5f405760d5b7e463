#pragma once

#include "Pointwise.h"

// A depthwise convolution and the pointwise convolution that reads its result, in one pass. Nothing else may read that result. The depthwise results
// of some rows of an image stay in the L2 cache until the pointwise convolution has read them.

#ifdef __cplusplus
extern "C" {
#endif

/// A depthwise convolution followed by a pointwise convolution. Images are in channel-last layout. Images and both kinds of factors are bfloat16, and
/// all sums are float32.
typedef struct {
    KernelElement destination;
    int64_t images;
    int64_t height;
    int64_t width;
    int64_t channels;
    int64_t result_height;
    int64_t result_width;
    int64_t outputs;
    /// The side of the depthwise convolution's window, which is square.
    int64_t kernel;
    int64_t stride;
    /// The number of padding rows above an image, and of padding columns to its left.
    int64_t padding_top;
    int64_t padding_left;
    /// The weights as arranged by `kernel_depthwise_weights`, and a bias for each of their channels, including padding.
    const float *depthwise_weights;
    const float *depthwise_bias;
    /// The functions that are applied to the results of the depthwise convolution.
    int function_count;
    const KernelPointwisePost *functions;
    /// The weights as arranged by `kernel_depthwise_pointwise_weights`, and a bias for each of their outputs, including padding.
    const void *weights;
    const float *bias;
    /// The functions that are applied to the result, and the operations with tensors in the result's layout.
    int post_count;
    const KernelPointwisePost *posts;
} KernelDepthwisePointwise;

/// The number of channels in a block, and of outputs in a group. Arranged weights consist of whole blocks and groups.
enum { KERNEL_DEPTHWISE_BLOCK = 32, KERNEL_POINTWISE_GROUP = 16 };

/// Whether this processor has the kernel and the kernel supports this window and stride.
bool kernel_has_depthwise_pointwise(int64_t kernel, int64_t stride);

/// Arranges weights [channels, taps] for a depthwise convolution. If `scale` is not null, each channel is multiplied by its element of
/// `scale`.
void kernel_depthwise_weights(int64_t channels, int64_t taps, const float *weights, const float *scale, float *result);

/// Arranges weights [outputs, channels] as bfloat16 numbers for the pointwise convolution. If `scale` is not null, each output is
/// multiplied by its element of `scale`.
void kernel_depthwise_pointwise_weights(int64_t channels, int64_t outputs, const float *weights, const float *scale, void *result);

/// The number of bytes of scratch memory that a run on `threads` threads needs.
size_t kernel_depthwise_pointwise_scratch(const KernelDepthwisePointwise *work, int threads);

/// Runs the convolutions. `addresses` has the source, the destination, the scratch memory and then the operands of the posts.
void kernel_depthwise_pointwise_run(const KernelDepthwisePointwise *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
