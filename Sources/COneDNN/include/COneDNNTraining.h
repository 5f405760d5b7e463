#pragma once

#include "COneDNN.h"

// Primitives that come in pairs, forward and backward. Each forward primitive keeps what its backward primitives need; all of them take
// a scratchpad, as those of COneDNN.h do.

#ifdef __cplusplus
extern "C" {
#endif

/// A convolution, or its transpose, with its gradients. Posts and Winograd's algorithm are not taken. `backward_data` may be null where
/// the source needs no gradient. The gradient of the weights comes in the weights' element type.
onednn_status onednn_convolution_training_create(
    const onednn_convolution *description, onednn_primitive **forward, onednn_primitive **backward_data,
    onednn_primitive **backward_weights);

/// Pooling with its gradient. A maximum's forward primitive writes a workspace that the backward one reads.
onednn_status onednn_pooling_training_create(
    const onednn_pooling *description, onednn_primitive **forward, onednn_primitive **backward);

/// Batch normalisation by the batch's own mean and variance, which are outputs, with scale and shift, and its gradients. With
/// `rectifies` the result is `max(y, 0)`, for which the forward primitive writes a workspace that the backward one reads.
onednn_status onednn_batch_normalization_training_create(
    float epsilon, bool rectifies, const onednn_layout *source, onednn_primitive **forward, onednn_primitive **backward);

/// `c = a · b + beta · c` of row-major matrices: `a` is m × k after the transposition asked for, `b` k × n. Leading dimensions are the
/// distances between the stored rows.
onednn_status onednn_matrix_product(
    bool transposes_a, bool transposes_b, int64_t m, int64_t n, int64_t k, const float *a, int64_t a_stride, const float *b,
    int64_t b_stride, float beta, float *c, int64_t c_stride);

#ifdef __cplusplus
}
#endif
