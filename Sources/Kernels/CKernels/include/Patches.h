#pragma once

#include "Pointwise.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An image in row-major order, [images, channels, height, width], to be cut into patches without overlaps or gaps. Rows and columns that fill no
/// patch are left out.
typedef struct {
    KernelElement source;
    int64_t images;
    int64_t channels;
    int64_t height;
    int64_t width;
    int64_t patch_height;
    int64_t patch_width;
} KernelPatches;

/// Rounds the numbers to bfloat16 and stores each patch contiguously. The order is [images, rows of patches, patches of a row, channels,
/// patch height, patch width]. Cannot fail.
void kernel_patches_run(const KernelPatches *work, const void *source, void *result, int threads);

#ifdef __cplusplus
}
#endif
