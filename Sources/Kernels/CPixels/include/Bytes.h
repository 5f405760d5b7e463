#pragma once

#include <stddef.h>
#include <stdint.h>

#include "Blends.h"
#include "Pixels.h"

// Loops over pixels of red, green, blue and alpha, a byte each, premultiplied.

#ifdef __cplusplus
extern "C" {
#endif

/// Which pixels a loop takes.
typedef enum {
    /// Any; those without opacity become transparent black.
    pixels_any,
    /// Only opaque ones.
    pixels_opaque
} PixelsTaken;

/// Copies pixels of an order to one of red, green, blue and alpha. Returns 0 at the first pixel that is not taken.
int bytes_from_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count);

/// Copies pixels of red, green, blue and alpha to an order of four bytes. Returns 0 at the first pixel that is not taken.
int bytes_to_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count);

/// Whether pixels of red, green, blue and alpha can be taken as they lie: without those that lack opacity and are not zeros.
int bytes_are_taken(const uint8_t *pixels, PixelsTaken taken, size_t count);

/// Replaces the bytes of opaque pixels by those of a table: 256 for red, then for green and for blue. Pixels of zeros stay. Returns 0 if there is a
/// pixel that is neither.
int bytes_map(uint8_t *pixels, const uint8_t *table, size_t count);

/// Sets pixels of two rows to the medians of the nine around each, for each component. The four rows are those above, of the targets and below.
void bytes_medians(const uint8_t *const *rows, uint8_t *target, uint8_t *next, size_t count);

/// Sets pixels to the greatest, or the least, of those of several rows, for each component. The target may be one of the rows.
void bytes_extremes(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, size_t count);

/// The same for two targets: of all rows but one more, which is the last, and of all but the first.
void bytes_extremes_of_two(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, uint8_t *next, size_t count);

/// Porter's and Duff's rules and others that take each pixel as it is, premultiplied.
typedef enum {
    byte_rule_over,
    byte_rule_in,
    byte_rule_out,
    byte_rule_atop,
    byte_rule_add,
    byte_rule_multiply,
    byte_rule_maximum,
    byte_rule_minimum
} ByteRule;

/// Combines pixels with others below them. The target may be either.
void bytes_combine(const uint8_t *top, const uint8_t *bottom, ByteRule rule, uint8_t *target, size_t count);

/// Changes opaque pixels by a matrix as `pixels_multiply`, whose last row leaves alpha. Pixels of zeros stay. Returns 0 if there is a pixel that is
/// neither.
int bytes_multiply(uint8_t *pixels, const float *matrix, size_t count);

/// Pixels in memory.
typedef struct {
    const uint8_t *pixels;
    ptrdiff_t bytes_per_row;
    ptrdiff_t width;
    ptrdiff_t height;
} ByteGrid;

/// Sets pixels to samples of a grid as `pixels_sample`.
void bytes_sample(ByteGrid grid, double x, double y, double step_x, double step_y, uint8_t *target, size_t count);

/// Adds the components of pixels to four sums.
void bytes_sum(const uint8_t *pixels, uint64_t *sums, size_t count);

/// Adds what a table has for red, green and blue to three of four sums, and alpha itself to the last.
void bytes_sum_values(const uint8_t *pixels, const uint32_t *table, uint64_t *sums, size_t count);

/// Makes four least and four greatest components less and greater, where those of pixels are.
void bytes_range(const uint8_t *pixels, uint8_t *least, uint8_t *greatest, size_t count);

#ifdef __cplusplus
}
#endif
