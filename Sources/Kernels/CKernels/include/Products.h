#pragma once

#include "Pointwise.h"

// Products of our own for processors with 512-bit vectors. Those of float32 numbers also run with 256-bit vectors. A tile of results is summed up in
// registers, changed by posts in the L1 cache, and stored once. The threads divide the rows, so that each thread later reads rows that it has written
// itself.

#ifdef __cplusplus
extern "C" {
#endif

/// The product `Y = X · Wᵀ + b` of dense rows with constant weights [outputs, inputs], followed by functions of the result. All sums are float32.
typedef struct {
    /// The element type of both factors, float32 or bfloat16.
    KernelElement source;
    KernelElement destination;
    int64_t rows;
    /// The number of inputs. For bfloat16 it must be even.
    int64_t inputs;
    /// The number of outputs, a multiple of 16.
    int64_t outputs;
    /// The weights as arranged by `kernel_row_product_weights`.
    const void *weights;
    const float *bias;
    /// The functions that are applied to the result, and the operations with tensors in the result's layout.
    int post_count;
    const KernelPointwisePost *posts;
} KernelRowProduct;

/// Whether this processor has the kernels for factors of type `source`, and the kernels support the numbers of inputs and outputs.
bool kernel_has_row_product(KernelElement source, int64_t inputs, int64_t outputs);

/// Arranges weights [outputs, inputs]. If `scale` is not null, each output is multiplied by its element of `scale`. The result has as many
/// elements as the weights.
void kernel_row_product_weights(
    KernelElement type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result);

/// Runs the product. `addresses` has the source, the destination and then the operands of the posts.
void kernel_row_product_run(const KernelRowProduct *work, void *const *addresses, int threads);

/// The strides of images with channels in groups of 16, or of 8 if vectors have 256 bits. They are the distances to the next image, row, pixel and
/// group, in elements.
typedef struct {
    int64_t image;
    int64_t row;
    int64_t pixel;
    int64_t group;
} KernelPixelStrides;

/// A convolution with constant 3 × 3 weights and a stride of 1, followed by functions of the result. It uses Winograd's F(2×2, 3×3), which needs 16
/// matrix products and not 36 as a direct convolution. All sums are float32.
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
    /// The weights as arranged by `kernel_winograd_convolution_weights`.
    const void *weights;
    const float *bias;
    /// The functions that are applied to the result, and the operations with tensors in the result's layout.
    int post_count;
    const KernelPointwisePost *posts;
} KernelWinogradConvolution;

/// Whether this processor has the kernels for factors of type `source`, and the kernels support the numbers of inputs and outputs.
bool kernel_has_winograd_convolution(KernelElement source, int64_t inputs, int64_t outputs);

/// Transforms weights [outputs, inputs, 3, 3]. If `scale` is not null, each output is multiplied by its element of `scale`. The result has
/// 16 elements of `type` for each input of each output.
void kernel_winograd_convolution_weights(
    KernelElement type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result);

/// The number of bytes of scratch memory that a run on `threads` threads needs.
size_t kernel_winograd_convolution_scratch(const KernelWinogradConvolution *work, int threads);

/// Runs the convolution. `addresses` has the source, the destination, the scratch memory and then the operands of the posts.
void kernel_winograd_convolution_run(const KernelWinogradConvolution *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
