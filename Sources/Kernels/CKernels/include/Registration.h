#pragma once

#include "GrayView.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Spectra. `columns` and `rows` are powers of two, 32 … 4096.

/// The number of floats in the spectrum of a plane.
int64_t registration_spectrum_count(int32_t columns, int32_t rows);

/// Computes the windowed spectrum of the middle `columns` × `rows` pixels. A plane below this size is padded with zeros. Every frequency
/// gets a magnitude of about 1.
///
/// Returns 0, or -1 if there is no memory.
int registration_spectrum(const GrayView *plane, int32_t columns, int32_t rows, float *spectrum);

/// A shift in pixels, and the correlation of the planes at this shift.
typedef struct {
    float x;
    float y;
    float value;
} RegistrationPeak;

/// Finds the highest peaks of the phase correlation, at most `capacity`. A peak's shift leads from the floating plane's points to the reference's. It
/// lies within -columns / 2 … columns / 2, and likewise for rows.
///
/// Returns the number of peaks, or -1 if there is no memory.
int registration_peaks(
    const float *floating, const float *reference, int32_t columns, int32_t rows, RegistrationPeak *peaks, int32_t capacity);

// Blocks.

enum { REGISTRATION_BLOCK_SIDE = 16, REGISTRATION_BLOCK_FLOATS = 3 * 16 * 16 };

/// The first pixel of a block. Blocks keep one pixel away from the plane's edges, because gradients need the neighbouring pixels.
typedef struct {
    int32_t x;
    int32_t y;
} RegistrationCorner;

/// The properties of a block, computed before it is compared.
typedef struct {
    /// The sum of the squared deviations from the block's mean.
    float energy;
    /// The sums of products of the block's gradients. The parts of the gradients proportional to the brightness are subtracted first. A
    /// change of brightness or contrast has the same effect as these parts.
    float xx, xy, yy;
} RegistrationBlock;

/// Prepares blocks. `templates` has room for REGISTRATION_BLOCK_FLOATS numbers for each block.
void registration_blocks(
    const GrayView *plane, const RegistrationCorner *corners, int32_t count, float *templates, RegistrationBlock *blocks);

/// Moves blocks from a plane of half the size to this plane, where each of them covers four blocks. Chooses the block with the most texture
/// in every direction, or all four blocks if `takes_all`. `fine` has room for one corner for each coarse block, or for four.
void registration_descend(
    const GrayView *plane, const RegistrationCorner *coarse, int32_t count, bool takes_all, RegistrationCorner *fine);

/// The position of a block in the floating plane. A pixel at (i, j) from the block's middle is mapped to two coordinates. They are x + xx ·
/// i + xy · j and y + yx · i + yy · j.
typedef struct {
    float x, y;
    float xx, xy, yx, yy;
} RegistrationPlacement;

/// The result of the comparison of a block.
typedef struct {
    /// The sum of the squared deviations of the floating plane's pixels from their mean; negative if the block lies outside the plane.
    float energy;
    /// The sums of the products of the floating plane's pixels with the block's pixels, and with its gradients.
    float product, x, y;
} RegistrationComparison;

void registration_compare(
    const GrayView *floating, const RegistrationPlacement *placements, const float *templates, int32_t count,
    RegistrationComparison *comparisons);

// Corners.

typedef struct {
    float x;
    float y;
    /// The smaller eigenvalue of the structure tensor.
    float strength;
} RegistrationFeature;

typedef struct {
    uint64_t words[4];
} RegistrationDescriptor;

/// Finds the strongest corners, at most `per_cell` in each cell of `cell` × `cell` pixels. Computes a descriptor of each corner after rotating its
/// surroundings upright.
///
/// Returns the number of corners, at most `capacity`, or -1 if there is no memory.
int registration_features(
    const GrayView *plane, int32_t cell, int32_t per_cell, RegistrationFeature *features, RegistrationDescriptor *descriptors,
    int32_t capacity);

/// For a descriptor, the index of the nearest of some others (`index`). `distance` is the number of bits in which the nearest differs from the
/// descriptor, and `next` the same number for the second nearest.
typedef struct {
    int32_t index;
    int32_t distance;
    int32_t next;
} RegistrationMatch;

void registration_match(
    const RegistrationDescriptor *descriptors, int32_t count, const RegistrationDescriptor *others, int32_t other_count,
    RegistrationMatch *matches);

/// The support of a map by pairs of points. `matrix` is the 3 × 3 matrix of the map, row by row. `from` and `to` are pairs of x and y. Returns the
/// sum of max(0, 1 − error² ÷ limit²) over all pairs.
double registration_support(const double *matrix, const float *from, const float *to, int32_t count, float limit);

#ifdef __cplusplus
}
#endif
