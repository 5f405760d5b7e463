#pragma once

#include <COneDNN.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Numbers as they would be after a way through a narrower type. Networks of float32 that round what they multiply show the errors of that type on
// any processor.

typedef enum {
    /// 11 bits of precision; numbers from 65520 on become infinite.
    ONEDNN_ROUND_FLOAT16,
    /// 8 bits of precision.
    ONEDNN_ROUND_BFLOAT16,
} onednn_rounding;

/// Rounds `count` numbers to the nearest of the type, ties to even. `result` may be `source`. Cannot fail.
void onednn_round_run(onednn_rounding rounding, const float *source, float *result, int64_t count, int threads);

#ifdef __cplusplus
}
#endif
