#pragma once

#include "GrayView.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A rectangle in a plane, turned or not. Its first corner is (x, y), in pixels of the plane, (0, 0) being the corner of the top left one;
/// its sides go by (across_x, across_y) and (down_x, down_y) from there.
typedef struct {
    float x, y;
    float across_x, across_y;
    float down_x, down_y;
} LineStripPlace;

/// Writes what a rectangle shows, upright, as `width` × `height` pixels: between the plane's by cubic convolution where they are as many or
/// more, and means of the plane's where they are fewer. Outside of the plane its outermost pixels go on.
void line_strip_cut(
    const GrayView *plane, const LineStripPlace *place, uint8_t *output, int64_t bytes_per_row, int32_t width, int32_t height);

/// Makes all but the fiftieth part of the darkest pixels and that of the lightest go from black to white, and, where most is dark, light
/// for dark. Returns whether it was.
int line_strip_normalize(uint8_t *pixels, int64_t bytes_per_row, int32_t width, int32_t height);

/// An upright box, in pixels; (0, 0) is the corner of the top left one.
typedef struct {
    int32_t left, top, right, bottom;
} LineStripInk;

/// The boxes of pixels darker than half that hang together, also at corners, by their left sides; specks of fewer than four pixels are left
/// out.
///
/// `boxes` has room for `capacity` of them. Returns how many there are, which may be more, or -1 where there is no memory.
int32_t line_strip_ink(
    const uint8_t *pixels, int64_t bytes_per_row, int32_t width, int32_t height, LineStripInk *boxes, int32_t capacity);

#ifdef __cplusplus
}
#endif
