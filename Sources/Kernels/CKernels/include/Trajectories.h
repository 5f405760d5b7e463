#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

// Moving objects in front of a static scene. Planes have 3 × 3 pixels at least and 4096 × 4096 at most.

/// A connected group of pixels that differ from the scene. Coordinates are in pixels, with the origin at the top left.
typedef struct {
    /// The centroid, weighted by contrast; the middle of the first pixel is (0.5, 0.5).
    float x, y;
    /// The radius of the circle around the group's box.
    float radius;
    int32_t area;
    /// Whether the group touches the plane's border and may continue beyond it.
    int32_t is_cut;
    /// Whether the group lies within a few pixels of a much larger group, and may be a piece of that group.
    int32_t is_fragment;
} TrajectoryBlob;

/// A background model of the scene, with values for each pixel. Its rows have no gaps.
typedef struct {
    /// The scene's luminance in 64ths of a step.
    int16_t *luminance;
    /// The usual deviation of the smoothed luminance at each pixel, in 72nds of a step of luminance.
    int16_t *deviation;
} TrajectoryScene;

/// Initialises the scene with a plane.
void trajectories_begin(const GrayView *plane, TrajectoryScene scene);

/// Finds regions of a plane that differ from the scene. The scene then learns from the plane.
///
/// A change of brightness that all pixels have in common is not counted as a difference. Deviations within the camera's noise, or within
/// the usual deviation of the scene at that place, are not counted either. If over a third of the plane differs, nothing is found. The
/// plane then becomes the scene.
///
/// - frame: the number of planes that the scene has learnt from. It decides how fast the scene learns.
/// - blobs: the largest groups of at least `smallest_area` pixels, at most `capacity`, in no particular order.
///
/// Returns the number of blobs, or -1 if there is no memory.
int trajectories_blobs(
    const GrayView *plane, TrajectoryScene scene, int32_t frame, int32_t smallest_area, TrajectoryBlob *blobs, int32_t capacity);

#ifdef __cplusplus
}
#endif
