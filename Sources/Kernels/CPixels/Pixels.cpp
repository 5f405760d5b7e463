#include "Pixels.h"

#include <Instructions.h>

#include <algorithm>
#include <cmath>

#include "Kernels/Pairs.h"

namespace {

struct Table {
    void (*decode)(float *, size_t);
    void (*encode)(float *, size_t);
    void (*raise)(float *, size_t, float);
    void (*multiply)(float *, size_t, const float *);
    void (*tint)(float *, size_t, const float *, float);
    void (*from_bytes)(const uint8_t *, PixelOrder, int, const float *, int, float *, size_t);
    void (*to_bytes)(const float *, uint8_t *, PixelOrder, int, int, float, size_t);
    void (*lay_over)(float *, const float *, size_t);
    void (*sum)(float *, const float *const *, const float *, size_t, size_t);
};

/// A line that approximates a part of the curve from linear light to the stored values of sRGB.
struct CurveLine {
    float start, slope;
};

// The light from 2^-13 to 1 is divided into lines, 32 for each doubling. The index of a line is in the upper bits of a float.
constexpr float CURVE_LEAST = 0x1p-13f;
constexpr float CURVE_GREATEST = 0x1.fffffep-1f;
constexpr int32_t CURVE_FIRST = 114 << 23;
constexpr int32_t CURVE_SHIFT = 18;
constexpr int CURVE_COUNT = 13 * 32;

const CurveLine *curve_lines() {
    static const struct Curve {
        CurveLine lines[CURVE_COUNT];

        static double stored(double light) { return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055; }

        static double value(int index) {
            const int32_t bits = CURVE_FIRST + (index << CURVE_SHIFT);
            float result;
            std::memcpy(&result, &bits, sizeof result);
            return result;
        }

        Curve() {
            for (int i = 0; i < CURVE_COUNT; i++) {
                const double from = value(i), to = value(i + 1);
                const double slope = (stored(to) - stored(from)) / (to - from);
                // Halves of a byte's step are rounded upwards, so that no line may lie below the curve.
                double start = stored(from) - slope * from;
                for (int part = 1; part < 16; part++) {
                    const double light = from + (to - from) * part / 16;
                    start = std::max(start, stored(light) - slope * light);
                }
                lines[i] = {static_cast<float>(start), static_cast<float>(slope)};
            }
        }
    } curve;
    return curve.lines;
}

#define KERNELS "Pixels.inl"
#include <EachInstructionSet.inl>

} // namespace

void pixels_decode(float *pixels, size_t count) { chosen().decode(pixels, count); }
void pixels_encode(float *pixels, size_t count) { chosen().encode(pixels, count); }
void pixels_raise(float *pixels, size_t count, float power) { chosen().raise(pixels, count, power); }
void pixels_multiply(float *pixels, size_t count, const float *matrix) { chosen().multiply(pixels, count, matrix); }
void pixels_tint(float *pixels, size_t count, const float *matrix, float amount) { chosen().tint(pixels, count, matrix, amount); }
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
