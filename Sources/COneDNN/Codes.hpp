#pragma once

#include "Codes.h"

#include <cstdint>

namespace onednn_shim {

/// Writes `count` numbers of a row from `column` on, on this thread.
void expand_columns(const onednn_codes &codes, int64_t row, int64_t column, int64_t count, float *result);

/// Which of all blocks a number belongs to.
inline int64_t block_of(const onednn_codes &codes, int64_t row, int64_t column) {
    return row / codes.block_rows * (codes.columns / codes.block_columns) + column / codes.block_columns;
}

/// The highest bit of signed codes, of which `(code ^ bit) − bit` is the number, else 0.
inline int32_t sign_bit(const onednn_codes &codes) { return codes.is_signed && !codes.tables ? 1 << (codes.bits - 1) : 0; }

} // namespace onednn_shim
