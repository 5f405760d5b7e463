#pragma once

#include "Activations.h"

namespace kernels {

/// Does the work of `onednn_activation_run` for float32 numbers, on this thread, but only to the precision of bfloat16.
void activate_narrow(onednn_eltwise function, float alpha, float *values, int64_t count);

} // namespace kernels
