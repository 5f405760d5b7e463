#pragma once

#include <KernelTypes.h>

// A small C interface to oneDNN, the same for versions 2 and 3. Every function that can fail returns an `onednn_status`. On failure,
// `onednn_last_message` gives the reason, and the output arguments are unchanged. No C++ exception crosses this interface.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    ONEDNN_SUCCESS = 0,
    ONEDNN_OUT_OF_MEMORY = 1,
    ONEDNN_INVALID_ARGUMENTS = 2,
    /// The library has no implementation for this combination.
    ONEDNN_UNIMPLEMENTED = 3,
    ONEDNN_FAILED = 4,
} onednn_status;

/// The message of this thread's last failure.
const char *onednn_last_message(void);

/// The order of the elements of a tensor [N, C, spatial…] in memory.
typedef enum {
    /// Any format: the primitive chooses.
    ONEDNN_ANY = 0,
    ONEDNN_ROW_MAJOR = 1,
    ONEDNN_CHANNELS_LAST = 2,
    /// Blocks of 16 (or 8) channels innermost. The number of channels is padded with zeros to a multiple of the block's size.
    ONEDNN_BLOCKED_16 = 3,
    ONEDNN_BLOCKED_8 = 4,
    /// Another format that a primitive chose.
    ONEDNN_OTHER = 5,
} onednn_format;

enum { ONEDNN_MAXIMUM_POST_OPS = 16 };

// MARK: Layouts

/// The dimensions, element type and memory format of a tensor.
typedef struct onednn_layout onednn_layout;

onednn_status onednn_layout_create(
    KernelElement type, int rank, const int64_t *dimensions, onednn_format format, onednn_layout **result);
onednn_status onednn_layout_create_strided(
    KernelElement type, int rank, const int64_t *dimensions, const int64_t *strides, onednn_layout **result);
/// The part of `layout` that starts at `offsets` and has `dimensions`.
onednn_status onednn_layout_part(
    const onednn_layout *layout, int rank, const int64_t *dimensions, const int64_t *offsets, onednn_layout **result);
onednn_status onednn_layout_permuted(const onednn_layout *layout, int rank, const int *permutation, onednn_layout **result);
void onednn_layout_destroy(onednn_layout *layout);
bool onednn_layout_equal(const onednn_layout *a, const onednn_layout *b);
size_t onednn_layout_byte_count(const onednn_layout *layout);
onednn_format onednn_layout_format(const onednn_layout *layout);
KernelElement onednn_layout_type(const onednn_layout *layout);
/// Whether the elements lie in memory exactly as in a dense row-major array of the same dimensions.
bool onednn_layout_is_row_major(const onednn_layout *layout);

// MARK: Primitives

typedef enum { ONEDNN_POST_ELTWISE, ONEDNN_POST_SUM, ONEDNN_POST_BINARY } onednn_post_kind;

/// An operation that a primitive applies to each result before it is stored.
typedef struct {
    onednn_post_kind kind;
    /// A `KernelFunction` or a `KernelOperation`.
    int algorithm;
    float alpha;
    float beta;
    /// The second operand of a binary operation.
    const onednn_layout *operand;
} onednn_post;

typedef struct {
    const onednn_post *items;
    int count;
} onednn_posts;

typedef struct onednn_primitive onednn_primitive;

typedef struct {
    const onednn_layout *source;
    const onednn_layout *weights;
    /// The layout of the bias; null if there is none.
    const onednn_layout *bias;
    const onednn_layout *destination;
    int spatial_rank;
    int64_t strides[3];
    /// The dilation along each spatial dimension; 1 for a dense kernel.
    int64_t dilations[3];
    int64_t padding_before[3];
    int64_t padding_after[3];
    bool transposed;
    bool winograd;
} onednn_convolution;

typedef struct {
    KernelPoolingKind kind;
    const onednn_layout *source;
    const onednn_layout *destination;
    int spatial_rank;
    int64_t kernel[3];
    int64_t strides[3];
    int64_t padding_before[3];
    int64_t padding_after[3];
} onednn_pooling;

typedef enum { ONEDNN_RESAMPLE_NEAREST, ONEDNN_RESAMPLE_LINEAR } onednn_resampling_kind;

onednn_status onednn_convolution_create(const onednn_convolution *description, onednn_posts posts, onednn_primitive **result);
onednn_status onednn_inner_product_create(
    const onednn_layout *source, const onednn_layout *weights, const onednn_layout *bias, const onednn_layout *destination,
    onednn_posts posts, onednn_primitive **result);
onednn_status onednn_matmul_create(
    const onednn_layout *source, const onednn_layout *weights, const onednn_layout *bias, const onednn_layout *destination,
    onednn_posts posts, onednn_primitive **result);
onednn_status onednn_pooling_create(const onednn_pooling *description, onednn_posts posts, onednn_primitive **result);
onednn_status onednn_reorder_create(const onednn_layout *source, const onednn_layout *destination, onednn_primitive **result);
onednn_status onednn_softmax_create(
    int axis, bool logarithm, const onednn_layout *source, const onednn_layout *destination, onednn_primitive **result);
onednn_status onednn_lrn_create(
    int64_t size, float alpha, float beta, float k, const onednn_layout *source, const onednn_layout *destination,
    onednn_primitive **result);
onednn_status onednn_resampling_create(
    onednn_resampling_kind kind, const onednn_layout *source, const onednn_layout *destination, onednn_posts posts,
    onednn_primitive **result);
/// Generates the kernel now, and not at the first call. It is generated for the number of threads that is set on this thread.
onednn_status onednn_primitive_compile(const onednn_primitive *primitive);
void onednn_primitive_destroy(onednn_primitive *primitive);

/// The name of the implementation that the library chose.
const char *onednn_primitive_implementation(const onednn_primitive *primitive);

typedef enum {
    ONEDNN_ARGUMENT_SOURCE,
    ONEDNN_ARGUMENT_SOURCE_1,
    ONEDNN_ARGUMENT_WEIGHTS,
    ONEDNN_ARGUMENT_BIAS,
    ONEDNN_ARGUMENT_DESTINATION,
    ONEDNN_ARGUMENT_SCRATCHPAD,
    ONEDNN_ARGUMENT_SCALE,
    ONEDNN_ARGUMENT_SHIFT,
    ONEDNN_ARGUMENT_MEAN,
    ONEDNN_ARGUMENT_VARIANCE,
    ONEDNN_ARGUMENT_WORKSPACE,
    ONEDNN_ARGUMENT_SOURCE_GRADIENT,
    ONEDNN_ARGUMENT_WEIGHTS_GRADIENT,
    ONEDNN_ARGUMENT_BIAS_GRADIENT,
    ONEDNN_ARGUMENT_DESTINATION_GRADIENT,
    ONEDNN_ARGUMENT_SCALE_GRADIENT,
    ONEDNN_ARGUMENT_SHIFT_GRADIENT,
    /// The operand of the post-operation with index `i` is `ONEDNN_ARGUMENT_POST + i`.
    ONEDNN_ARGUMENT_POST = 8192,
} onednn_argument;

/// The layout that the primitive expects for the source, the weights, the bias or the destination. The scratchpad's layout has the size in
/// bytes.
onednn_status onednn_primitive_layout(const onednn_primitive *primitive, int argument, onednn_layout **result);
size_t onednn_primitive_scratchpad_byte_count(const onednn_primitive *primitive);

// MARK: Calls

/// A primitive bound to memory. It can run any number of times, but on one thread at a time.
typedef struct onednn_call onednn_call;

typedef struct {
    int argument;
    const onednn_layout *layout;
    void *data;
} onednn_binding;

onednn_status onednn_call_create(
    const onednn_primitive *primitive, const onednn_binding *bindings, int count, onednn_call **result);
void onednn_call_destroy(onednn_call *call);
/// Binds the argument at `index` of the bindings to other memory.
onednn_status onednn_call_set_data(onednn_call *call, int index, void *data);
onednn_status onednn_call_run(const onednn_call *call);

/// Transforms the weights [outputs, inputs, 3, 3] of a Winograd convolution into `layout`. If `scale` is not null, each output is
/// multiplied by its element of `scale`. Returns ONEDNN_UNIMPLEMENTED for a layout that this function does not know. For such layouts the
/// library's reorder can be used.
onednn_status onednn_winograd_weights(
    const onednn_layout *layout, int outputs, int inputs, const float *weights, const float *scale, float *result);

// MARK: The library

/// Sets the number of threads for which this thread's next primitives are made, and on which they run.
void onednn_set_threads(int count);
/// Whether the library's own parallel regions run on the threads of `CThreads`. They do if the library was built with GNU OpenMP. The
/// environment variable OSPREY_OPENMP prevents this if it is `library` at the first call.
bool onednn_runs_on_own_threads(void);
/// Writes addresses to entries of a table, whatever the protection of their pages is, and restores the protection. If one entry cannot be written, no
/// entry is changed, and the result is false.
bool onednn_replace_addresses(void **const *entries, void *const *values, size_t count);
/// Sets the number of created primitives that the library keeps for reuse.
void onednn_set_cache_capacity(int count);
void onednn_version(int *major, int *minor, int *patch);

#ifdef __cplusplus
}
#endif

#include "COneDNNTraining.h"
