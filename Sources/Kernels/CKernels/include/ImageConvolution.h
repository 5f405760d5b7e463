#pragma once

#include "Pointwise.h"

// The convolution of planar images with few channels, such as a network's input. The pixels under a window become a row of AMX factors as they are
// read from memory, without a separate pass over the image.

#ifdef __cplusplus
extern "C" {
#endif

/// A convolution of an image with few channels. The source is in row-major order, and the result is in channel-last layout. Source and weights are
/// rounded to bfloat16, and all sums are float32.
typedef struct {
    KernelElement source;
    KernelElement destination;
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
    /// The number of padding rows above an image, and of padding columns to its left.
    int64_t padding_top;
    int64_t padding_left;
    /// The weights as arranged by `kernel_image_convolution_weights`.
    const void *weights;
    /// The functions that are applied to the result, and the operations with tensors in the result's layout.
    int post_count;
    const KernelPointwisePost *posts;
} KernelImageConvolution;

/// Whether this processor has the kernel, and the kernel supports this number of channels, this window and these strides. The numbers under a window
/// must fit into a row of one register.
bool kernel_has_image_convolution(int64_t channels, int64_t kernel_height, int64_t kernel_width, int64_t stride_y, int64_t stride_x);

/// The number of outputs in a group, and of bfloat16 numbers in its arranged weights.
enum { KERNEL_IMAGE_GROUP = 16, KERNEL_IMAGE_GROUP_NUMBERS = 512 };

/// Arranges weights [outputs, channels, kernel height, kernel width] and the outputs' `bias` as bfloat16 numbers for whole groups of outputs. The
/// weights of each output are multiplied by its `scale`. `scale` and `bias` may be null.
void kernel_image_convolution_weights(
    int64_t channels, int64_t outputs, int64_t kernel_height, int64_t kernel_width, const float *weights, const float *scale,
    const float *bias, void *result);

/// The number of bytes of scratch memory that a run on `threads` threads needs.
size_t kernel_image_convolution_scratch(const KernelImageConvolution *work, int threads);

/// Runs the convolution. `addresses` has the source, the destination, the scratch memory and then the operands of the posts.
void kernel_image_convolution_run(const KernelImageConvolution *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
