#pragma once

#include <KernelTypes.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Rounds numbers to the precision of a narrower type. A float32 network that rounds its factors in this way shows the errors of that type on any
// processor.

typedef enum {
    /// 11 bits of precision; numbers from 65520 on become infinite.
    KernelRoundingFloat16,
    /// 8 bits of precision.
    KernelRoundingBFloat16,
} KernelRounding;

/// Rounds `count` numbers to the nearest number of the type, ties to even. `result` may be `source`. Cannot fail.
void kernel_round_run(KernelRounding rounding, const float *source, float *result, int64_t count, int threads);

#ifdef __cplusplus
}
#endif
