#include "Normalization.h"
#include "Vectors.hpp"
#include <Team.h>

#include <algorithm>

using namespace vectors;

namespace {

constexpr int64_t elements_for_threads = 1 << 14;
/// The number of pixels of a block that stay in the L1 cache between the passes for mean and variance.
constexpr int64_t chunk = 256;

/// The mean, and the sum of squared differences from it.
template <int Lanes> struct Moments {
    Floats<Lanes> mean;
    Floats<Lanes> squares;
};

/// Computes the moments chunk by chunk, reading the memory once, and merges the chunks as in Chan, Golub and LeVeque (1979). All numbers are taken
/// relative to the first, so that a large mean does not reduce the precision.
template <int Lanes, typename Source>
KERNEL_INLINE void measure(const Source *x, int64_t pixels, Moments<Lanes> &moments) {
    Floats<Lanes> origin = 0.0f, mean = 0.0f, squares = 0.0f;
    if (pixels > 0) read<Lanes>(x, origin);
    for (int64_t start = 0; start < pixels; start += chunk) {
        const int64_t count = std::min(chunk, pixels - start);
        const Source *from = x + start * Lanes;
        Floats<Lanes> sum[4] = {0.0f, 0.0f, 0.0f, 0.0f}, value;
        int64_t p = 0;
        for (; p + 4 <= count; p += 4)
            for (int part = 0; part < 4; part++) {
                read<Lanes>(from + (p + part) * Lanes, value);
                sum[part] += value - origin;
            }
        for (; p < count; p++) {
            read<Lanes>(from + p * Lanes, value);
            sum[0] += value - origin;
        }
        const Floats<Lanes> middle = (sum[0] + sum[1] + sum[2] + sum[3]) / static_cast<float>(count);
        const Floats<Lanes> centre = middle + origin;
        Floats<Lanes> square[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        for (p = 0; p + 4 <= count; p += 4)
            for (int part = 0; part < 4; part++) {
                read<Lanes>(from + (p + part) * Lanes, value);
                value -= centre;
                square[part] += value * value;
            }
        for (; p < count; p++) {
            read<Lanes>(from + p * Lanes, value);
            value -= centre;
            square[0] += value * value;
        }
        const float share = static_cast<float>(count) / static_cast<float>(start + count);
        const Floats<Lanes> delta = middle - mean;
        mean += delta * share;
        squares += (square[0] + square[1] + square[2] + square[3]) + delta * delta * (share * static_cast<float>(start));
    }
    moments.mean = mean + origin;
    moments.squares = squares;
}

template <int Lanes, typename Source, typename Destination>
KERNEL_INLINE void normalize_lanes(
    const Source *x, Destination *y, int64_t pixels, float epsilon, float lowest, const float *gamma, const float *beta) {
    Moments<Lanes> moments;
    measure<Lanes>(x, pixels, moments);
    Floats<Lanes> scale, shift, value;
    read<Lanes>(gamma, scale);
    read<Lanes>(beta, shift);
    scale /= __builtin_elementwise_sqrt(moments.squares / static_cast<float>(pixels) + epsilon);
    for (int64_t p = 0; p < pixels; p++) {
        read<Lanes>(x + p * Lanes, value);
        value = (value - moments.mean) * scale + shift;
        value = value < lowest ? Floats<Lanes>(lowest) : value;
        write<Lanes>(y + p * Lanes, value);
    }
}

/// Normalises a single channel. Sixteen neighbouring numbers at a time are measured like channels, and then merged.
template <typename Source, typename Destination>
KERNEL_INLINE void normalize_line(
    const Source *x, Destination *y, int64_t pixels, float epsilon, float lowest, const float *gamma, const float *beta) {
    const int64_t groups = pixels / 16;
    Moments<16> moments;
    measure<16>(x, groups, moments);
    double mean = 0, squares = 0, count = static_cast<double>(groups);
    for (int lane = 0; lane < 16; lane++) mean += static_cast<double>(moments.mean[lane]) / 16;
    for (int lane = 0; lane < 16; lane++) {
        const double delta = static_cast<double>(moments.mean[lane]) - mean;
        squares += static_cast<double>(moments.squares[lane]) + delta * delta * count;
    }
    count *= 16;
    for (int64_t p = groups * 16; p < pixels; p++) {
        const double delta = static_cast<double>(element(x, p)) - mean;
        count += 1;
        mean += delta / count;
        squares += delta * (static_cast<double>(element(x, p)) - mean);
    }
    const float scale = gamma[0] / __builtin_elementwise_sqrt(static_cast<float>(squares / count) + epsilon);
    const float shift = beta[0] - static_cast<float>(mean) * scale;
    for (int64_t p = 0; p < pixels; p++) {
        const float value = element(x, p) * scale + shift;
        put(y, p, value < lowest ? lowest : value);
    }
}

template <typename Source, typename Destination>
KERNEL_INLINE void normalize_block(const KernelChannelNormalization &work, const Source *x, Destination *y, int64_t channel) {
    const float *gamma = work.gamma + channel, *beta = work.beta + channel;
    if (work.block == 16)
        normalize_lanes<16>(x, y, work.pixels, work.epsilon, work.lowest, gamma, beta);
    else if (work.block == 8)
        normalize_lanes<8>(x, y, work.pixels, work.epsilon, work.lowest, gamma, beta);
    else
        normalize_line(x, y, work.pixels, work.epsilon, work.lowest, gamma, beta);
}

using Work = KernelChannelNormalization;

KERNEL_EACH_PROCESSOR void block_ff(const Work &work, const float *x, float *y, int64_t channel) { normalize_block(work, x, y, channel); }
KERNEL_EACH_PROCESSOR void block_fb(const Work &work, const float *x, uint16_t *y, int64_t channel) { normalize_block(work, x, y, channel); }
KERNEL_EACH_PROCESSOR void block_bf(const Work &work, const uint16_t *x, float *y, int64_t channel) { normalize_block(work, x, y, channel); }
KERNEL_EACH_PROCESSOR void block_bb(const Work &work, const uint16_t *x, uint16_t *y, int64_t channel) {
    normalize_block(work, x, y, channel);
}

struct Run {
    const Work &work;
    const void *source;
    void *destination;
};

void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const auto &work = run.work;
    const int64_t units = work.images * work.blocks, size = work.block * work.pixels;
    const bool narrow_source = work.source == KernelElementBFloat16, narrow_result = work.destination == KernelElementBFloat16;
    const auto *x = static_cast<const float *>(run.source);
    const auto *narrow_x = static_cast<const uint16_t *>(run.source);
    auto *y = static_cast<float *>(run.destination);
    auto *narrow_y = static_cast<uint16_t *>(run.destination);
    for (int64_t unit = units * index / count; unit < units * (index + 1) / count; unit++) {
        const int64_t offset = unit * size, channel = unit % work.blocks * work.block;
        if (narrow_source && narrow_result)
            block_bb(work, narrow_x + offset, narrow_y + offset, channel);
        else if (narrow_source)
            block_bf(work, narrow_x + offset, y + offset, channel);
        else if (narrow_result)
            block_fb(work, x + offset, narrow_y + offset, channel);
        else
            block_ff(work, x + offset, y + offset, channel);
    }
}

} // namespace

void kernel_channel_normalization_run(const Work *work, const void *source, void *destination, int threads) {
    Run run{*work, source, destination};
    const bool alone = work->images * work->blocks * work->block * work->pixels < elements_for_threads;
    team_run(alone ? 1 : threads, run_share, &run);
}
