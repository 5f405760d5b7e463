#include "Blends.h"

#include <Instructions.h>

#include "Kernels/Pairs.h"

namespace {

struct Table {
    void (*blend)(float *, const float *, PixelBlend, size_t);
    void (*mask)(float *, const float *, const float *, const float *, size_t);
};

#define KERNELS "Blends.inl"
#include <EachInstructionSet.inl>

} // namespace

void pixels_blend(float *top, const float *bottom, PixelBlend blend, size_t count) { chosen().blend(top, bottom, blend, count); }
void pixels_mask(float *pixels, const float *others, const float *mask, const float *factors, size_t count) {
    chosen().mask(pixels, others, mask, factors, count);
}
