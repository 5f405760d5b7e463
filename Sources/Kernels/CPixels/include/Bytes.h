#pragma once

#include <stddef.h>
#include <stdint.h>

#include "Blends.h"
#include "Pixels.h"

// Loops over pixels of red, green, blue and alpha, a byte each, premultiplied.

#ifdef __cplusplus
extern "C" {
#endif

/// The pixels that a loop accepts.
typedef enum {
    /// All pixels. Pixels with an alpha of 0 become transparent black.
    pixels_any,
    /// Only opaque pixels.
    pixels_opaque
} PixelsTaken;

/// Converts pixels from the given order of components to red, green, blue and alpha. Returns 0 if a pixel is not accepted, or else 1.
int bytes_from_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count);

/// Converts pixels of red, green, blue and alpha to the given order of four components. Returns 0 if a pixel is not accepted, or else 1.
int bytes_to_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count);

/// Whether pixels of red, green, blue and alpha can be used unchanged. With `pixels_opaque`, all must be opaque. With `pixels_any`, pixels with an
/// alpha of 0 must be transparent black.
int bytes_are_taken(const uint8_t *pixels, PixelsTaken taken, size_t count);

/// Replaces the components of opaque pixels by the entries of a table: 256 for red, then 256 for green, then 256 for blue. Transparent
/// black pixels stay unchanged. Returns 0 if there is any other pixel, or else 1.
int bytes_map(uint8_t *pixels, const uint8_t *table, size_t count);

/// Computes a median filter for two rows, component by component, over the 3 × 3 pixels around each pixel. `rows` has four rows: the row above the
/// targets, the two rows of the targets, and the row below.
void bytes_medians(const uint8_t *const *rows, uint8_t *target, uint8_t *next, size_t count);

/// Sets each component of the pixels to the maximum, or the minimum, over several rows. `target` may be one of the rows.
void bytes_extremes(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, size_t count);

/// Computes the extremes of two groups of rows, as `bytes_extremes` does for one. `rows` has `row_count` + 1 rows: `target` gets the extremes of all
/// but the last, and `next` those of all but the first.
void bytes_extremes_of_two(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, uint8_t *next, size_t count);

/// The rules of Porter and Duff, and others that are applied directly to premultiplied pixels.
typedef enum {
    byte_rule_over,
    byte_rule_in,
    byte_rule_out,
    byte_rule_atop,
    byte_rule_add,
    byte_rule_multiply,
    byte_rule_maximum,
    byte_rule_minimum
} ByteRule;

/// Combines the pixels of `top` with the pixels of `bottom` below them. `target` may be `top` or `bottom`.
void bytes_combine(const uint8_t *top, const uint8_t *bottom, ByteRule rule, uint8_t *target, size_t count);

/// Multiplies the colours of opaque pixels by a matrix, as `pixels_multiply` does. The matrix must leave alpha unchanged. Transparent black
/// pixels stay unchanged. Returns 0 if there is any other pixel, or else 1.
int bytes_multiply(uint8_t *pixels, const float *matrix, size_t count);

/// A picture in memory.
typedef struct {
    const uint8_t *pixels;
    ptrdiff_t bytes_per_row;
    ptrdiff_t width;
    ptrdiff_t height;
} ByteGrid;

/// The places of samples: that of the first pixel, and the distances to the next pixel in the row, and to the pixel below. They are counted as in
/// `pixels_sample`.
typedef struct {
    double x, y;
    double right_x, right_y;
    double below_x, below_y;
} SamplePlaces;

/// Sets the pixels of a rectangle to bilinear samples of a grid.
void bytes_sample(ByteGrid grid, SamplePlaces places, uint8_t *target, ptrdiff_t bytes_per_row, size_t width, size_t height);

/// Adds the components of all pixels to four sums, one for each component.
void bytes_sum(const uint8_t *pixels, uint64_t *sums, size_t count);

/// Adds the entries of a table for red, green and blue to the first three of four sums, and alpha itself to the last.
void bytes_sum_values(const uint8_t *pixels, const uint32_t *table, uint64_t *sums, size_t count);

/// Updates the minimum and the maximum of each component with the components of the pixels.
void bytes_range(const uint8_t *pixels, uint8_t *least, uint8_t *greatest, size_t count);

#ifdef __cplusplus
}
#endif
