#pragma once

#include <stddef.h>
#include <stdint.h>

// Loops over pixels of red, green, blue and alpha, four floats each, premultiplied.

#ifdef __cplusplus
extern "C" {
#endif

/// The positions of the components in a pixel of bytes. `alpha` is -1 if there is no alpha.
typedef struct {
    int32_t size;
    int32_t red;
    int32_t green;
    int32_t blue;
    int32_t alpha;
} PixelOrder;

/// Converts the stored values of sRGB to linear light. The curve is mirrored for values below 0. A colour with an alpha of 0 is not divided by alpha.
void pixels_decode(float *pixels, size_t count);

/// Converts linear light to the stored values of sRGB. The curve is mirrored for values below 0. A colour with an alpha of 0 is not divided by alpha.
void pixels_encode(float *pixels, size_t count);

/// Raises the components of the colours, divided by alpha, to a power that is not negative. Components below 0 count as 0.
void pixels_raise(float *pixels, size_t count, float power);

/// Multiplies the colours, divided by alpha, by a matrix. The matrix has five columns of four floats: for red, green, blue, alpha and a constant.
void pixels_multiply(float *pixels, size_t count, const float *matrix);

/// Mixes the colours, divided by alpha, with their products with a matrix, limited to 0…1. At an amount of 1, only the products remain. Alpha is not
/// changed.
void pixels_tint(float *pixels, size_t count, const float *matrix, float amount);

/// Converts bytes to pixels. The bytes are premultiplied or straight. `values` has the value of each byte of a colour; alpha is from 0 to 1.
/// `is_light` tells whether `values` are linear light.
void pixels_from_bytes(
    const uint8_t *bytes, PixelOrder order, int is_premultiplied, const float *values, int is_light, float *pixels, size_t count);

/// Converts pixels to bytes. If `encodes`, linear light is first converted to stored values. If `is_straight`, colours are divided by alpha. Values
/// outside of 0…1 become the nearest byte, and NaN becomes 0. `tolerance` is added before rounding. A pixel has four bytes in the given order.
void pixels_to_bytes(const float *pixels, uint8_t *bytes, PixelOrder order, int is_straight, int encodes, float tolerance, size_t count);

/// Composes the upper pixels over the lower pixels. The result replaces the upper pixels.
void pixels_lay_over(float *upper, const float *lower, size_t count);

/// Sets each pixel to the weighted sum of the pixels at the same place in several sources.
void pixels_sum(float *sums, const float *const *sources, const float *weights, size_t sources_count, size_t count);

#ifdef __cplusplus
}
#endif
