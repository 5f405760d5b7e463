#include "Checks.hpp"

#include "Pooling.h"

#include <algorithm>

namespace checks {

namespace {

void run(KernelPoolingKind kind, int64_t channels, int64_t kernel, int64_t stride, bool narrow) {
    Generator generator(40);
    const int64_t side = 19, padding = kernel / 2, result_side = (side + 2 * padding - kernel) / stride + 1;
    auto source = generator.numbers(static_cast<size_t>(side * side * channels), 3);
    if (narrow) source = widened(narrowed(source));
    KernelChannelPooling work = {};
    work.type = narrow ? KernelElementBFloat16 : KernelElementFloat32, work.kind = kind, work.images = 1, work.channels = channels;
    const int64_t inputs[3] = {1, side, side}, results[3] = {1, result_side, result_side}, kernels[3] = {1, kernel, kernel};
    for (int axis = 0; axis < 3; axis++) {
        work.input[axis] = inputs[axis], work.result[axis] = results[axis], work.kernel[axis] = kernels[axis];
        work.strides[axis] = axis ? stride : 1, work.padding_before[axis] = axis ? padding : 0;
    }
    if (!kernel_has_channel_pooling(&work)) return expect("pooling is there", false);
    std::vector<float> found(static_cast<size_t>(result_side * result_side * channels)), wanted(found.size());
    auto halves = narrowed(source);
    std::vector<uint16_t> half_found(found.size());
    kernel_channel_pooling_run(
        &work, narrow ? static_cast<void *>(halves.data()) : source.data(), narrow ? static_cast<void *>(half_found.data()) : found.data(), 2);
    for (int64_t y = 0; y < result_side; y++)
        for (int64_t x = 0; x < result_side; x++)
            for (int64_t c = 0; c < channels; c++) {
                double sum = 0, most = -1e30;
                int count = 0;
                for (int64_t dy = 0; dy < kernel; dy++)
                    for (int64_t dx = 0; dx < kernel; dx++) {
                        const int64_t sy = y * stride + dy - padding, sx = x * stride + dx - padding;
                        if (sy < 0 || sx < 0 || sy >= side || sx >= side) continue;
                        const auto value = static_cast<double>(source[static_cast<size_t>((sy * side + sx) * channels + c)]);
                        sum += value, most = std::max(most, value), count++;
                    }
                const double mean = sum / static_cast<double>(kind == KernelPoolingAverageWithPadding ? kernel * kernel : count);
                wanted[static_cast<size_t>((y * result_side + x) * channels + c)] = static_cast<float>(kind == KernelPoolingMaximum ? most : mean);
            }
    near(narrow ? "pooling in bfloat16" : "pooling", narrow ? widened(half_found) : found, wanted, narrow ? 8e-3f : 2e-6f);
}

} // namespace

void pooling() {
    for (auto kind : {KernelPoolingMaximum, KernelPoolingAverageWithPadding, KernelPoolingAverageWithoutPadding})
        for (int64_t channels : {1, 5, 16, 40})
            for (int64_t kernel : {2, 3})
                for (bool narrow : {false, true}) run(kind, channels, kernel, kernel == 2 ? 2 : 1, narrow);
}

} // namespace checks
