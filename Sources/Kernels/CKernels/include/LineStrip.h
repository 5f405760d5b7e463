#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A rectangle in a plane, which may be rotated. Its first corner is (x, y), in pixels of the plane, where (0, 0) is the upper left corner of the
/// upper left pixel. From there, its sides are the vectors (across_x, across_y) and (down_x, down_y).
typedef struct {
    float x, y;
    float across_x, across_y;
    float down_x, down_y;
} LineStripPlace;

/// Writes the content of a rectangle, rotated upright, as `width` × `height` pixels. A rectangle with at most as many pixels in the plane
/// as in the output is interpolated by cubic convolution. A larger rectangle gives means of its pixels. Outside of the plane, the plane's
/// outermost pixels are repeated.
void line_strip_cut(
    const GrayView *plane, const LineStripPlace *place, uint8_t *output, int64_t bytes_per_row, int32_t width, int32_t height);

/// Stretches the contrast: the 2nd percentile of brightness becomes black and the 98th white. If most of the picture is dark, it is then inverted.
/// Returns whether it was inverted.
int line_strip_normalize(uint8_t *pixels, int64_t bytes_per_row, int32_t width, int32_t height);

/// An upright box, in pixels; (0, 0) is the corner of the top left pixel.
typedef struct {
    int32_t left, top, right, bottom;
} LineStripInk;

/// The bounding boxes of connected pixels darker than half, sorted by their left sides. Pixels that touch at corners are connected. Specks
/// of fewer than four pixels are left out.
///
/// `boxes` has room for `capacity` boxes. Returns the number of boxes that were found, even beyond `capacity`. Returns -1 if there is no
/// memory.
int32_t line_strip_ink(
    const uint8_t *pixels, int64_t bytes_per_row, int32_t width, int32_t height, LineStripInk *boxes, int32_t capacity);

#ifdef __cplusplus
}
#endif
