#pragma once

#include <KernelTypes.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether `kernel_activation_run` supports a function for numbers of a type on this processor.
bool kernel_activation_fits(KernelFunction function, KernelElement type);

/// Applies a function of the form `x · σ(u(x))` to `count` numbers in place: `SWISH` with `alpha`, `GELU_ERF` or `GELU_TANH`. float32 results are
/// within a few units in the last place, bfloat16 results within rounding. Cannot fail.
void kernel_activation_run(KernelFunction function, float alpha, KernelElement type, void *values, int64_t count, int threads);

#ifdef __cplusplus
}
#endif
