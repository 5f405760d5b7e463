#include "Neighbors.h"

#include <Instructions.h>

#include "Kernels/Pairs.h"

namespace {

struct Table {
    void (*box_row)(const float *, PixelBox, float *, size_t);
    void (*box_column)(float *, const float *, const float *, const float *, PixelBox, float *, size_t);
    void (*halve)(const float *const *, float *, size_t);
    void (*enlarge)(const float *, const float *, float, size_t, float *, size_t);
    void (*sample)(PixelGrid, double, double, double, double, float, float *, size_t);
    void (*resample_row)(const float *, const int32_t *, const float *, size_t, float *, size_t);
    void (*sharpen)(float *, const float *, float, int, size_t);
    void (*extremes)(const float *const *, size_t, int, float *, size_t);
};

#define KERNELS "Neighbors.inl"
#include <EachInstructionSet.inl>

} // namespace

void pixels_box_row(const float *source, PixelBox box, float *target, size_t count) { chosen().box_row(source, box, target, count); }
void pixels_box_column(float *inner, const float *first, const float *next, const float *last, PixelBox box, float *target, size_t count) {
    chosen().box_column(inner, first, next, last, box, target, count);
}
void pixels_halve(const float *const *rows, float *target, size_t count) { chosen().halve(rows, target, count); }
void pixels_double(const float *upper, const float *lower, float weight, size_t first, float *target, size_t count) {
    chosen().enlarge(upper, lower, weight, first, target, count);
}
void pixels_sample(PixelGrid grid, double x, double y, double step_x, double step_y, float weight, float *target, size_t count) {
    chosen().sample(grid, x, y, step_x, step_y, weight, target, count);
}
void pixels_resample_row(const float *source, const int32_t *firsts, const float *weights, size_t taps, float *target, size_t count) {
    chosen().resample_row(source, firsts, weights, taps, target, count);
}
void pixels_sharpen(float *pixels, const float *blurred, float amount, int is_gray, size_t count) {
    chosen().sharpen(pixels, blurred, amount, is_gray, count);
}
void pixels_extremes(const float *const *rows, size_t row_count, int is_maximum, float *target, size_t count) {
    chosen().extremes(rows, row_count, is_maximum, target, count);
}
