#pragma once

#include <COneDNN.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether `onednn_activation_run` has this function for numbers of this type on this processor.
bool onednn_activation_fits(onednn_eltwise function, onednn_type type);

/// Applies a function of the form `x · σ(u(x))` to `count` numbers in place: `SWISH` with `alpha`, `GELU_ERF` or `GELU_TANH`. float32 results are
/// within a few units in the last place, bfloat16 results within rounding. Cannot fail.
void onednn_activation_run(onednn_eltwise function, float alpha, onednn_type type, void *values, int64_t count, int threads);

#ifdef __cplusplus
}
#endif
