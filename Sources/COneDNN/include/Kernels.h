#pragma once

#include "COneDNN.h"

// Vector loops of our own, for what the library has no fast kernel for. They are compiled for several instruction sets; the
// processor's best is taken. Elements are float32 or bfloat16 in memory and float32 in between. None of them can fail.

#ifdef __cplusplus
extern "C" {
#endif

/// One thing done to every element: a function of it, or an operation with an element of another tensor.
typedef struct {
    bool is_binary;
    /// An `onednn_eltwise` or an `onednn_binary`.
    int algorithm;
    float alpha;
    float beta;
    /// Which of the addresses the other tensor is.
    int operand;
    onednn_type type;
    /// How far the other tensor moves along each outer dimension, in elements.
    int64_t strides[ONEDNN_MAXIMUM_RANK];
    /// After how many elements of a row the other tensor repeats itself: 1 for a single number, the row's length for a whole row.
    int64_t period;
} onednn_pointwise_post;

/// Rows of `length` elements, one after the other in memory in the order of the outer dimensions.
typedef struct {
    onednn_type source;
    onednn_type destination;
    int outer_rank;
    int64_t outer[ONEDNN_MAXIMUM_RANK];
    int64_t length;
    int post_count;
    const onednn_pointwise_post *posts;
    /// Where blocks of channels are padded: rows whose index along `block_axis` is the last have `block_used` elements in use of each
    /// `block` that follow each other, and zeros in the others. −1 where nothing is padded.
    int block_axis;
    int64_t block;
    int64_t block_used;
} onednn_pointwise;

/// The longest period other than a whole row.
enum { ONEDNN_POINTWISE_TILE = 512 };

/// `addresses` holds the source, the destination and then the operands that posts name.
void onednn_pointwise_run(const onednn_pointwise *work, void *const *addresses, int threads);

/// `(x − mean) / sqrt(variance + epsilon) · gamma + beta` of each row; gamma and beta may be null.
typedef struct {
    onednn_type source;
    onednn_type destination;
    int64_t rows;
    int64_t length;
    float epsilon;
    const float *gamma;
    const float *beta;
} onednn_row_normalization;

void onednn_row_normalization_run(const onednn_row_normalization *work, const void *source, void *destination, int threads);

/// `exp(x − max) / sum` of each row.
typedef struct {
    onednn_type source;
    onednn_type destination;
    int64_t rows;
    int64_t length;
} onednn_row_softmax;

void onednn_row_softmax_run(const onednn_row_softmax *work, const void *source, void *destination, int threads);

/// The normalisation of each channel of each image by its own mean and variance. Channels lie one after the other (`block` 1) or
/// interleaved in blocks of 8 or 16, padded with zeros. Gamma and beta have an element for every channel of every block.
typedef struct {
    onednn_type source;
    onednn_type destination;
    int64_t images;
    int64_t blocks;
    int64_t block;
    int64_t pixels;
    float epsilon;
    const float *gamma;
    const float *beta;
    /// Smaller results become this: 0 for a rectifier, −∞ for none.
    float lowest;
} onednn_channel_normalization;

void onednn_channel_normalization_run(
    const onednn_channel_normalization *work, const void *source, void *destination, int threads);

/// `W x + b` of one vector, and functions of the result. The weights hold, for each input, a number for each output; outputs are padded
/// with zeros to a multiple of 16.
typedef struct {
    onednn_type source;
    onednn_type destination;
    int64_t inputs;
    int64_t padded_outputs;
    int64_t outputs;
    const float *weights;
    const float *bias;
    int post_count;
    const onednn_pointwise_post *posts;
} onednn_vector_product;

void onednn_vector_product_run(const onednn_vector_product *work, const void *source, void *destination, int threads);

/// Arranges weights [outputs, inputs] for such a product, each output multiplied by its `scale` where that is not null. `stride` is the
/// distance between the inputs' numbers: the padded outputs, or more where several matrices share a product.
void onednn_vector_product_weights(
    int64_t inputs, int64_t outputs, const float *weights, const float *scale, float *result, int64_t stride);

/// The sum of the products of `count` pairs.
float onednn_dot(const float *a, const float *b, int64_t count);

/// Applies an `onednn_eltwise` to `count` numbers in place, on this thread.
void onednn_function_run(int algorithm, float alpha, float beta, float *values, int64_t count);

/// Applies an `onednn_binary` with `others` to `count` numbers in place, on this thread.
void onednn_combine_run(int algorithm, float *values, const float *others, int64_t count);

#ifdef __cplusplus
}
#endif

#include "Activations.h"
#include "Attention.h"
#include "QuantizedWeights.h"
#include "Concatenation.h"
#include "DepthwisePointwise.h"
#include "ImageConvolution.h"
#include "Patches.h"
#include "Pooling.h"
#include "Products.h"
#include "RootMeanSquare.h"
#include "TileConvolution.h"
