#pragma once

#include <stddef.h>
#include <stdint.h>

// Weighted sums of the bytes of pixels, in 16-bit numbers. Rows have four components for each pixel.

#ifdef __cplusplus
extern "C" {
#endif

/// A group of values with the same weight. The values are added. The sum is multiplied by 2^shift and by weight / 65536, and rounded down.
typedef struct {
    int32_t taps;
    int16_t shift;
    int16_t weight;
} WeightGroup;

/// Groups of values, and the number to which the sums of all groups are added.
typedef struct {
    const WeightGroup *groups;
    size_t count;
    int16_t start;
} WeightGroups;

/// Sets each component of the pixels to a weighted sum of bytes, divided by 2^bits. `sources` has a pointer for each value of each group, in order.
/// If `alphas` is not null, alpha is copied from there.
void weights_bytes_to_bytes(
    const uint8_t *const *sources, WeightGroups weights, int bits, const uint8_t *alphas, uint8_t *target, size_t count);

/// Sets 16-bit words to weighted sums of bytes.
void weights_bytes_to_words(const uint8_t *const *sources, WeightGroups weights, int16_t *target, size_t count);

/// Sets each component of the pixels to a weighted sum of words, divided by 2^bits.
void weights_words_to_bytes(const int16_t *const *sources, WeightGroups weights, int bits, uint8_t *target, size_t count);

/// Sharpens pixels. Computes the weighted sums of `weights_words_to_bytes`, and adds the difference between `pixels` and these sums, multiplied by
/// `amount`, to `pixels`. `amount` is from -8 to 8. Alpha is copied from `pixels`.
void weights_words_to_sharp_bytes(
    const int16_t *const *sources, WeightGroups weights, int bits, const uint8_t *pixels, float amount, uint8_t *target, size_t count);

/// Adds the bytes of the row `added` to the sums of columns, and subtracts the bytes of the row `removed`, which may be null.
void weights_move_columns(uint16_t *sums, const uint8_t *added, const uint8_t *removed, size_t count);

/// Sets each pixel to the sum of `taps` neighbours in a row of sums, multiplied by `scale`. The first neighbour is at the pixel's own place. One
/// pixel after the last neighbour of the row is read, too.
void weights_box_row(const uint16_t *sums, size_t taps, float scale, uint8_t *target, size_t count);

#ifdef __cplusplus
}
#endif
