#pragma once

#include <stddef.h>
#include <stdint.h>

// Loops over pixels of red, green, blue and alpha, four floats each, premultiplied.

#ifdef __cplusplus
extern "C" {
#endif

/// Where the components lie in a pixel of bytes; `alpha` is -1 where there is none.
typedef struct {
    int32_t size;
    int32_t red;
    int32_t green;
    int32_t blue;
    int32_t alpha;
} PixelOrder;

/// Replaces sRGB's stored values by light. The curve is mirrored for values below 0; a colour without opacity is taken as it is.
void pixels_decode(float *pixels, size_t count);

/// Replaces light by sRGB's stored values. The curve is mirrored for values below 0; a colour without opacity is taken as it is.
void pixels_encode(float *pixels, size_t count);

/// Raises the components of the colours, divided by alpha, to a power that is not negative. Components below 0 become 0 before.
void pixels_raise(float *pixels, size_t count, float power);

/// Changes the colours, divided by alpha, by a matrix: the additions to the result for one unit of red, green, blue and alpha, and a constant, each
/// of four floats.
void pixels_multiply(float *pixels, size_t count, const float *matrix);

/// Mixes the colours, divided by alpha, with what a matrix makes of them, limited to 0…1, and leaves alpha. An amount of 1 gives only the latter.
void pixels_tint(float *pixels, size_t count, const float *matrix, float amount);

/// Makes pixels of bytes, which are premultiplied or straight. `values` has what a byte of a colour stands for; alpha is from 0 to 1.
/// `is_light` says whether `values` are light.
void pixels_from_bytes(
    const uint8_t *bytes, PixelOrder order, int is_premultiplied, const float *values, int is_light, float *pixels, size_t count);

/// Makes bytes of pixels: of their stored values where `encodes`, divided by alpha where `is_straight`. What is outside of 0 to 1 becomes the nearest
/// byte, and what is no number 0. `tolerance` is added before rounding. The order has four bytes a pixel.
void pixels_to_bytes(const float *pixels, uint8_t *bytes, PixelOrder order, int is_straight, int encodes, float tolerance, size_t count);

/// Sets the bytes of opaque pixels to those in a table: 256 for red, then for green and for blue. Returns 0, with the rest as it was, at the first
/// pixel that is not opaque. The target's order has four bytes a pixel.
int pixels_map(const uint8_t *bytes, PixelOrder order, const uint8_t *table, uint8_t *target, PixelOrder target_order, size_t count);

/// Lays the pixels over others; the result takes their place.
void pixels_lay_over(float *upper, const float *lower, size_t count);

/// Sets pixels to sums of the pixels at the same place behind each of some pointers, each with its weight.
void pixels_sum(float *sums, const float *const *sources, const float *weights, size_t sources_count, size_t count);

#ifdef __cplusplus
}
#endif
