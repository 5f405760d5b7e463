#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Blend modes that are applied to each component separately.
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

/// Blends pixels with the pixels below them, and replaces `top` by the result. Pixels are premultiplied, with four floats each. Where one of the
/// two pixels is transparent, the result is the other one.
void pixels_blend(float *top, const float *bottom, PixelBlend blend, size_t count);

/// Mixes pixels with other pixels, and replaces `pixels` by the result. A weight of 1 gives the pixel, and a weight of 0 gives the other pixel.
/// The weight is the sum of the mask's components, each multiplied by a factor.
void pixels_mask(float *pixels, const float *others, const float *mask, const float *factors, size_t count);

#ifdef __cplusplus
}
#endif
