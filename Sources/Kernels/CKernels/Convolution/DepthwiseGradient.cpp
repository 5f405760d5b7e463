#include "DepthwiseGradient.h"
#include "Tiles.hpp"
#include <Processor.h>
#include <Team.h>

#include <algorithm>

using namespace kernels;
using namespace vectors;

namespace {

using Work = KernelDepthwiseGradient;

/// The number of channels in a block.
constexpr int lanes = 16;

struct Run {
    const Work &work;
    const float *source, *gradient;
    float *weights, *bias;
    int64_t blocks = up(work.channels, lanes);
};

#if defined(__x86_64__)

using Block = Floats<lanes>;

/// A row of the result's gradient, and the row of the source under one row of the kernel.
struct Rows {
    const float *source, *gradient;
    int64_t width, results, stride, dilation;
    /// The column of the source under the first tap, for the first result.
    int64_t column;
};

/// Adds the products of a row for some neighbouring taps in a row of the kernel. The products of the row are summed up first, so that rounding errors
/// stay small.
template <int Taps> KERNEL_WIDE void add_row(const Rows &rows, Block *sums) {
    Block row[Taps] = {}, gradient, value;
    int64_t column = rows.column;
    for (int64_t index = 0; index < rows.results; index++, column += rows.stride) {
        read(rows.gradient + index * lanes, gradient);
        const float *source = rows.source + column * lanes;
        const bool is_inside = column >= 0 && column + (Taps - 1) * rows.dilation < rows.width;
        KERNEL_UNROLLED
        for (int tap = 0; tap < Taps; tap++) {
            const int64_t place = column + tap * rows.dilation;
            if (!is_inside && (place < 0 || place >= rows.width)) continue;
            read(source + tap * rows.dilation * lanes, value);
            row[tap] += gradient * value;
        }
    }
    for (int tap = 0; tap < Taps; tap++) sums[tap] += row[tap];
}

constexpr int most_taps = 5;

void add_taps(const Rows &rows, int64_t taps, Block *sums) {
    static constexpr decltype(&add_row<1>) functions[most_taps] = {add_row<1>, add_row<2>, add_row<3>, add_row<4>, add_row<5>};
    functions[taps - 1](rows, sums);
}

/// Adds the sums for `taps` taps of the kernel's row `kernel_row`, from `first` on, for a block of channels.
void add_images(const Run &run, int64_t block, int64_t kernel_row, int64_t first, int64_t taps, Block *sums) {
    const auto &work = run.work;
    const int64_t source_row = work.input[1] * lanes, result_row = work.result[1] * lanes;
    for (int64_t image = 0; image < work.images; image++) {
        const float *source = run.source + (image * run.blocks + block) * work.input[0] * source_row;
        const float *gradient = run.gradient + (image * run.blocks + block) * work.result[0] * result_row;
        for (int64_t index = 0; index < work.result[0]; index++) {
            const int64_t row = index * work.strides[0] - work.padding_before[0] + kernel_row * work.dilations[0];
            if (row < 0 || row >= work.input[0]) continue;
            const int64_t column = first * work.dilations[1] - work.padding_before[1];
            add_taps(
                {source + row * source_row, gradient + index * result_row, work.input[1], work.result[1], work.strides[1],
                 work.dilations[1], column},
                taps, sums);
        }
    }
}

KERNEL_WIDE void add_bias(const Run &run, int64_t block, Block &sums) {
    const int64_t pixels = run.work.result[0] * run.work.result[1];
    for (int64_t image = 0; image < run.work.images; image++) {
        Block own = {}, value;
        const float *gradient = run.gradient + (image * run.blocks + block) * pixels * lanes;
        for (int64_t pixel = 0; pixel < pixels; pixel++) {
            read(gradient + pixel * lanes, value);
            own += value;
        }
        sums += own;
    }
}

KERNEL_WIDE void run_block(const Run &run, int64_t block) {
    const auto &work = run.work;
    const int64_t channels = std::min<int64_t>(lanes, work.channels - block * lanes), size = work.kernel[0] * work.kernel[1];
    for (int64_t row = 0; row < work.kernel[0]; row++) {
        for (int64_t first = 0; first < work.kernel[1]; first += most_taps) {
            const int64_t taps = std::min<int64_t>(most_taps, work.kernel[1] - first);
            Block sums[most_taps] = {};
            add_images(run, block, row, first, taps, sums);
            for (int64_t channel = 0; channel < channels; channel++) {
                float *weights = run.weights + (block * lanes + channel) * size + row * work.kernel[1] + first;
                for (int64_t tap = 0; tap < taps; tap++) weights[tap] = sums[tap][channel];
            }
        }
    }
    if (!run.bias) return;
    Block sums = {};
    add_bias(run, block, sums);
    for (int64_t channel = 0; channel < channels; channel++) run.bias[block * lanes + channel] = sums[channel];
}

#else
void run_block(const Run &, int64_t) {}
#endif

void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    for (int64_t block = run.blocks * index / count; block < run.blocks * (index + 1) / count; block++) run_block(run, block);
}

} // namespace

bool kernel_has_depthwise_gradient(const Work *work) {
    for (int axis = 0; axis < 2; axis++) {
        if (work->input[axis] < 1 || work->result[axis] < 1 || work->kernel[axis] < 1) return false;
        if (work->strides[axis] < 1 || work->dilations[axis] < 1 || work->padding_before[axis] < 0) return false;
    }
    return work->images > 0 && work->channels > 0 && processor_has_512_bit_vectors();
}

void kernel_depthwise_gradient_run(
    const Work *work, const float *source, const float *result_gradient, float *weights_gradient, float *bias_gradient, int threads) {
    Run run{*work, source, result_gradient, weights_gradient, bias_gradient};
    team_run(std::max(threads, 1), run_share, &run);
}
