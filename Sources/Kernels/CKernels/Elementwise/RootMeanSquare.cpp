#include "RootMeanSquare.h"
#include "Vectors.hpp"
#include <Team.h>

#include <algorithm>

using namespace vectors;

namespace {

constexpr int64_t elements_for_threads = 1 << 14;

/// The number of squares in a partial sum. With more, the sum would grow so large that it loses precision.
constexpr int64_t piece = 2048;

/// The range of means of squares for which neither the squares nor their sums are too large or too small for float32.
constexpr float smallest_mean = 1e-30f, largest_mean = 1e30f;

/// The mean of the squares. Their order in the sum does not matter, so the compiler may use sixteen partial sums.
template <typename Source> KERNEL_INLINE float mean_of_squares(const Source *x, int64_t count) {
#pragma clang fp reassociate(on)
    double total = 0;
    for (int64_t start = 0; start < count; start += piece) {
        const int64_t end = std::min(count, start + piece);
        float part = 0;
        for (int64_t i = start; i < end; i++) {
            const float value = element(x, i);
            part += value * value;
        }
        total += static_cast<double>(part);
    }
    return static_cast<float>(total / static_cast<double>(count));
}

/// The root for rows of zeros, and for rows with squares that are too large or too small for sums in float32.
template <typename Source> KERNEL_INLINE float wide_root(const KernelRootMeanSquare &work, const Source *x) {
#pragma clang fp reassociate(on)
    double total = 0;
    if (work.has_wide_squares) {
        for (int64_t i = 0; i < work.length; i++) {
            const double value = static_cast<double>(element(x, i));
            total += value * value;
        }
    } else {
        for (int64_t i = 0; i < work.length; i++) {
            const float value = element(x, i);
            const float square = value * value;
            total += static_cast<double>(square);
        }
    }
    const double mean = total / static_cast<double>(work.length);
    return static_cast<float>(__builtin_elementwise_sqrt(mean + static_cast<double>(work.epsilon)));
}

/// Normalises a row. The row is read twice, the second time from the L1 cache.
template <typename Source, typename Destination>
KERNEL_INLINE void normalize(const KernelRootMeanSquare &work, const Source *x, Destination *y) {
    const float mean = mean_of_squares(x, work.length);
    const bool holds = mean > smallest_mean && mean < largest_mean;
    const float root = holds ? __builtin_elementwise_sqrt(mean + work.epsilon) : wide_root(work, x);
    // NaN stays NaN.
    const float limited = root < work.least ? work.least : root;
    const float scale = work.factor / (limited + work.margin);
    const float *gamma = work.gamma;
    if (gamma) {
        for (int64_t i = 0; i < work.length; i++) put(y, i, element(x, i) * scale * gamma[i]);
    } else {
        for (int64_t i = 0; i < work.length; i++) put(y, i, element(x, i) * scale);
    }
}

#define ROWS(name, Source, Destination)                                                                                                \
    KERNEL_EACH_PROCESSOR void name(                                                                                                   \
        const KernelRootMeanSquare &work, const void *source, void *destination, int64_t first, int64_t last) {                     \
        const auto *x = static_cast<const Source *>(source);                                                                           \
        auto *y = static_cast<Destination *>(destination);                                                                             \
        for (int64_t row = first; row < last; row++) normalize(work, x + row * work.length, y + row * work.length);                    \
    }

ROWS(rows_ff, float, float)
ROWS(rows_fb, float, uint16_t)
ROWS(rows_bf, uint16_t, float)
ROWS(rows_bb, uint16_t, uint16_t)

#undef ROWS

struct Run {
    const KernelRootMeanSquare &work;
    const void *source;
    void *destination;
};

void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const auto &work = run.work;
    const int64_t first = work.rows * index / count, last = work.rows * (index + 1) / count;
    const bool narrow_source = work.source == KernelElementBFloat16, narrow_result = work.destination == KernelElementBFloat16;
    if (narrow_source && narrow_result)
        rows_bb(work, run.source, run.destination, first, last);
    else if (narrow_source)
        rows_bf(work, run.source, run.destination, first, last);
    else if (narrow_result)
        rows_fb(work, run.source, run.destination, first, last);
    else
        rows_ff(work, run.source, run.destination, first, last);
}

} // namespace

void kernel_root_mean_square_run(const KernelRootMeanSquare *work, const void *source, void *destination, int threads) {
    Run run{*work, source, destination};
    const bool alone = work->rows * work->length < elements_for_threads;
    team_run(alone ? 1 : threads, run_share, &run);
}
