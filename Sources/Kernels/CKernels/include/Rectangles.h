#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

// Points are in pixels, (0, 0) being the corner of the top left one.

typedef struct {
    /// The shorter side over the longer one.
    float minimum_aspect_ratio, maximum_aspect_ratio;
    /// How far a corner's angle may be from 90°, in degrees.
    float tolerance;
    /// The least length of the shorter side, in pixels.
    float minimum_side;
} RectangleSettings;

typedef struct {
    /// From the top left clockwise as the picture is seen.
    float x[4], y[4];
    /// How much of its sides shows as edges, from 0 to 1.
    float evidence;
    /// How sure it is that this is a separate rectangle, from 0 to 1: the evidence, which counts less for a small rectangle.
    float confidence;
} Quadrilateral;

/// Finds quadrilaterals with sides that lie on edges, the most certain first. Of quadrilaterals that are nearly the same, only one is kept. Returns
/// how many there are, at most `capacity`, or -1 where there is no memory.
int32_t rectangles_find(const GrayView *plane, RectangleSettings settings, Quadrilateral *found, int32_t capacity);

/// Moves the sides to the edges next to them.
///
/// `reach`: how far an edge may be from its side, in pixels.
void rectangles_refine(const GrayView *plane, Quadrilateral *quadrilateral, float reach);

/// The intersection over union of two quadrilaterals, from 0 to 1.
float rectangles_overlap(const Quadrilateral *one, const Quadrilateral *other);

/// Sets the pixels of a quadrilateral to 255 and others to 0. Pixels that a side goes through get a value in between.
void rectangles_fill(const Quadrilateral *quadrilateral, uint8_t *base, int64_t bytes_per_row, int32_t width, int32_t height);

/// A straight piece of an edge.
typedef struct {
    float x0, y0, x1, y1;
    /// The mean difference of brightness between the pixels beside it.
    float strength;
} EdgeSegment;

/// Finds the straight pieces of edges, the longest first. Returns how many there are, at most `capacity`, or -1 where there is no memory.
int32_t rectangles_segments(const GrayView *plane, float minimum_length, EdgeSegment *segments, int32_t capacity);

#ifdef __cplusplus
}
#endif
