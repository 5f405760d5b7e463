#include <Instructions.h>

#include "Bytes.h"
#include "Kernels/Pairs.h"

#include <algorithm>
#include <type_traits>

namespace {

struct Table {
    int (*multiply)(uint8_t *, const float *, size_t);
    void (*sample)(ByteGrid, SamplePlaces, uint8_t *, ptrdiff_t, size_t, size_t);
};

#define KERNELS "ByteColors.inl"
#include <EachInstructionSet.inl>

} // namespace

int bytes_multiply(uint8_t *pixels, const float *matrix, size_t count) { return chosen().multiply(pixels, matrix, count); }
void bytes_sample(ByteGrid grid, SamplePlaces places, uint8_t *target, ptrdiff_t bytes_per_row, size_t width, size_t height) {
    chosen().sample(grid, places, target, bytes_per_row, width, height);
}
