#pragma once

#include "Pointwise.h"

// Products of our own for processors with vectors of 512 bits, in float32 also of 256. A tile of results is summed up in registers, changed
// by posts while it is in the nearest cache, and stored once; the threads divide the rows, so that what a thread reads next it has written
// itself.

#ifdef __cplusplus
extern "C" {
#endif

/// `Y = X · Wᵀ + b` of dense rows, with constant weights [outputs, inputs], and functions of the result. All sums are in float32.
typedef struct {
    /// The element type of both factors, float32 or bfloat16.
    onednn_type source;
    onednn_type destination;
    int64_t rows;
    /// Even for bfloat16.
    int64_t inputs;
    /// A multiple of 16.
    int64_t outputs;
    /// As `onednn_row_product_weights` arranges them.
    const void *weights;
    const float *bias;
    /// Functions, and operations with tensors that lie as the result does.
    int post_count;
    const onednn_pointwise_post *posts;
} onednn_row_product;

/// Whether this processor has these kernels for factors of that type, and they are made for so many inputs and outputs.
bool onednn_has_row_product(onednn_type source, int64_t inputs, int64_t outputs);

/// Arranges weights [outputs, inputs], each output multiplied by its `scale` where that is not null. The result has as many elements.
void onednn_row_product_weights(
    onednn_type type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result);

/// `addresses` holds the source, the destination and then the operands that posts name.
void onednn_row_product_run(const onednn_row_product *work, void *const *addresses, int threads);

/// Where the elements of images lie whose channels come in groups of 16, or of 8 where vectors have 256 bits: how far it is, in elements,
/// to the next image, row, pixel and group.
typedef struct {
    int64_t image;
    int64_t row;
    int64_t pixel;
    int64_t group;
} onednn_pixel_strides;

/// A convolution with constant 3 × 3 weights that moves by one pixel, and functions of the result, by Winograd's F(2×2, 3×3): 16 products
/// of matrices for what takes 36 otherwise. All sums are in float32.
typedef struct {
    /// The element type of the images and of both factors, float32 or bfloat16.
    onednn_type source;
    onednn_type destination;
    int64_t images;
    int64_t height;
    int64_t width;
    int64_t inputs;
    int64_t result_height;
    int64_t result_width;
    int64_t outputs;
    /// Rows of zeros above an image, and columns of them to its left.
    int64_t padding_top;
    int64_t padding_left;
    onednn_pixel_strides source_strides;
    onednn_pixel_strides destination_strides;
    /// As `onednn_winograd_convolution_weights` arranges them.
    const void *weights;
    const float *bias;
    /// Functions, and operations with tensors that lie as the result does.
    int post_count;
    const onednn_pointwise_post *posts;
} onednn_winograd_convolution;

/// Whether this processor has these kernels for factors of that type, and they are made for so many inputs and outputs.
bool onednn_has_winograd_convolution(onednn_type source, int64_t inputs, int64_t outputs);

/// Transforms weights [outputs, inputs, 3, 3], each output multiplied by its `scale` where that is not null. The result has 16 elements
/// of `type` for each input of each output.
void onednn_winograd_convolution_weights(
    onednn_type type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result);

/// The bytes of scratch memory that a run on so many threads needs.
size_t onednn_winograd_convolution_scratch(const onednn_winograd_convolution *work, int threads);

/// `addresses` holds the source, the destination, the scratch memory and then the operands that posts name.
void onednn_winograd_convolution_run(const onednn_winograd_convolution *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
