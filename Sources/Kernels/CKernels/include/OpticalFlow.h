#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The effort for optical flow.
typedef struct {
    /// The finest level at which flow is computed: the maximum number of times that the planes are halved for it. The flow of this level is
    /// interpolated to the full size.
    int32_t finest_level;
    /// The distance between the patches of 8 × 8 pixels that are matched, in pixels.
    int32_t patch_step;
    /// The number of Gauss-Newton steps for a patch.
    int32_t patch_iterations;
    /// The number of times that the equations of the dense flow are linearised at each level, and the number of sweeps after each time.
    int32_t refinements;
    int32_t sweeps;
} OpticalFlowEffort;

/// Computes the displacement of each pixel from a plane to another plane: columns to the right and rows down, interleaved.
///
/// Both planes have the same size, at least 16 × 16 pixels. Returns 0, or -1 if there is no memory.
///
/// - flow: `floats_per_row` floats from row to row, at least twice the width.
int optical_flow_find(
    const GrayView *from, const GrayView *to, const OpticalFlowEffort *effort, float *flow, int64_t floats_per_row);

#ifdef __cplusplus
}
#endif
