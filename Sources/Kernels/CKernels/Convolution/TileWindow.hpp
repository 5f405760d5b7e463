#pragma once

#include "AMX.hpp"
#include "Tiles.hpp"

#include <cstdint>

namespace kernels {

/// The layout of the numbers under a window in registers. The numbers in a row of the window are contiguous in memory. Numbers that fill whole
/// registers are read in place. The remaining numbers of several rows are gathered into one register.
struct Window {
    int64_t rows, numbers, whole, rest, rows_of_register, gathered;

    Window(int64_t channels, int64_t height, int64_t width)
        : rows(height), numbers(width * channels), whole(numbers / register_factors), rest(numbers % register_factors),
          rows_of_register(rest > 0 ? register_factors / rest : 0), gathered(rest > 0 ? up(rows, rows_of_register) : 0) {}

    int64_t registers() const { return rows * whole + gathered; }

    /// The position under the window of the number that is a group's factor at `place`: `row_at` gives the row, and `number_at` the index in the row.
    /// If there is no such number, at least one of them is out of range.
    int64_t row_at(int64_t place) const {
        const int64_t index = place / register_factors, later = index - rows * whole;
        return later < 0 ? index / whole : later * rows_of_register + place % register_factors / rest;
    }

    int64_t number_at(int64_t place) const {
        const int64_t index = place / register_factors, inner = place % register_factors;
        if (index < rows * whole) return index % whole * register_factors + inner;
        return inner / rest < rows_of_register ? whole * register_factors + inner % rest : numbers;
    }
};

} // namespace kernels
