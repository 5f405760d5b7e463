#pragma once

#include "Pointwise.h"

// Convolutions by one pixel whose factors the registers of AMX read from the image as it lies. Without code that is generated
// for each shape, which for the small layers of a network takes longer than thousands of runs.

#ifdef __cplusplus
extern "C" {
#endif

/// The source is bfloat16. Its channels and the result's come last; all sums are float32. All measures are 1 at least, paddings 0.
typedef struct {
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
    /// Rows of zeros above an image, and columns of them to its left.
    int64_t padding_top;
    int64_t padding_left;
    /// As `onednn_tile_convolution_weights` arranges them.
    const void *weights;
    /// For whole groups of outputs.
    const float *bias;
    /// Functions of the result, and operations with tensors that lie as it does.
    int post_count;
    const onednn_pointwise_post *posts;
} onednn_tile_convolution;

/// The outputs of a group.
enum { ONEDNN_TILE_GROUP = 16 };

/// Whether this processor has the kernel.
bool onednn_has_tile_convolution(void);

/// The bfloat16 numbers that a group's arranged weights have.
int64_t onednn_tile_convolution_group_numbers(int64_t channels, int64_t kernel_height, int64_t kernel_width);

/// Arranges weights [outputs, channels, kernel height, kernel width], each output multiplied by its `scale`, which may be null, as bfloat16
/// numbers for whole groups of outputs.
void onednn_tile_convolution_weights(
    int64_t channels, int64_t outputs, int64_t kernel_height, int64_t kernel_width, const float *weights, const float *scale, void *result);

/// The bytes of scratch memory that a run on so many threads needs.
size_t onednn_tile_convolution_scratch(const onednn_tile_convolution *work, int threads);

/// `addresses` holds the source, the destination, the scratch memory, weights, bias and then the operands that posts name.
void onednn_tile_convolution_run(const onednn_tile_convolution *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
