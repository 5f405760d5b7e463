#include "Normalization.h"
#include "VectorProduct.h"
#include "Vectors.hpp"
#include <Team.h>

#include <algorithm>

using namespace vectors;

namespace {

constexpr int64_t elements_for_threads = 1 << 14;
/// The number of elements of a row that stay in float32 while the row is processed. Rows beyond this length are read again.
constexpr int64_t kept = 4096;

/// The mean of the numbers or, if `squared`, of the squares of their differences from `centre`. The order of the terms does not matter, so the
/// compiler may use sixteen partial sums.
template <typename Source> KERNEL_INLINE float sum(const Source *source, int64_t count, float centre, bool squared) {
#pragma clang fp reassociate(on)
    // Sums in pieces, so that no partial sum grows so large that it loses precision.
    double total = 0;
    for (int64_t start = 0; start < count; start += 2048) {
        const int64_t end = std::min(count, start + 2048);
        float part = 0;
        if (squared) {
            for (int64_t i = start; i < end; i++) {
                const float d = element(source, i) - centre;
                part += d * d;
            }
        } else {
            for (int64_t i = start; i < end; i++) part += element(source, i);
        }
        total += static_cast<double>(part);
    }
    return static_cast<float>(total / static_cast<double>(count));
}

template <typename Source, typename Destination>
KERNEL_INLINE void normalize(const KernelRowNormalization &work, const Source *x, Destination *y) {
    const float mean = sum(x, work.length, 0.0f, false);
    const float variance = sum(x, work.length, mean, true);
    const float scale = 1.0f / __builtin_elementwise_sqrt(variance + work.epsilon);
    const float *gamma = work.gamma, *beta = work.beta;
    if (gamma && beta) {
        for (int64_t i = 0; i < work.length; i++) put(y, i, (element(x, i) - mean) * scale * gamma[i] + beta[i]);
    } else {
        for (int64_t i = 0; i < work.length; i++) {
            const float value = (element(x, i) - mean) * scale * (gamma ? gamma[i] : 1.0f);
            put(y, i, value + (beta ? beta[i] : 0.0f));
        }
    }
}

/// The largest number. It is found from sixteen maxima side by side. They are written out here, because the order of comparisons matters for NaN, so
/// that a compiler may not split a single maximum.
template <typename Source> KERNEL_INLINE float maximum(const Source *x, int64_t count) {
    float lanes[16];
    for (int lane = 0; lane < 16; lane++) lanes[lane] = -__builtin_inff();
    int64_t start = 0;
    for (; start + 16 <= count; start += 16)
        for (int lane = 0; lane < 16; lane++) {
            const float value = element(x, start + lane);
            lanes[lane] = value > lanes[lane] ? value : lanes[lane];
        }
    float largest = lanes[0];
    for (int lane = 1; lane < 16; lane++) largest = lanes[lane] > largest ? lanes[lane] : largest;
    for (; start < count; start++) {
        const float value = element(x, start);
        largest = value > largest ? value : largest;
    }
    return largest;
}

/// Writes the exponentials of x − largest to `row`, and returns their sum.
template <typename Source>
KERNEL_INLINE float exponentials(const Source *x, float *row, int64_t start, int64_t end, float largest) {
#pragma clang fp reassociate(on)
    float total = 0;
    for (int64_t i = start; i < end; i++) {
        const float value = exponential(element(x, i) - largest);
        row[i - start] = value;
        total += value;
    }
    return total;
}

template <typename Source, typename Destination>
KERNEL_INLINE void soften(const KernelRowSoftmax &work, const Source *x, Destination *y) {
    alignas(64) float row[kept];
    const int64_t count = work.length;
    const float largest = maximum(x, count);
    double total = 0;
    for (int64_t start = 0; start < count; start += kept) {
        const int64_t end = std::min(count, start + kept);
        total += static_cast<double>(exponentials(x, row, start, end, largest));
    }
    const float factor = static_cast<float>(1.0 / total);
    if (count <= kept) {
        for (int64_t i = 0; i < count; i++) put(y, i, row[i] * factor);
    } else {
        for (int64_t i = 0; i < count; i++) put(y, i, exponential(element(x, i) - largest) * factor);
    }
}

#define ROWS(name, work_type, body)                                                                                                    \
    KERNEL_EACH_PROCESSOR void name##_ff(const work_type &work, const float *x, float *y) { body(work, x, y); }                         \
    KERNEL_EACH_PROCESSOR void name##_fb(const work_type &work, const float *x, uint16_t *y) { body(work, x, y); }                      \
    KERNEL_EACH_PROCESSOR void name##_bf(const work_type &work, const uint16_t *x, float *y) { body(work, x, y); }                      \
    KERNEL_EACH_PROCESSOR void name##_bb(const work_type &work, const uint16_t *x, uint16_t *y) { body(work, x, y); }                   \
                                                                                                                                       \
    void name(const work_type &work, const void *source, void *destination, int64_t row) {                                             \
        const int64_t offset = row * work.length;                                                                                      \
        const bool narrow_source = work.source == KernelElementBFloat16, narrow_result = work.destination == KernelElementBFloat16;                \
        const auto *x = static_cast<const float *>(source);                                                                            \
        const auto *narrow_x = static_cast<const uint16_t *>(source);                                                                  \
        auto *y = static_cast<float *>(destination);                                                                                   \
        auto *narrow_y = static_cast<uint16_t *>(destination);                                                                         \
        if (narrow_source && narrow_result)                                                                                            \
            name##_bb(work, narrow_x + offset, narrow_y + offset);                                                                     \
        else if (narrow_source)                                                                                                        \
            name##_bf(work, narrow_x + offset, y + offset);                                                                            \
        else if (narrow_result)                                                                                                        \
            name##_fb(work, x + offset, narrow_y + offset);                                                                            \
        else                                                                                                                           \
            name##_ff(work, x + offset, y + offset);                                                                                   \
    }

KERNEL_EACH_PROCESSOR float dot(const float *a, const float *b, int64_t count) {
#pragma clang fp reassociate(on)
    float total = 0;
    for (int64_t i = 0; i < count; i++) total += a[i] * b[i];
    return total;
}

ROWS(normalize_row, KernelRowNormalization, normalize)
ROWS(soften_row, KernelRowSoftmax, soften)

#undef ROWS

template <typename Work> struct Run {
    const Work &work;
    const void *source;
    void *destination;
};

template <typename Work, void (*body)(const Work &, const void *, void *, int64_t)>
void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run<Work> *>(context);
    const int64_t last = run.work.rows * (index + 1) / count;
    for (int64_t row = run.work.rows * index / count; row < last; row++) body(run.work, run.source, run.destination, row);
}

} // namespace

void kernel_row_normalization_run(const KernelRowNormalization *work, const void *source, void *destination, int threads) {
    Run<KernelRowNormalization> run{*work, source, destination};
    const bool alone = work->rows * work->length < elements_for_threads;
    team_run(alone ? 1 : threads, run_share<KernelRowNormalization, normalize_row>, &run);
}

void kernel_row_softmax_run(const KernelRowSoftmax *work, const void *source, void *destination, int threads) {
    Run<KernelRowSoftmax> run{*work, source, destination};
    const bool alone = work->rows * work->length < elements_for_threads;
    team_run(alone ? 1 : threads, run_share<KernelRowSoftmax, soften_row>, &run);
}

float kernel_dot(const float *a, const float *b, int64_t count) { return dot(a, b, count); }
