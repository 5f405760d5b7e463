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

/// Half the width and half the height, whole pixels only: rounded means of two by two.
void gray_halve(const GrayView *plane, uint8_t *half, int64_t bytes_per_row);

/// Columns for rows: the plane mirrored at its diagonal.
void gray_transpose(const GrayView *plane, uint8_t *output, int64_t bytes_per_row);

/// The rounded means of the pixels no farther than `radius` in x, and of those the means in y; the outermost pixels are repeated. `radius` is
/// 0 … 4096.
///
/// Returns 0, or -1 where there is no memory.
int gray_blur(const GrayView *plane, int32_t radius, uint8_t *output, int64_t bytes_per_row);

/// An affine map from the output's pixels to those of a plane: (x, y) goes to (a x + c y + tx, b x + d y + ty); whole numbers are the centres
/// of pixels.
typedef struct {
    double a, b, c, d, tx, ty;
} GrayMap;

/// What an affine map shows of the plane, sampled bilinearly, white outside. The map's numbers are finite.
void gray_warp(const GrayView *plane, const GrayMap *map, uint8_t *output, int64_t bytes_per_row, int32_t width, int32_t height);

#ifdef __cplusplus
}
#endif
