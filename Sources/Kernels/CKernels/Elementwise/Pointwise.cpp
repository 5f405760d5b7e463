#include "Pointwise.h"
#include "Vectors.hpp"
#include <Team.h>

#include <algorithm>
#include <cmath>

using namespace vectors;

namespace {

constexpr int64_t tile = KERNEL_POINTWISE_TILE;

/// The number of elements below which a second thread costs more time than it saves.
constexpr int64_t elements_for_threads = 1 << 14;

KERNEL_EACH_PROCESSOR void load(float *values, const void *source, KernelElement type, int64_t start, int64_t count) {
    if (type == KernelElementBFloat16) {
        const auto *from = static_cast<const uint16_t *>(source) + start;
        for (int64_t i = 0; i < count; i++) values[i] = widen_bfloat16(from[i]);
    } else {
        const auto *from = static_cast<const float *>(source) + start;
        for (int64_t i = 0; i < count; i++) values[i] = from[i];
    }
}

KERNEL_EACH_PROCESSOR void store(const float *values, void *destination, KernelElement type, int64_t start, int64_t count) {
    if (type == KernelElementBFloat16) {
        auto *to = static_cast<uint16_t *>(destination) + start;
        for (int64_t i = 0; i < count; i++) to[i] = narrow_bfloat16(values[i]);
    } else {
        auto *to = static_cast<float *>(destination) + start;
        for (int64_t i = 0; i < count; i++) to[i] = values[i];
    }
}

#define EACH(expression)                                                                                                               \
    for (int64_t i = 0; i < count; i++) {                                                                                              \
        const float x = v[i];                                                                                                          \
        v[i] = (expression);                                                                                                           \
    }                                                                                                                                  \
    break

KERNEL_EACH_PROCESSOR void function(int algorithm, float a, float b, float *v, int64_t count) {
    switch (algorithm) {
    case KernelFunctionReLU:
        // A slope of 0 is handled separately, so that negative numbers become +0. Multiplied by the slope, they would become −0.
        if (a == 0.0f) {
            EACH(x < 0.0f ? 0.0f : x);
        }
        EACH(x >= 0.0f ? x : a * x);
    case KernelFunctionTanh: EACH(hyperbolic_tangent(x));
    case KernelFunctionELU: EACH(x >= 0.0f ? x : a * (exponential(x) - 1.0f));
    case KernelFunctionSquare: EACH(x * x);
    case KernelFunctionAbsolute: EACH(absolute(x));
    case KernelFunctionSquareRoot: EACH(__builtin_elementwise_sqrt(x));
    case KernelFunctionLinear: EACH(a * x + b);
    case KernelFunctionSoftplus: EACH(soft_rectifier(x));
    case KernelFunctionLogistic: EACH(logistic(x));
    case KernelFunctionExponential: EACH(exponential(x));
    case KernelFunctionGELUTanh:
        // ½ (1 + tanh u) is σ(2u).
        EACH(x * logistic(2.0f * 0.797884561f * (x + 0.044715f * x * x * x)));
    case KernelFunctionGELUErf: EACH(0.5f * x * (1.0f + error_function(x * 0.707106781f)));
    case KernelFunctionSwish: EACH(x * logistic(a * x));
    case KernelFunctionLogarithm: EACH(logarithm(x));
    case KernelFunctionClip: EACH(x < a ? a : (x > b ? b : x));
    case KernelFunctionPower: EACH(a * std::pow(x, b));
    case KernelFunctionRound: EACH(__builtin_elementwise_rint(x));
    case KernelFunctionHardSwish: {
        for (int64_t i = 0; i < count; i++) {
            const float gate = v[i] * (1.0f / 6.0f) + 0.5f;
            v[i] *= gate < 0.0f ? 0.0f : (gate > 1.0f ? 1.0f : gate);
        }
        break;
    }
    case KernelFunctionThreshold: EACH(x >= a ? x : 0.0f);
    case KernelFunctionReciprocal: EACH(1.0f / (x + a));
    case KernelFunctionReciprocalSquareRoot: EACH(1.0f / __builtin_elementwise_sqrt(x + a));
    case KernelFunctionErf: EACH(error_function(x));
    case KernelFunctionFloor: EACH(__builtin_elementwise_floor(x));
    case KernelFunctionCeiling: EACH(__builtin_elementwise_ceil(x));
    case KernelFunctionSign: EACH(x > 0.0f ? 1.0f : (x < 0.0f ? -1.0f : x));
    case KernelFunctionSoftsign: EACH(x / (1.0f + absolute(x)));
    default: break;
    }
}

#undef EACH
#define EACH(expression)                                                                                                               \
    if (period == 1) {                                                                                                                 \
        const float y = other[0];                                                                                                      \
        for (int64_t i = 0; i < count; i++) {                                                                                          \
            const float x = v[i];                                                                                                      \
            v[i] = (expression);                                                                                                       \
        }                                                                                                                              \
    } else {                                                                                                                           \
        for (int64_t i = 0; i < count; i++) {                                                                                          \
            const float x = v[i], y = other[i];                                                                                        \
            v[i] = (expression);                                                                                                       \
        }                                                                                                                              \
    }                                                                                                                                  \
    break

KERNEL_EACH_PROCESSOR void combine(int algorithm, float *v, const float *other, int64_t period, int64_t count) {
    switch (algorithm) {
    case KernelOperationAdd: EACH(x + y);
    case KernelOperationMultiply: EACH(x * y);
    case KernelOperationMaximum: EACH(x > y ? x : y);
    case KernelOperationMinimum: EACH(x < y ? x : y);
    case KernelOperationDivide: EACH(x / y);
    case KernelOperationSubtract: EACH(x - y);
    case KernelOperationSubtractFrom: EACH(y - x);
    case KernelOperationDivideInto: EACH(y / x);
    case KernelOperationLeak: EACH(x >= 0.0f ? x : x * y);
    default: break;
    }
}

#undef EACH

/// Sets the unused elements of each block to zero.
void clear_padding(float *values, int64_t block, int64_t used, int64_t count) {
    for (int64_t start = 0; start < count; start += block)
        for (int64_t i = used; i < block; i++) values[start + i] = 0.0f;
}

struct Run {
    const KernelPointwise &work;
    void *const *addresses;
    int64_t step;
    int64_t tiles;
    int64_t units;
};

/// Computes the tiles from index `first` up to but not including `last`. The indices count the tiles of all rows.
void run_units(const Run &run, int64_t first, int64_t last) {
    const auto &work = run.work;
    alignas(64) float values[tile];
    // The values that repeat within a tile, written out once for each row.
    alignas(64) float tables[KERNEL_MAXIMUM_POSTS][tile];
    const void *rows[KERNEL_MAXIMUM_POSTS];
    int64_t current = -1;
    bool padded = false;
    for (int64_t unit = first; unit < last; unit++) {
        const int64_t row = unit / run.tiles, start = unit % run.tiles * run.step;
        const int64_t count = std::min(run.step, work.length - start);
        if (row != current) {
            current = row;
            int64_t index[KERNEL_MAXIMUM_RANK], rest = row;
            for (int axis = work.outer_rank; axis-- > 0;) {
                index[axis] = rest % work.outer[axis];
                rest /= work.outer[axis];
            }
            padded = work.block_axis >= 0 && index[work.block_axis] == work.outer[work.block_axis] - 1;
            for (int p = 0; p < work.post_count; p++) {
                const auto &post = work.posts[p];
                if (!post.is_binary) continue;
                int64_t offset = 0;
                for (int axis = 0; axis < work.outer_rank; axis++) offset += index[axis] * post.strides[axis];
                const int64_t size = post.type == KernelElementBFloat16 ? 2 : 4;
                rows[p] = static_cast<const char *>(run.addresses[post.operand]) + offset * size;
                if (post.period == work.length && work.length > 1) continue;
                load(tables[p], rows[p], post.type, 0, post.period);
                if (post.period == 1) continue;
                for (int64_t filled = post.period; filled < run.step; filled += post.period)
                    std::memcpy(tables[p] + filled, tables[p], static_cast<size_t>(post.period) * sizeof(float));
            }
        }
        load(values, run.addresses[0], work.source, row * work.length + start, count);
        for (int p = 0; p < work.post_count; p++) {
            const auto &post = work.posts[p];
            if (!post.is_binary) {
                function(post.algorithm, post.alpha, post.beta, values, count);
            } else if (post.period == work.length && work.length > 1) {
                if (post.type == KernelElementBFloat16) {
                    load(tables[p], rows[p], post.type, start, count);
                    combine(post.algorithm, values, tables[p], 0, count);
                } else {
                    combine(post.algorithm, values, static_cast<const float *>(rows[p]) + start, 0, count);
                }
            } else {
                combine(post.algorithm, values, tables[p], post.period, count);
            }
        }
        if (padded) clear_padding(values, work.block, work.block_used, count);
        store(values, run.addresses[1], work.destination, row * work.length + start, count);
    }
}

void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    run_units(run, run.units * index / count, run.units * (index + 1) / count);
}

} // namespace

void kernel_pointwise_run(const KernelPointwise *work, void *const *addresses, int threads) {
    int64_t longest = 1, rows = 1;
    for (int p = 0; p < work->post_count; p++)
        if (work->posts[p].is_binary && work->posts[p].period < work->length) longest = std::max(longest, work->posts[p].period);
    if (work->block_axis >= 0) longest = std::max(longest, work->block);
    for (int axis = 0; axis < work->outer_rank; axis++) rows *= work->outer[axis];
    // A tile holds whole periods, because each period divides the longest one.
    const int64_t step = tile / longest * longest;
    const int64_t tiles = (work->length + step - 1) / step;
    Run run{*work, addresses, step, tiles, rows * tiles};
    team_run(rows * work->length < elements_for_threads ? 1 : threads, run_share, &run);
}

void kernel_function_run(int algorithm, float alpha, float beta, float *values, int64_t count) {
    function(algorithm, alpha, beta, values, count);
}

void kernel_combine_run(int algorithm, float *values, const float *others, int64_t count) { combine(algorithm, values, others, count, count); }
