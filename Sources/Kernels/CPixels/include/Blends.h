#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Blends of each component by itself.
typedef enum {
    pixel_blend_multiply,
    pixel_blend_screen,
    pixel_blend_overlay,
    pixel_blend_darken,
    pixel_blend_lighten,
    pixel_blend_dodge,
    pixel_blend_burn,
    pixel_blend_hard_light,
    pixel_blend_soft_light,
    pixel_blend_difference,
    pixel_blend_exclusion,
    pixel_blend_linear_burn,
    pixel_blend_linear_dodge,
    pixel_blend_linear_light,
    pixel_blend_vivid_light,
    pixel_blend_pin_light,
    pixel_blend_subtract,
    pixel_blend_divide
} PixelBlend;

/// Blends pixels, four floats each and premultiplied, with others below them; the result takes their place. Where only one of the two is, it stays as
/// it is.
void pixels_blend(float *top, const float *bottom, PixelBlend blend, size_t count);

/// Mixes pixels with others, whose place they take: only the pixels where the weight is 1, and only the others where it is 0. The weight is the sum of
/// a mask's components, each multiplied by a factor.
void pixels_mask(float *pixels, const float *others, const float *mask, const float *factors, size_t count);

#ifdef __cplusplus
}
#endif
