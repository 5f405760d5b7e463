#include "Rounding.h"
#include <Team.h>

#include "Vectors.hpp"

using namespace vectors;

namespace {

/// The number of elements below which the work is not divided among threads.
constexpr int64_t numbers_for_threads = 1 << 14;

struct Work {
    const float *source;
    float *result;
    int64_t count;
};

KERNEL_INLINE float round_to_bfloat16(float value) { return widen_bfloat16(narrow_bfloat16(value)); }

KERNEL_INLINE float round_to_float16(float value) {
    const uint32_t bits = to_bits(value), magnitude = bits & 0x7fffffffu;
    // Adding 0.5 rounds the smallest numbers to multiples of 2⁻²⁴, the smallest step of float16. NaN stays NaN.
    const float small = (from_bits(magnitude) + 0.5f) - 0.5f;
    const uint32_t rounded = (magnitude + 0xfffu + ((magnitude >> 13) & 1u)) & ~0x1fffu;
    const uint32_t large = rounded >= 0x47800000u ? 0x7f800000u : rounded;
    const uint32_t result = magnitude < 0x38800000u ? to_bits(small) : magnitude > 0x7f800000u ? magnitude : large;
    return from_bits(result | (bits & 0x80000000u));
}

KERNEL_EACH_PROCESSOR void round_all_to_bfloat16(const float *source, float *result, int64_t count) {
    for (int64_t i = 0; i < count; i++) result[i] = round_to_bfloat16(source[i]);
}

KERNEL_EACH_PROCESSOR void round_all_to_float16(const float *source, float *result, int64_t count) {
    for (int64_t i = 0; i < count; i++) result[i] = round_to_float16(source[i]);
}

template <void (*Round)(const float *, float *, int64_t)> void run_share(int index, int count, void *context) {
    const auto &work = *static_cast<const Work *>(context);
    const int64_t first = work.count * index / count, last = work.count * (index + 1) / count;
    if (first < last) Round(work.source + first, work.result + first, last - first);
}

} // namespace

void kernel_round_run(KernelRounding rounding, const float *source, float *result, int64_t count, int threads) {
    Work work{source, result, count};
    const int used = count < numbers_for_threads ? 1 : threads;
    team_run(used, rounding == KernelRoundingFloat16 ? run_share<round_all_to_float16> : run_share<round_all_to_bfloat16>, &work);
}
