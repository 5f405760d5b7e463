#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How much work is done for optical flow.
typedef struct {
    /// How often the planes are halved at most for the finest flow that is looked for; it is interpolated from there.
    int32_t finest_level;
    /// How far apart patches of 8 × 8 pixels are that are looked for.
    int32_t patch_step;
    /// Gauss-Newton steps for a patch.
    int32_t patch_iterations;
    /// How often the equations of the dense flow are made linear anew in each level, and how often they are then swept.
    int32_t refinements;
    int32_t sweeps;
} OpticalFlowEffort;

/// For each pixel of a plane, where another plane shows the same: columns to the right and rows down, one after the other.
///
/// Both planes have one size, 16 × 16 pixels at least. Returns 0, or -1 where there is no memory.
///
/// - flow: `floats_per_row` floats from row to row, at least twice the width.
int optical_flow_find(
    const GrayView *from, const GrayView *to, const OpticalFlowEffort *effort, float *flow, int64_t floats_per_row);

#ifdef __cplusplus
}
#endif
