#pragma once

#include <COneDNN.h>

// Pooling in vector loops of our own, for values whose channels lie together.

#ifdef __cplusplus
extern "C" {
#endif

/// Pooling of images of three dimensions: planes, rows and columns. Those of fewer have one plane, or one row. The numbers that a pixel has
/// for `channels` lie together, pixel after pixel: all of an image where channels come last, or those of one block, which then counts as an
/// image. Pixels beside the image don't count for a maximum, and not-a-number is the maximum of every window that has it.
typedef struct {
    /// The element type of source and result, float32 or bfloat16.
    onednn_type type;
    onednn_pooling_kind kind;
    int64_t images;
    int64_t channels;
    int64_t input[3];
    int64_t result[3];
    int64_t kernel[3];
    int64_t strides[3];
    int64_t padding_before[3];
} onednn_channel_pooling;

/// Whether the kernels are made for such a pooling: of numbers of those types, with windows that are not too wide and each have a pixel.
bool onednn_has_channel_pooling(const onednn_channel_pooling *work);

void onednn_channel_pooling_run(const onednn_channel_pooling *work, const void *source, void *destination, int threads);

#ifdef __cplusplus
}
#endif
