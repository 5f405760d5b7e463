#pragma once

#include "Pointwise.h"

// Convolutions with a stride of 1 whose factors AMX registers read directly from the image. They need no code that is generated for each shape. For
// the small layers of a network, generating that code takes longer than thousands of runs.

#ifdef __cplusplus
extern "C" {
#endif

/// A convolution with AMX. The source is bfloat16. Source and result are in channel-last layout, and all sums are float32. All sizes must be at least
/// 1, and paddings at least 0.
typedef struct {
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
    /// The number of padding rows above an image, and of padding columns to its left.
    int64_t padding_top;
    int64_t padding_left;
    /// The weights as arranged by `kernel_tile_convolution_weights`.
    const void *weights;
    /// The bias for whole groups of outputs.
    const float *bias;
    /// The functions that are applied to the result, and the operations with tensors in the result's layout.
    int post_count;
    const KernelPointwisePost *posts;
} KernelTileConvolution;

/// The number of outputs in a group.
enum { KERNEL_TILE_GROUP = 16 };

/// Whether this processor has the kernel.
bool kernel_has_tile_convolution(void);

/// The number of bfloat16 numbers in a group's arranged weights.
int64_t kernel_tile_convolution_group_numbers(int64_t channels, int64_t kernel_height, int64_t kernel_width);

/// Arranges weights [outputs, channels, kernel height, kernel width] as bfloat16 numbers for whole groups of outputs. Each output is multiplied by
/// its `scale`, which may be null.
void kernel_tile_convolution_weights(
    int64_t channels, int64_t outputs, int64_t kernel_height, int64_t kernel_width, const float *weights, const float *scale, void *result);

/// The number of bytes of scratch memory that a run on `threads` threads needs.
size_t kernel_tile_convolution_scratch(const KernelTileConvolution *work, int threads);

/// Runs the convolution. `addresses` has the source, the destination, the scratch memory, the weights, the bias and then the operands of the posts.
void kernel_tile_convolution_run(const KernelTileConvolution *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
