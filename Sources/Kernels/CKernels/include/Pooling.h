#pragma once

#include <KernelTypes.h>

// Pooling in vector loops of our own, for values whose channels are contiguous.

#ifdef __cplusplus
extern "C" {
#endif

/// Pooling of images of three dimensions: planes, rows and columns. Images of two dimensions have one plane, and images of one dimension also have
/// one row. The `channels` numbers of a pixel are contiguous, and so are the pixels. In channel-last layout, a pixel has all of the image's channels.
/// In a blocked layout, a pixel has the channels of one block, and each block counts as an image. Padding does not count for a maximum, and NaN is
/// the maximum of every window that contains it.
typedef struct {
    /// The element type of source and result, float32 or bfloat16.
    KernelElement type;
    KernelPoolingKind kind;
    int64_t images;
    int64_t channels;
    int64_t input[3];
    int64_t result[3];
    int64_t kernel[3];
    int64_t strides[3];
    int64_t padding_before[3];
} KernelChannelPooling;

/// Whether the kernels support a pooling. Its element type must be supported, and each window must cover at least one pixel and must not be too wide.
bool kernel_has_channel_pooling(const KernelChannelPooling *work);

void kernel_channel_pooling_run(const KernelChannelPooling *work, const void *source, void *destination, int threads);

#ifdef __cplusplus
}
#endif
