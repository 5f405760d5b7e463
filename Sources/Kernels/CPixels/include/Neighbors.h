#pragma once

#include <stddef.h>
#include <stdint.h>

// Loops over rows of pixels of four floats whose results depend on pixels beside or between them.

#ifdef __cplusplus
extern "C" {
#endif

/// A box that is moved over pixels: those nearer than `reach` count in full, those at `reach` with a part, and the sum is multiplied by a scale.
typedef struct {
    int32_t reach;
    float edge;
    float scale;
} PixelBox;

/// Sets pixels to the sums of the box along a row. The first result's box is around `source + reach` pixels.
void pixels_box_row(const float *source, PixelBox box, float *target, size_t count);

/// Sets pixels to the sums of the box along columns, of which `inner` has the sum of the rows nearer than `reach`: `first` and `last` are those at
/// `reach`, above and below. Then moves `inner` down a row, where `next` is the row below `first`.
void pixels_box_column(float *inner, const float *first, const float *next, const float *last, PixelBox box, float *target, size_t count);

/// Makes four rows to one of half as many pixels, with the weights 1, 3, 3 and 1 in both directions. The first result is of the first four columns.
void pixels_halve(const float *const *rows, float *target, size_t count);

/// Makes one of twice as many rows and columns from two rows, of which the first has a weight and the second the rest. The first result lies at a
/// number of pixels of the doubled row, at least 1, and pixels are mixed with the weights 3 and 1.
void pixels_double(const float *upper, const float *lower, float weight, size_t first, float *target, size_t count);

/// Pixels in memory, without padding.
typedef struct {
    const float *pixels;
    ptrdiff_t width;
    ptrdiff_t height;
} PixelGrid;

/// Samples a grid bilinearly along a line from a place, in steps. The middle of the first pixel is at (0, 0); outside the grid it is transparent.
/// Adds the samples, multiplied by a weight, to the target.
void pixels_sample(PixelGrid grid, double x, double y, double step_x, double step_y, float weight, float *target, size_t count);

/// Sets pixels to weighted sums of as many neighbours in a row as `taps`, from the one of the number `firsts`. `weights` has as many for each pixel.
void pixels_resample_row(const float *source, const int32_t *firsts, const float *weights, size_t taps, float *target, size_t count);

/// Adds the differences of pixels and of the blurred ones to the pixels, multiplied by an amount, and leaves alpha. If `is_gray`, the difference of
/// all components is that of the luminance.
void pixels_sharpen(float *pixels, const float *blurred, float amount, int is_gray, size_t count);

/// Sets pixels to the greatest, or the least, of those of several rows, for each component. The target may be one of the rows.
void pixels_extremes(const float *const *rows, size_t row_count, int is_maximum, float *target, size_t count);

#ifdef __cplusplus
}
#endif
