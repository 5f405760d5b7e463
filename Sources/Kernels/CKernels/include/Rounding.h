#pragma once

#include <KernelTypes.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Numbers as they would be after a way through a narrower type. Networks of float32 that round what they multiply show the errors of that type on
// any processor.

typedef enum {
    /// 11 bits of precision; numbers from 65520 on become infinite.
    KernelRoundingFloat16,
    /// 8 bits of precision.
    KernelRoundingBFloat16,
} KernelRounding;

/// Rounds `count` numbers to the nearest of the type, ties to even. `result` may be `source`. Cannot fail.
void kernel_round_run(KernelRounding rounding, const float *source, float *result, int64_t count, int threads);

/// Writes each row of `channels` numbers as three rows of bfloat16, one behind the other: the rounded numbers, what the rounding has taken away,
/// and the rounded numbers again. `result` has 3 · `rows` · `channels` numbers. What an infinite number leaves, and its second copy, are 0. Cannot fail.
void kernel_bfloat16_parts_run(const float *source, uint16_t *result, int64_t rows, int64_t channels, int threads);

#ifdef __cplusplus
}
#endif
