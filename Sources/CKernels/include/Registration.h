#pragma once

#include "GrayView.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Spectra. `columns` and `rows` are powers of two, 32 … 4096.

/// How many floats the spectrum of a plane takes.
int64_t registration_spectrum_count(int32_t columns, int32_t rows);

/// The spectrum of the middle `columns` × `rows` pixels (or fewer, with zeros beyond), windowed, every frequency of about magnitude 1.
///
/// Returns 0, or -1 where there is no memory.
int registration_spectrum(const GrayView *plane, int32_t columns, int32_t rows, float *spectrum);

/// A shift, in pixels, and how strongly the planes correlate there.
typedef struct {
    float x;
    float y;
    float value;
} RegistrationPeak;

/// The highest peaks of the phase correlation, at most `capacity`: shifts from -columns / 2 … columns / 2 and likewise of rows that
/// lead from the floating plane's points to the reference's.
///
/// Returns how many there are, or -1 where there is no memory.
int registration_peaks(
    const float *floating, const float *reference, int32_t columns, int32_t rows, RegistrationPeak *peaks, int32_t capacity);

// Blocks.

enum { REGISTRATION_BLOCK_SIDE = 16, REGISTRATION_BLOCK_FLOATS = 3 * 16 * 16 };

/// The first pixel of a block. Blocks keep a pixel away from the plane's edges, as their gradients look there.
typedef struct {
    int32_t x;
    int32_t y;
} RegistrationCorner;

/// What is known of a block before it is compared.
typedef struct {
    /// The sum of the squared deviations from the block's mean.
    float energy;
    /// The sums of products of gradients, of what is left of them when brightness and contrast have taken their share.
    float xx, xy, yy;
} RegistrationBlock;

/// Prepares blocks: `templates` takes REGISTRATION_BLOCK_FLOATS a block.
void registration_blocks(
    const GrayView *plane, const RegistrationCorner *corners, int32_t count, float *templates, RegistrationBlock *blocks);

/// For each block of a plane of half the size, the quarter of its area with the most texture in every direction, or all four of them.
///
/// `fine` takes one corner a block, or four.
void registration_descend(
    const GrayView *plane, const RegistrationCorner *coarse, int32_t count, bool takes_all, RegistrationCorner *fine);

/// Where a block's pixels lie in the floating plane: pixel (i, j) from its middle is at (x + xx · i + xy · j, y + yx · i + yy · j).
typedef struct {
    float x, y;
    float xx, xy, yx, yy;
} RegistrationPlacement;

/// What a comparison found of a block.
typedef struct {
    /// The squared deviations of the floating plane's pixels from their mean; negative where the block lies beyond the plane.
    float energy;
    /// The products of the floating pixels with the block's, and with its gradients.
    float product, x, y;
} RegistrationComparison;

void registration_compare(
    const GrayView *floating, const RegistrationPlacement *placements, const float *templates, int32_t count,
    RegistrationComparison *comparisons);

// Corners.

typedef struct {
    float x;
    float y;
    /// The lesser eigenvalue of the structure tensor.
    float strength;
} RegistrationFeature;

typedef struct {
    uint64_t words[4];
} RegistrationDescriptor;

/// The strongest corners, at most `per_cell` for each cell of `cell` × `cell` pixels, with what they look like when turned upright.
///
/// Returns how many there are, at most `capacity`, or -1 where there is no memory.
int registration_features(
    const GrayView *plane, int32_t cell, int32_t per_cell, RegistrationFeature *features, RegistrationDescriptor *descriptors,
    int32_t capacity);

/// A descriptor's nearest among others, and how many bits differ from the nearest and from the next one.
typedef struct {
    int32_t index;
    int32_t distance;
    int32_t next;
} RegistrationMatch;

void registration_match(
    const RegistrationDescriptor *descriptors, int32_t count, const RegistrationDescriptor *others, int32_t other_count,
    RegistrationMatch *matches);

/// How well a 3 × 3 matrix, row by row, maps points `from` to points `to`, pairs of x and y: the sum over all of
/// 1 − error² / limit², none less than 0.
double registration_support(const double *matrix, const float *from, const float *to, int32_t count, float limit);

#ifdef __cplusplus
}
#endif
