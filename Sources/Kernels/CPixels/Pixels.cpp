#include "Pixels.h"

#include <Instructions.h>

#include <cstring>

// Pairs of pixels are given only to functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

namespace {

struct Table {
    void (*decode)(float *, size_t);
    void (*encode)(float *, size_t);
    void (*raise)(float *, size_t, float);
    void (*multiply)(float *, size_t, const float *);
    void (*from_bytes)(const uint8_t *, PixelOrder, int, const float *, int, float *, size_t);
    void (*to_bytes)(const float *, uint8_t *, PixelOrder, int, int, float, size_t);
    void (*lay_over)(float *, const float *, size_t);
    void (*sum)(float *, const float *const *, const float *, size_t, size_t);
};

// Two pixels.
typedef float Pair __attribute__((vector_size(32)));
typedef int32_t Whole __attribute__((vector_size(32)));
typedef uint8_t Bytes __attribute__((vector_size(8)));

#define KERNELS "Pixels.inl"
#include <EachInstructionSet.inl>

} // namespace

void pixels_decode(float *pixels, size_t count) { chosen().decode(pixels, count); }
void pixels_encode(float *pixels, size_t count) { chosen().encode(pixels, count); }
void pixels_raise(float *pixels, size_t count, float power) { chosen().raise(pixels, count, power); }
void pixels_multiply(float *pixels, size_t count, const float *matrix) { chosen().multiply(pixels, count, matrix); }
void pixels_from_bytes(
    const uint8_t *bytes, PixelOrder order, int is_premultiplied, const float *values, int is_light, float *pixels, size_t count) {
    chosen().from_bytes(bytes, order, is_premultiplied, values, is_light, pixels, count);
}
void pixels_to_bytes(const float *pixels, uint8_t *bytes, PixelOrder order, int is_straight, int encodes, float tolerance, size_t count) {
    chosen().to_bytes(pixels, bytes, order, is_straight, encodes, tolerance, count);
}
void pixels_lay_over(float *upper, const float *lower, size_t count) { chosen().lay_over(upper, lower, count); }
void pixels_sum(float *sums, const float *const *sources, const float *weights, size_t sources_count, size_t count) {
    chosen().sum(sums, sources, weights, sources_count, count);
}
