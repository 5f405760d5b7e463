#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

// Points are in pixels. (0, 0) is the corner of the top left pixel.

typedef struct {
    /// The limits of the aspect ratio: the shorter side divided by the longer side.
    float minimum_aspect_ratio, maximum_aspect_ratio;
    /// The greatest deviation of a corner's angle from 90°, in degrees.
    float tolerance;
    /// The least length of the shorter side, in pixels.
    float minimum_side;
} RectangleSettings;

typedef struct {
    /// The corners from the top left, clockwise in the picture.
    float x[4], y[4];
    /// The fraction of the sides that lies on edges, from 0 to 1.
    float evidence;
    /// The confidence that this is a separate rectangle, from 0 to 1. It is the evidence, reduced for a small rectangle.
    float confidence;
} Quadrilateral;

/// Finds quadrilaterals whose sides lie on edges, the most certain first. If several are nearly the same, only one of them is kept. Returns their
/// number, at most `capacity`, or -1 if there is no memory.
int32_t rectangles_find(const GrayView *plane, RectangleSettings settings, Quadrilateral *found, int32_t capacity);

/// Moves the sides to the nearest edges.
///
/// `reach`: the greatest distance of an edge from its side, in pixels.
void rectangles_refine(const GrayView *plane, Quadrilateral *quadrilateral, float reach);

/// The intersection over union of two quadrilaterals, from 0 to 1.
float rectangles_overlap(const Quadrilateral *one, const Quadrilateral *other);

/// Sets the pixels inside a quadrilateral to 255, and all others to 0. Pixels that a side crosses get a value in between.
void rectangles_fill(const Quadrilateral *quadrilateral, uint8_t *base, int64_t bytes_per_row, int32_t width, int32_t height);

/// A straight piece of an edge.
typedef struct {
    float x0, y0, x1, y1;
    /// The mean difference in brightness between the pixels on both sides.
    float strength;
} EdgeSegment;

/// Finds the straight pieces of edges, the longest first. Returns their number, at most `capacity`, or -1 if there is no memory.
int32_t rectangles_segments(const GrayView *plane, float minimum_length, EdgeSegment *segments, int32_t capacity);

#ifdef __cplusplus
}
#endif
