#pragma once

#include "Pointwise.h"

// The convolution of images of few channels that lie channel after channel, as a network's input does. The pixels under a window become
// a row of factors of AMX on the way from memory, without a pass over the image before.

#ifdef __cplusplus
extern "C" {
#endif

/// The source is in row-major order. It and the weights are rounded to bfloat16, all sums are float32; the channels of a result's pixel lie
/// together.
typedef struct {
    onednn_type source;
    onednn_type destination;
    int64_t images;
    int64_t channels;
    int64_t height;
    int64_t width;
    int64_t outputs;
    int64_t result_height;
    int64_t result_width;
    int64_t kernel_height;
    int64_t kernel_width;
    int64_t stride_y;
    int64_t stride_x;
    /// Rows of zeros above an image, and columns of them to its left.
    int64_t padding_top;
    int64_t padding_left;
    /// As `onednn_image_convolution_weights` arranges them.
    const void *weights;
    /// Functions of the result, and operations with tensors that lie as it does.
    int post_count;
    const onednn_pointwise_post *posts;
} onednn_image_convolution;

/// Whether this processor has the kernel, and it is made for so many channels, such a window and such steps: the numbers under a window
/// are a row of one register.
bool onednn_has_image_convolution(int64_t channels, int64_t kernel_height, int64_t kernel_width, int64_t stride_y, int64_t stride_x);

/// The outputs of a group, and the bfloat16 numbers that its arranged weights have.
enum { ONEDNN_IMAGE_GROUP = 16, ONEDNN_IMAGE_GROUP_NUMBERS = 512 };

/// Arranges weights [outputs, channels, kernel height, kernel width], each output multiplied by its `scale`, and the outputs' `bias`, as
/// bfloat16 numbers for whole groups of outputs. Both may be null.
void onednn_image_convolution_weights(
    int64_t channels, int64_t outputs, int64_t kernel_height, int64_t kernel_width, const float *weights, const float *scale,
    const float *bias, void *result);

/// The bytes of scratch memory that a run on so many threads needs.
size_t onednn_image_convolution_scratch(const onednn_image_convolution *work, int threads);

/// `addresses` holds the source, the destination, the scratch memory and then the operands that posts name.
void onednn_image_convolution_run(const onednn_image_convolution *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
