#pragma once

#include "Activations.h"

namespace kernels {

/// Does the work of `kernel_activation_run` for float32 numbers, on this thread, but only to the precision of bfloat16.
void activate_narrow(KernelFunction function, float alpha, float *values, int64_t count);

} // namespace kernels
