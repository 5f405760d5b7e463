#pragma once

#include "Pointwise.h"

// A depthwise convolution and the pointwise one that alone reads it, in one pass: what the first makes of some rows of an image stays in
// the second cache until the second has read it.

#ifdef __cplusplus
extern "C" {
#endif

/// Images and both factors are bfloat16, all sums float32; the channels of a pixel lie together.
typedef struct {
    onednn_type destination;
    int64_t images;
    int64_t height;
    int64_t width;
    int64_t channels;
    int64_t result_height;
    int64_t result_width;
    int64_t outputs;
    /// Of the depthwise convolution, whose window is square.
    int64_t kernel;
    int64_t stride;
    /// Rows of zeros above an image, and columns of them to its left.
    int64_t padding_top;
    int64_t padding_left;
    /// As `onednn_depthwise_weights` arranges them, and a number for each channel that they have room for.
    const float *depthwise_weights;
    const float *depthwise_bias;
    /// Functions of what the depthwise convolution makes.
    int function_count;
    const onednn_pointwise_post *functions;
    /// As `onednn_depthwise_pointwise_weights` arranges them, and a number for each output that they have room for.
    const void *weights;
    const float *bias;
    /// Functions of the result, and operations with tensors that lie as it does.
    int post_count;
    const onednn_pointwise_post *posts;
} onednn_depthwise_pointwise;

/// The channels of a block and the outputs of a group, of which both weights have whole ones.
enum { ONEDNN_DEPTHWISE_BLOCK = 32, ONEDNN_POINTWISE_GROUP = 16 };

/// Whether this processor has the kernel, and it is made for such a window.
bool onednn_has_depthwise_pointwise(int64_t kernel, int64_t stride);

/// Arranges weights [channels, taps], each channel multiplied by its `scale` where that is not null, for a depthwise convolution.
void onednn_depthwise_weights(int64_t channels, int64_t taps, const float *weights, const float *scale, float *result);

/// Arranges weights [outputs, channels], each output multiplied by its `scale` where that is not null, as bfloat16 numbers for the
/// pointwise convolution.
void onednn_depthwise_pointwise_weights(int64_t channels, int64_t outputs, const float *weights, const float *scale, void *result);

/// The bytes of scratch memory that a run on so many threads needs.
size_t onednn_depthwise_pointwise_scratch(const onednn_depthwise_pointwise *work, int threads);

/// `addresses` holds the source, the destination, the scratch memory and then the operands that posts name.
void onednn_depthwise_pointwise_run(const onednn_depthwise_pointwise *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
