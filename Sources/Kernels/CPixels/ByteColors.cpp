#include <Instructions.h>

#include "Bytes.h"
#include "Kernels/Pairs.h"

namespace {

struct Table {
    int (*multiply)(uint8_t *, const float *, size_t);
    void (*sample)(ByteGrid, double, double, double, double, uint8_t *, size_t);
};

#define KERNELS "ByteColors.inl"
#include <EachInstructionSet.inl>

} // namespace

int bytes_multiply(uint8_t *pixels, const float *matrix, size_t count) { return chosen().multiply(pixels, matrix, count); }
void bytes_sample(ByteGrid grid, double x, double y, double step_x, double step_y, uint8_t *target, size_t count) {
    chosen().sample(grid, x, y, step_x, step_y, target, count);
}
