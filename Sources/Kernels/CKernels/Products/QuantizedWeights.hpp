#pragma once

#include "QuantizedWeights.h"
#include "Pointwise.h"

#include <cstdint>

namespace kernels {

/// Writes `count` numbers of a row from `column` on, on this thread.
void expand_columns(const KernelQuantizedWeights &quantized, int64_t row, int64_t column, int64_t count, float *result);

/// The index of a number's block among all blocks.
inline int64_t block_of(const KernelQuantizedWeights &quantized, int64_t row, int64_t column) {
    return row / quantized.block_rows * (quantized.columns / quantized.block_columns) + column / quantized.block_columns;
}

/// The highest bit of signed integers, or 0 for unsigned integers. Signed integers become numbers by `(integer ^ bit) − bit`.
inline int32_t sign_bit(const KernelQuantizedWeights &quantized) { return quantized.is_signed && !quantized.tables ? 1 << (quantized.bits - 1) : 0; }

} // namespace kernels
