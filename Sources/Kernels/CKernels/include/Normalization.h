#pragma once

#include <KernelTypes.h>

// Normalisations of rows and channels, in vector loops like those of Pointwise.h.

#ifdef __cplusplus
extern "C" {
#endif

/// The normalisation `(x − mean) ÷ sqrt(variance + epsilon) · gamma + beta` of each row. `gamma` and `beta` may be null.
typedef struct {
    KernelElement source;
    KernelElement destination;
    int64_t rows;
    int64_t length;
    float epsilon;
    const float *gamma;
    const float *beta;
} KernelRowNormalization;

void kernel_row_normalization_run(const KernelRowNormalization *work, const void *source, void *destination, int threads);

/// The softmax of each row: `exp(x − max)` divided by the sum of these exponentials.
typedef struct {
    KernelElement source;
    KernelElement destination;
    int64_t rows;
    int64_t length;
} KernelRowSoftmax;

void kernel_row_softmax_run(const KernelRowSoftmax *work, const void *source, void *destination, int threads);

/// Normalises each channel of each image by its own mean and variance. Channels are planes (`block` 1), or interleaved in blocks of 8 or 16 and
/// padded with zeros. Gamma and beta have an element for every channel of every block.
typedef struct {
    KernelElement source;
    KernelElement destination;
    int64_t images;
    int64_t blocks;
    int64_t block;
    int64_t pixels;
    float epsilon;
    const float *gamma;
    const float *beta;
    /// The lower bound of results: 0 for a rectifier, and −∞ for none.
    float lowest;
} KernelChannelNormalization;

void kernel_channel_normalization_run(
    const KernelChannelNormalization *work, const void *source, void *destination, int threads);

#ifdef __cplusplus
}
#endif
