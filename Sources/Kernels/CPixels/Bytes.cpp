#include "Bytes.h"

#include <Instructions.h>

#include <algorithm>

// Vectors are passed only to functions that are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

namespace {

struct Table {
    int (*from_order)(const uint8_t *, PixelOrder, PixelsTaken, uint8_t *, size_t);
    int (*to_order)(const uint8_t *, PixelOrder, PixelsTaken, uint8_t *, size_t);
    int (*are_taken)(const uint8_t *, PixelsTaken, size_t);
    void (*medians)(const uint8_t *const *, uint8_t *, uint8_t *, size_t);
    void (*extremes)(const uint8_t *const *, size_t, int, uint8_t *, size_t);
    void (*extremes_of_two)(const uint8_t *const *, size_t, int, uint8_t *, uint8_t *, size_t);
    void (*combine)(const uint8_t *, const uint8_t *, ByteRule, uint8_t *, size_t);
    void (*sum)(const uint8_t *, uint64_t *, size_t);
    void (*sum_values)(const uint8_t *, const uint32_t *, uint64_t *, size_t);
    void (*range)(const uint8_t *, uint8_t *, uint8_t *, size_t);
};

#define KERNELS "Bytes.inl"
#include <EachInstructionSet.inl>

} // namespace

int bytes_from_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count) {
    return chosen().from_order(pixels, order, taken, target, count);
}
int bytes_to_order(const uint8_t *pixels, PixelOrder order, PixelsTaken taken, uint8_t *target, size_t count) {
    return chosen().to_order(pixels, order, taken, target, count);
}
int bytes_are_taken(const uint8_t *pixels, PixelsTaken taken, size_t count) { return chosen().are_taken(pixels, taken, count); }
void bytes_medians(const uint8_t *const *rows, uint8_t *target, uint8_t *next, size_t count) { chosen().medians(rows, target, next, count); }
void bytes_extremes(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, size_t count) {
    chosen().extremes(rows, row_count, is_maximum, target, count);
}
void bytes_extremes_of_two(const uint8_t *const *rows, size_t row_count, int is_maximum, uint8_t *target, uint8_t *next, size_t count) {
    chosen().extremes_of_two(rows, row_count, is_maximum, target, next, count);
}
void bytes_combine(const uint8_t *top, const uint8_t *bottom, ByteRule rule, uint8_t *target, size_t count) {
    chosen().combine(top, bottom, rule, target, count);
}
void bytes_sum(const uint8_t *pixels, uint64_t *sums, size_t count) { chosen().sum(pixels, sums, count); }
void bytes_sum_values(const uint8_t *pixels, const uint32_t *table, uint64_t *sums, size_t count) {
    chosen().sum_values(pixels, table, sums, count);
}
void bytes_range(const uint8_t *pixels, uint8_t *least, uint8_t *greatest, size_t count) { chosen().range(pixels, least, greatest, count); }
