#pragma once

#include <stddef.h>
#include <stdint.h>

// Loops over rows of pixels of four floats each. Each result depends on several neighbouring pixels.

#ifdef __cplusplus
extern "C" {
#endif

/// A box filter. Pixels nearer than `reach` have the weight 1, and pixels at the distance `reach` have the weight `edge`. The sum is multiplied by
/// `scale`.
typedef struct {
    int32_t reach;
    float edge;
    float scale;
} PixelBox;

/// Applies the box filter along a row. The box of the first result is centred `reach` pixels after `source`.
void pixels_box_row(const float *source, PixelBox box, float *target, size_t count);

/// Applies the box filter along columns. `inner` has the sums of the rows nearer than `reach`. `first` and `last` are the rows at the distance
/// `reach`, above and below. Afterwards `inner` is moved down by a row; `next` is the row below `first`.
void pixels_box_column(float *inner, const float *first, const float *next, const float *last, PixelBox box, float *target, size_t count);

/// Reduces four rows to one row of half as many pixels. The weights are 1, 3, 3 and 1 in both directions. The first result belongs to the first four
/// columns.
void pixels_halve(const float *const *rows, float *target, size_t count);

/// Computes a row of an image with twice as many rows and columns from two of its rows. The upper row has the weight `weight`, and the lower row has
/// 1 − `weight`. Neighbouring pixels are mixed with the weights 3 and 1. `first` is the index of the first result in the doubled row, at least 1.
void pixels_double(const float *upper, const float *lower, float weight, size_t first, float *target, size_t count);

/// A picture in memory, with rows without padding.
typedef struct {
    const float *pixels;
    ptrdiff_t width;
    ptrdiff_t height;
} PixelGrid;

/// Samples a grid bilinearly at places along a line, and adds the samples, multiplied by a weight, to the target. The middle of the grid's first
/// pixel is at (0, 0). Outside the grid, samples are transparent.
void pixels_sample(PixelGrid grid, double x, double y, double step_x, double step_y, float weight, float *target, size_t count);

/// Sets each pixel to the weighted sum of `taps` neighbours in a row. `firsts` has the index of the first neighbour for each pixel, and `weights` has
/// `taps` weights for each pixel.
void pixels_resample_row(const float *source, const int32_t *firsts, const float *weights, size_t taps, float *target, size_t count);

/// Sharpens pixels: adds the difference between each pixel and its blurred value, multiplied by `amount`. Alpha is not changed. If `is_gray`, the
/// difference of the luminance is added to all components.
void pixels_sharpen(float *pixels, const float *blurred, float amount, int is_gray, size_t count);

/// Sets each component of the pixels to the maximum or the minimum over several rows. The target may be one of the rows.
void pixels_extremes(const float *const *rows, size_t row_count, int is_maximum, float *target, size_t count);

#ifdef __cplusplus
}
#endif
