#include "Registration.h"

#include <Instructions.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif


// Vectors are passed only within this file, so that caller and callee are compiled for the same instructions.
#pragma clang diagnostic ignored "-Wpsabi"

namespace registration {

/// The kernels that are faster with wide vectors, compiled for one set of instructions.
struct Table {
    decltype(&registration_spectrum) spectrum;
    decltype(&registration_peaks) peaks;
    decltype(&gray_halve) halve;
    decltype(&registration_blocks) blocks;
    decltype(&registration_descend) descend;
    decltype(&registration_compare) compare;
    decltype(&registration_features) features;
    decltype(&registration_match) match;
    decltype(&registration_support) support;
};

#define KERNELS "Registration/Kernels.inl"
#include "../EachInstructionSet.inl"

} // namespace registration

using registration::chosen;

int64_t registration_spectrum_count(int32_t columns, int32_t rows) {
    return (static_cast<int64_t>(rows) / 16 + 1) * columns * 16;
}

int registration_spectrum(const GrayView *plane, int32_t columns, int32_t rows, float *spectrum) {
    return chosen().spectrum(plane, columns, rows, spectrum);
}

int registration_peaks(
    const float *floating, const float *reference, int32_t columns, int32_t rows, RegistrationPeak *peaks, int32_t capacity) {
    return chosen().peaks(floating, reference, columns, rows, peaks, capacity);
}

void gray_halve(const GrayView *plane, uint8_t *half, int64_t bytes_per_row) {
    chosen().halve(plane, half, bytes_per_row);
}

void registration_blocks(
    const GrayView *plane, const RegistrationCorner *corners, int32_t count, float *templates, RegistrationBlock *blocks) {
    chosen().blocks(plane, corners, count, templates, blocks);
}

void registration_descend(
    const GrayView *plane, const RegistrationCorner *coarse, int32_t count, bool takes_all, RegistrationCorner *fine) {
    chosen().descend(plane, coarse, count, takes_all, fine);
}

void registration_compare(
    const GrayView *floating, const RegistrationPlacement *placements, const float *templates, int32_t count,
    RegistrationComparison *comparisons) {
    chosen().compare(floating, placements, templates, count, comparisons);
}

int registration_features(
    const GrayView *plane, int32_t cell, int32_t per_cell, RegistrationFeature *features, RegistrationDescriptor *descriptors,
    int32_t capacity) {
    return chosen().features(plane, cell, per_cell, features, descriptors, capacity);
}

void registration_match(
    const RegistrationDescriptor *descriptors, int32_t count, const RegistrationDescriptor *others, int32_t other_count,
    RegistrationMatch *matches) {
    chosen().match(descriptors, count, others, other_count, matches);
}

double registration_support(const double *matrix, const float *from, const float *to, int32_t count, float limit) {
    return chosen().support(matrix, from, to, count, limit);
}
