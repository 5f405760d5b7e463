#pragma once

#include "Pointwise.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `W x + b` of one vector, and functions of the result. The weights hold, for each input, a number for each output; outputs are padded
/// with zeros to a multiple of 16.
typedef struct {
    KernelElement source;
    KernelElement destination;
    int64_t inputs;
    int64_t padded_outputs;
    int64_t outputs;
    const float *weights;
    const float *bias;
    int post_count;
    const KernelPointwisePost *posts;
} KernelVectorProduct;

void kernel_vector_product_run(const KernelVectorProduct *work, const void *source, void *destination, int threads);

/// Arranges weights [outputs, inputs] for such a product. Each output is multiplied by its `scale` unless that is null. `stride` is the distance
/// between the inputs' numbers: the padded outputs, or more where several matrices share a product.
void kernel_vector_product_weights(
    int64_t inputs, int64_t outputs, const float *weights, const float *scale, float *result, int64_t stride);

/// The sum of the products of `count` pairs.
float kernel_dot(const float *a, const float *b, int64_t count);

#ifdef __cplusplus
}
#endif
