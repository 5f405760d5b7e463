#pragma once

#include <KernelTypes.h>

// Weights in the form of a model's file: integers of a few bits, or float16 numbers. They are made into float32 numbers a few at a time, when they
// are read.

#ifdef __cplusplus
extern "C" {
#endif

/// A matrix of numbers as a file holds it, row by row without gaps, the lowest bits first.
///
/// The matrix is divided into blocks of `block_rows` × `block_columns` integers. The integers of a block share a scale and an offset, for the
/// numbers `scale · (integer − offset)`, or a table of 2^`bits` numbers in which an integer is the index.
typedef struct {
    const void *integers;
    /// 1, 2, 3, 4, 6 or 8; 16 for float16 numbers, which have neither scales nor tables.
    int bits;
    /// Whether integers are in two's complement. Those that are indices are not.
    bool is_signed;
    int64_t rows;
    int64_t columns;
    int64_t block_rows;
    int64_t block_columns;
    /// A scale for each block, row of blocks by row of blocks: float32 numbers, or float16 numbers at any address. Null where there are tables.
    const void *scales;
    bool scales_are_halves;
    /// As many; null for zeros.
    const int16_t *offsets;
    /// One for each block; null where there are scales.
    const float *tables;
} KernelQuantizedWeights;

/// Writes the elements of `count` rows from row `first` on, on `threads` threads.
void kernel_quantized_expand(const KernelQuantizedWeights *quantized, int64_t first, int64_t count, float *result, int threads);

/// `Y = X · Wᵀ + b` of few dense rows, with weights [outputs, inputs] that stay as they are in the file. Each output's weights are multiplied by its
/// `scale` first. All numbers are float32.
typedef struct {
    KernelQuantizedWeights weights;
    int64_t rows;
    /// Null for ones.
    const float *scale;
    /// Null for zeros.
    const float *bias;
} KernelQuantizedProduct;

/// Whether a single row takes no longer on this processor with these weights than with weights that were expanded before.
bool kernel_has_quantized_product(const KernelQuantizedWeights *weights);

void kernel_quantized_product_run(const KernelQuantizedProduct *work, const float *source, float *destination, int threads);

#ifdef __cplusplus
}
#endif
