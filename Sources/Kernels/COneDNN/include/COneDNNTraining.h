#pragma once

#include "COneDNN.h"

// Primitives that come in pairs, forward and backward. Each forward primitive keeps what its backward primitives need. Like the primitives of
// COneDNN.h, all of them take a scratchpad.

#ifdef __cplusplus
extern "C" {
#endif

/// A convolution, or its transpose, with its gradients. Posts and Winograd's algorithm are not supported. `backward_data` may be null if the source
/// needs no gradient, and `backward_weights` if the weights need none. The gradient of the weights has the same element type as the weights.
onednn_status onednn_convolution_training_create(
    const onednn_convolution *description, onednn_primitive **forward, onednn_primitive **backward_data,
    onednn_primitive **backward_weights);

/// Pooling with its gradient. For a maximum, the forward primitive writes a workspace that the backward primitive reads.
onednn_status onednn_pooling_training_create(
    const onednn_pooling *description, onednn_primitive **forward, onednn_primitive **backward);

/// Batch normalisation with the mean and variance of the batch, which are also outputs, and with scale, shift and gradients. With `rectifies`, the
/// result is `max(y, 0)`. The forward primitive then writes a workspace that the backward primitive reads.
onednn_status onednn_batch_normalization_training_create(
    float epsilon, bool rectifies, const onednn_layout *source, onednn_primitive **forward, onednn_primitive **backward);

/// `c = a · b + beta · c` of row-major matrices. After the requested transposition, `a` is m × k and `b` is k × n. The strides are the distances
/// between the stored rows.
onednn_status onednn_matrix_product(
    bool transposes_a, bool transposes_b, int64_t m, int64_t n, int64_t k, const float *a, int64_t a_stride, const float *b,
    int64_t b_stride, float beta, float *c, int64_t c_stride);

#ifdef __cplusplus
}
#endif
