#pragma once

#include "Codes.h"

#include <cstring>

namespace onednn_shim {

/// Writes `count` numbers of a row from `column` on, on this thread.
void expand_columns(const onednn_codes &codes, int64_t row, int64_t column, int64_t count, float *result);

/// How many blocks lie side by side.
inline int64_t blocks_of_row(const onednn_codes &codes) { return codes.columns / codes.block_columns; }

/// Which of all blocks a number belongs to.
inline int64_t block_of(const onednn_codes &codes, int64_t row, int64_t column) {
    return row / codes.block_rows * blocks_of_row(codes) + column / codes.block_columns;
}

/// Reads the scales of `count` blocks from `first` on.
inline void read_scales(const onednn_codes &codes, int64_t first, int64_t count, float *scales) {
    const auto *source = static_cast<const unsigned char *>(codes.scales);
    const auto numbers = static_cast<size_t>(count);
    if (codes.scales_are_halves)
        onednn_widen_float16(source + 2 * first, scales, numbers);
    else
        std::memcpy(scales, source + 4 * first, numbers * sizeof(float));
}

/// The highest bit of signed codes, of which `(code ^ bit) − bit` is the number, else 0.
inline int32_t sign_bit(const onednn_codes &codes) { return codes.is_signed && !codes.tables ? 1 << (codes.bits - 1) : 0; }

} // namespace onednn_shim
