#include "Weights.h"

#include <Instructions.h>

#include <algorithm>
#include <cmath>

// Vectors are passed only to functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

namespace {

struct Table {
    void (*bytes_to_bytes)(const uint8_t *const *, WeightGroups, int, const uint8_t *, uint8_t *, size_t);
    void (*bytes_to_words)(const uint8_t *const *, WeightGroups, int16_t *, size_t);
    void (*words_to_bytes)(const int16_t *const *, WeightGroups, int, uint8_t *, size_t);
    void (*words_to_sharp_bytes)(const int16_t *const *, WeightGroups, int, const uint8_t *, float, uint8_t *, size_t);
    void (*move_columns)(uint16_t *, const uint8_t *, const uint8_t *, size_t);
    void (*box_row)(const uint16_t *, size_t, float, uint8_t *, size_t);
};

#define KERNELS "Weights.inl"
#include <EachInstructionSet.inl>

} // namespace

void weights_bytes_to_bytes(
    const uint8_t *const *sources, WeightGroups weights, int bits, const uint8_t *alphas, uint8_t *target, size_t count) {
    chosen().bytes_to_bytes(sources, weights, bits, alphas, target, count);
}
void weights_bytes_to_words(const uint8_t *const *sources, WeightGroups weights, int16_t *target, size_t count) {
    chosen().bytes_to_words(sources, weights, target, count);
}
void weights_words_to_bytes(const int16_t *const *sources, WeightGroups weights, int bits, uint8_t *target, size_t count) {
    chosen().words_to_bytes(sources, weights, bits, target, count);
}
void weights_words_to_sharp_bytes(
    const int16_t *const *sources, WeightGroups weights, int bits, const uint8_t *pixels, float amount, uint8_t *target, size_t count) {
    chosen().words_to_sharp_bytes(sources, weights, bits, pixels, amount, target, count);
}
void weights_move_columns(uint16_t *sums, const uint8_t *added, const uint8_t *removed, size_t count) {
    chosen().move_columns(sums, added, removed, count);
}
void weights_box_row(const uint16_t *sums, size_t taps, float scale, uint8_t *target, size_t count) {
    chosen().box_row(sums, taps, scale, target, count);
}
