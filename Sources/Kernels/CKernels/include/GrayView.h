#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A plane of 8-bit luminance, top row first.
typedef struct {
    const uint8_t *base;
    int64_t bytes_per_row;
    int32_t width;
    int32_t height;
} GrayView;

/// Halves the width and the height. A pixel becomes the rounded mean of 2 × 2 pixels; an odd last row or column is left out.
void gray_halve(const GrayView *plane, uint8_t *half, int64_t bytes_per_row);

/// Exchanges rows and columns: the plane is mirrored at its diagonal.
void gray_transpose(const GrayView *plane, uint8_t *output, int64_t bytes_per_row);

/// A box blur in two steps. The first step computes the rounded means of the pixels within `radius` in x, and the second step those of the
/// results in y. The outermost pixels are repeated. `radius` is 0 … 4096.
///
/// Returns 0, or -1 if there is no memory.
int gray_blur(const GrayView *plane, int32_t radius, uint8_t *output, int64_t bytes_per_row);

/// An affine map from the output's pixels to the plane's. It maps x to a x + c y + tx, and y to b x + d y + ty. Pixel centres are at whole
/// numbers.
typedef struct {
    double a, b, c, d, tx, ty;
} GrayMap;

/// Writes the part of the plane that the affine map shows. It is sampled bilinearly, and white outside of the plane. The map's numbers must be
/// finite.
void gray_warp(const GrayView *plane, const GrayMap *map, uint8_t *output, int64_t bytes_per_row, int32_t width, int32_t height);

#ifdef __cplusplus
}
#endif
