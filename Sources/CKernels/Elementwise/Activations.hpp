#pragma once

#include "Activations.h"

namespace kernels {

/// As `onednn_activation_run` for float32 numbers, on this thread, but no closer than they will be once they are rounded to bfloat16.
void activate_narrow(onednn_eltwise function, float alpha, float *values, int64_t count);

} // namespace kernels
