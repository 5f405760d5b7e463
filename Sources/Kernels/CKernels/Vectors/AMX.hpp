#pragma once

#include <algorithm>
#include <cstdint>

// The registers of AMX, of which there are eight.

#if defined(__x86_64__)
#define KERNEL_TILED __attribute__((target("arch=x86-64-v4,avx512bf16,amx-tile,amx-bf16"), min_vector_width(512)))
#endif

namespace kernels {

/// The size of a register: 16 rows of 32 factors or 16 sums.
constexpr int64_t register_rows = 16, register_factors = 32, register_sums = 16, register_numbers = register_rows * register_factors;

/// The configuration of the unit's registers.
struct alignas(64) TileForms {
    uint8_t palette = 1, first_row = 0;
    uint8_t reserved[14] = {};
    uint16_t row_bytes[16] = {};
    uint8_t rows[16] = {};

    TileForms() {
        std::fill_n(row_bytes, 8, static_cast<uint16_t>(64));
        std::fill_n(rows, 8, static_cast<uint8_t>(register_rows));
    }
};

} // namespace kernels
