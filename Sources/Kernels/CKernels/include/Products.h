#pragma once

#include "Pointwise.h"

// Products of our own for processors with 512-bit vectors, in float32 also with 256-bit vectors. A tile of results is summed up in registers, changed
// by posts in the L1 cache, and stored once. The threads divide the rows, so that a thread reads next what it has written itself.

#ifdef __cplusplus
extern "C" {
#endif

/// `Y = X · Wᵀ + b` of dense rows, with constant weights [outputs, inputs], and functions of the result. All sums are in float32.
typedef struct {
    /// The element type of both factors, float32 or bfloat16.
    KernelElement source;
    KernelElement destination;
    int64_t rows;
    /// Even for bfloat16.
    int64_t inputs;
    /// A multiple of 16.
    int64_t outputs;
    /// The weights as `kernel_row_product_weights` arranges them.
    const void *weights;
    const float *bias;
    /// Functions, and operations with tensors that lie as the result does.
    int post_count;
    const KernelPointwisePost *posts;
} KernelRowProduct;

/// Whether this processor has these kernels for factors of type `source`, and they support these numbers of inputs and outputs.
bool kernel_has_row_product(KernelElement source, int64_t inputs, int64_t outputs);

/// Arranges weights [outputs, inputs]. Each output is multiplied by its `scale` unless that is null. The result has as many elements.
void kernel_row_product_weights(
    KernelElement type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result);

/// `addresses` holds the source, the destination and then the operands that posts name.
void kernel_row_product_run(const KernelRowProduct *work, void *const *addresses, int threads);

/// The strides of images with channels in groups of 16, or of 8 where vectors have 256 bits. They are the distances, in elements, to the next image,
/// row, pixel and group.
typedef struct {
    int64_t image;
    int64_t row;
    int64_t pixel;
    int64_t group;
} KernelPixelStrides;

/// A convolution with constant 3 × 3 weights and a stride of 1, and functions of the result, by Winograd's F(2×2, 3×3). It takes 16 matrix products
/// where a direct convolution takes 36. All sums are in float32.
typedef struct {
    /// The element type of the images and of both factors, float32 or bfloat16.
    KernelElement source;
    KernelElement destination;
    int64_t images;
    int64_t height;
    int64_t width;
    int64_t inputs;
    int64_t result_height;
    int64_t result_width;
    int64_t outputs;
    /// The number of padding rows above an image, and of padding columns to its left.
    int64_t padding_top;
    int64_t padding_left;
    KernelPixelStrides source_strides;
    KernelPixelStrides destination_strides;
    /// The weights as `kernel_winograd_convolution_weights` arranges them.
    const void *weights;
    const float *bias;
    /// Functions, and operations with tensors that lie as the result does.
    int post_count;
    const KernelPointwisePost *posts;
} KernelWinogradConvolution;

/// Whether this processor has these kernels for factors of type `source`, and they support these numbers of inputs and outputs.
bool kernel_has_winograd_convolution(KernelElement source, int64_t inputs, int64_t outputs);

/// Transforms weights [outputs, inputs, 3, 3]. Each output is multiplied by its `scale` unless that is null. The result has 16 elements of `type` for
/// each input of each output.
void kernel_winograd_convolution_weights(
    KernelElement type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result);

/// The number of bytes of scratch memory that a run on `threads` threads needs.
size_t kernel_winograd_convolution_scratch(const KernelWinogradConvolution *work, int threads);

/// `addresses` holds the source, the destination, the scratch memory and then the operands that posts name.
void kernel_winograd_convolution_run(const KernelWinogradConvolution *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
