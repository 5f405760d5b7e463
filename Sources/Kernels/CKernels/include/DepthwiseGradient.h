#pragma once

#include <KernelTypes.h>

// The gradients of a depthwise convolution's weights. oneDNN has fast kernels for windows of three columns only.

#ifdef __cplusplus
extern "C" {
#endif

/// A depthwise convolution of images of two dimensions, rows and columns. Values are float32 in blocks of 16 channels: [images, blocks, rows,
/// columns, 16]. The last block is padded with channels that are ignored.
typedef struct {
    int64_t images;
    int64_t channels;
    int64_t input[2];
    int64_t result[2];
    int64_t kernel[2];
    int64_t strides[2];
    int64_t dilations[2];
    int64_t padding_before[2];
} KernelDepthwiseGradient;

/// Whether the kernel supports a convolution on this processor. It needs 512-bit vectors.
bool kernel_has_depthwise_gradient(const KernelDepthwiseGradient *work);

/// Computes the gradients of the weights, [channels, kernel rows, kernel columns], and of the bias. `bias_gradient` may be null. The results do not
/// depend on the number of threads.
void kernel_depthwise_gradient_run(
    const KernelDepthwiseGradient *work, const float *source, const float *result_gradient, float *weights_gradient, float *bias_gradient,
    int threads);

#ifdef __cplusplus
}
#endif
