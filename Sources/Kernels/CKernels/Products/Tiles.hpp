#pragma once

#include "Vectors.hpp"

#include <cstdint>

// Tiles of matrix products with constant weights, summed up in the registers of processors with vectors of 512 or 256
// bits, or 32 of 128.

#if defined(__x86_64__)
#define KERNEL_MEDIUM __attribute__((target("arch=x86-64-v3")))
#define KERNEL_WIDE __attribute__((target("arch=x86-64-v4"), min_vector_width(512)))
#define KERNEL_WIDE_INLINE KERNEL_WIDE KERNEL_INLINE
#define KERNEL_NARROW __attribute__((target("arch=x86-64-v4,avx512bf16"), min_vector_width(512)))
#elif defined(__aarch64__)
#define KERNEL_NARROW __attribute__((target("arch=armv8.2-a+bf16")))
#endif

namespace kernels {

constexpr int tile_block = 16;
constexpr int most_groups = 4;
constexpr int most_rows = 12;
constexpr int most_sums = 24;

/// The maximum number of groups of 16 columns in a panel of weights on this processor.
int panel_groups();

/// The maximum number of rows in a tile of `groups` groups of 16 columns on this processor.
int tile_rows(int groups);

inline int64_t up(int64_t value, int64_t divisor) { return (value + divisor - 1) / divisor; }

/// The division of the outputs into panels of up to 64 outputs, or of 16 on processors with few registers. Groups of 16 are distributed as evenly as
/// possible. The weights of a panel are contiguous: for each input or pair of inputs, they have a number or pair for each output.
struct Panels {
    int64_t groups, count;

    explicit Panels(int64_t outputs) : groups(up(outputs, tile_block)), count(up(groups, panel_groups())) {}

    int64_t first_column(int64_t panel) const { return groups * panel / count * tile_block; }
    int groups_of(int64_t panel) const { return static_cast<int>((first_column(panel + 1) - first_column(panel)) / tile_block); }
};

/// Sums `bias` and the products of a tile of rows, which lie `stride` bytes apart, into `results`, row by row.
using TileKernel = void (*)(
    const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results);

/// The kernel for bfloat16 factors if `narrow`, else for float32 factors. With bfloat16, the number of inputs must be even.
TileKernel tile_kernel(bool narrow, int rows, int groups);

/// The division of rows into tiles of nearly equal height. The first tiles may have one row more than the others.
struct TileHeights {
    int64_t count, shortest, taller;

    TileHeights(int64_t rows, int groups) : count(up(rows, tile_rows(groups))), shortest(rows / count), taller(rows % count) {}

    int operator[](int64_t index) const { return static_cast<int>(shortest + (index < taller)); }
};

} // namespace kernels
