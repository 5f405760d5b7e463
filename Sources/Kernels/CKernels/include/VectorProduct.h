#pragma once

#include "Pointwise.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The product `W x + b` of one vector, followed by functions of the result. The weights have, for each input, a number for each output. Outputs are
/// padded with zeros to a multiple of 16.
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

/// Arranges weights [outputs, inputs] for a product with a vector. If `scale` is not null, each output is multiplied by its element of
/// `scale`. `stride` is the distance between the numbers of two inputs: the padded number of outputs, or more if several matrices share a
/// product.
void kernel_vector_product_weights(
    int64_t inputs, int64_t outputs, const float *weights, const float *scale, float *result, int64_t stride);

/// The sum of the products of `count` pairs.
float kernel_dot(const float *a, const float *b, int64_t count);

#ifdef __cplusplus
}
#endif
