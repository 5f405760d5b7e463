#pragma once

#include <KernelTypes.h>

// Weights in the form of a model's file: integers of a few bits, or float16 numbers. They are made into float32 numbers a few at a time, when they
// are read.

#ifdef __cplusplus
extern "C" {
#endif

/// A matrix of integers in the form of a model's file: row by row without gaps, the lowest bits first.
///
/// The matrix is divided into blocks of `block_rows` × `block_columns` integers. The integers of a block share either a scale and an
/// offset, or a table. With a scale, the numbers are `scale · (integer − offset)`. A table has 2^`bits` numbers, and the integer is the
/// index.
typedef struct {
    const void *integers;
    /// The number of bits of an integer: 1, 2, 3, 4, 6 or 8. 16 means float16 numbers, which have neither scales nor tables.
    int bits;
    /// Whether integers are in two's complement. Indices into tables are not.
    bool is_signed;
    int64_t rows;
    int64_t columns;
    int64_t block_rows;
    int64_t block_columns;
    /// The scale of each block, row of blocks by row of blocks; null if there are tables. Scales are float32 numbers, or float16 numbers that need
    /// not be aligned.
    const void *scales;
    bool scales_are_halves;
    /// The offset of each block; null if all are zero.
    const int16_t *offsets;
    /// The table of each block; null if there are scales.
    const float *tables;
} KernelQuantizedWeights;

/// Writes the elements of `count` rows from row `first` on, on `threads` threads.
void kernel_quantized_expand(const KernelQuantizedWeights *quantized, int64_t first, int64_t count, float *result, int threads);

/// The product `Y = X · Wᵀ + b` of few dense rows with weights [outputs, inputs] in the form of the file. The weights of each output are first
/// multiplied by its `scale`. All other numbers are float32.
typedef struct {
    KernelQuantizedWeights weights;
    int64_t rows;
    /// The factor of each output's weights; null if all are 1.
    const float *scale;
    /// The bias of each output; null if all are zero.
    const float *bias;
} KernelQuantizedProduct;

/// Whether, on this processor, the product of a single row with these weights in their stored form takes no longer than a product with weights that
/// have already been expanded.
bool kernel_has_quantized_product(const KernelQuantizedWeights *weights);

void kernel_quantized_product_run(const KernelQuantizedProduct *work, const float *source, float *destination, int threads);

#ifdef __cplusplus
}
#endif
