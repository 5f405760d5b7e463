#pragma once

#include <stddef.h>
#include <stdint.h>

// Weighted sums of the bytes of pixels, in 16-bit numbers. Rows are of four components a pixel.

#ifdef __cplusplus
extern "C" {
#endif

/// Values with one weight: they are added, the sum is multiplied by 2^shift and by weight / 65536, and rounded down.
typedef struct {
    int32_t taps;
    int16_t shift;
    int16_t weight;
} WeightGroup;

/// Groups of values, and the whole number with which the sum of all begins.
typedef struct {
    const WeightGroup *groups;
    size_t count;
    int16_t start;
} WeightGroups;

/// Sets pixels to weighted sums of the bytes behind pointers, in the groups' order, divided by 2^bits. Where `alphas` is not null, alpha is from there.
void weights_bytes_to_bytes(
    const uint8_t *const *sources, WeightGroups weights, int bits, const uint8_t *alphas, uint8_t *target, size_t count);

/// Sets words to weighted sums of bytes.
void weights_bytes_to_words(const uint8_t *const *sources, WeightGroups weights, int16_t *target, size_t count);

/// Sets pixels to weighted sums of words, divided by 2^bits.
void weights_words_to_bytes(const int16_t *const *sources, WeightGroups weights, int bits, uint8_t *target, size_t count);

/// As `weights_words_to_bytes`, and adds the differences of pixels and of these to the pixels, multiplied by an amount from -8 to 8, and leaves alpha.
void weights_words_to_sharp_bytes(
    const int16_t *const *sources, WeightGroups weights, int bits, const uint8_t *pixels, float amount, uint8_t *target, size_t count);

/// Adds the bytes of a row to sums of columns, and subtracts those of another. `removed` may be null.
void weights_move_columns(uint16_t *sums, const uint8_t *added, const uint8_t *removed, size_t count);

/// Sets pixels to the sums of as many neighbours in a row of sums, from the one at the pixel's own place, multiplied by a scale. One pixel of the row
/// after the last is read too.
void weights_box_row(const uint16_t *sums, size_t taps, float scale, uint8_t *target, size_t count);

#ifdef __cplusplus
}
#endif
