#include "VectorProduct.h"
#include <Team.h>
#include <Team.hpp>
#include "Vectors.hpp"

#include <algorithm>

using namespace team;
using namespace vectors;

namespace {

using Lanes = float __attribute__((ext_vector_type(16)));

template <int Count, typename Source>
KERNEL_INLINE void accumulate(const KernelVectorProduct &work, const Source *x, int64_t first, float *results) {
    Lanes sums[Count], weights;
    for (int part = 0; part < Count; part++) std::memcpy(&sums[part], work.bias + first + part * 16, sizeof weights);
    const float *row = work.weights + first;
    for (int64_t input = 0; input < work.inputs; input++, row += work.padded_outputs) {
        const float value = element(x, input);
        for (int part = 0; part < Count; part++) {
            std::memcpy(&weights, row + part * 16, sizeof weights);
            sums[part] += weights * value;
        }
    }
    std::memcpy(results, sums, sizeof sums);
}

/// Computes at most 64 outputs, from `first` on.
template <typename Source>
KERNEL_INLINE void multiply(const KernelVectorProduct &work, const Source *x, int64_t first, int64_t count, float *results) {
    if (count == 64) return accumulate<4>(work, x, first, results);
    for (int64_t start = 0; start < count; start += 16) accumulate<1>(work, x, first + start, results + start);
}

KERNEL_EACH_PROCESSOR void multiply_wide(
    const KernelVectorProduct &work, const float *x, int64_t first, int64_t count, float *results) {
    multiply(work, x, first, count, results);
}

KERNEL_EACH_PROCESSOR void multiply_narrow(
    const KernelVectorProduct &work, const uint16_t *x, int64_t first, int64_t count, float *results) {
    multiply(work, x, first, count, results);
}

struct Run {
    const KernelVectorProduct &work;
    const void *source;
    void *destination;
};

void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const auto &work = run.work;
    const int64_t groups = (work.padded_outputs + 63) / 64;
    alignas(64) float results[64];
    for (int64_t group = groups * index / count; group < groups * (index + 1) / count; group++) {
        const int64_t first = group * 64, size = std::min<int64_t>(64, work.padded_outputs - first);
        if (work.source == KernelElementBFloat16)
            multiply_narrow(work, static_cast<const uint16_t *>(run.source), first, size, results);
        else
            multiply_wide(work, static_cast<const float *>(run.source), first, size, results);
        for (int p = 0; p < work.post_count; p++) {
            const auto &post = work.posts[p];
            kernel_function_run(post.algorithm, post.alpha, post.beta, results, size);
        }
        for (int64_t i = std::max<int64_t>(0, work.outputs - first); i < size; i++) results[i] = 0.0f;
        for (int64_t i = 0; i < size; i++) {
            if (work.destination == KernelElementBFloat16)
                put(static_cast<uint16_t *>(run.destination), first + i, results[i]);
            else
                put(static_cast<float *>(run.destination), first + i, results[i]);
        }
    }
}

} // namespace

void kernel_vector_product_run(const KernelVectorProduct *work, const void *source, void *destination, int threads) {
    Run run{*work, source, destination};
    team_run(work->inputs * work->padded_outputs < products_for_threads ? 1 : threads, run_share, &run);
}

void kernel_vector_product_weights(
    int64_t inputs, int64_t outputs, const float *weights, const float *scale, float *result, int64_t stride) {
    const int64_t padded = (outputs + 15) / 16 * 16;
    // The matrices are processed in squares, so that neither of them is traversed with a large stride.
    constexpr int64_t side = 16;
    for (int64_t first = 0; first < padded; first += side)
        for (int64_t start = 0; start < inputs; start += side) {
            const int64_t end = std::min(inputs, start + side);
            for (int64_t output = first; output < first + side; output++) {
                const bool exists = output < outputs;
                const float factor = exists && scale ? scale[output] : 1.0f;
                for (int64_t input = start; input < end; input++)
                    result[input * stride + output] = exists ? weights[output * inputs + input] * factor : 0.0f;
            }
        }
}
