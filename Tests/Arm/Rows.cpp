#include "Checks.hpp"

#include "Normalization.h"
#include "RootMeanSquare.h"

namespace checks {

namespace {

void normalization(const std::vector<float> &source, int64_t count, int64_t length) {
    Generator generator(8);
    const auto gamma = generator.numbers(static_cast<size_t>(length)), beta = generator.numbers(static_cast<size_t>(length));
    std::vector<float> found(source.size()), wanted(source.size()), squares(source.size());
    const KernelRowNormalization work{KernelElementFloat32, KernelElementFloat32, count, length, 1e-5f, gamma.data(), beta.data()};
    kernel_row_normalization_run(&work, source.data(), found.data(), 2);
    KernelRootMeanSquare by_squares{KernelElementFloat32, KernelElementFloat32, count, length, 1e-5f, 0, 0, 2, false, gamma.data()};
    std::vector<float> root(source.size());
    kernel_root_mean_square_run(&by_squares, source.data(), root.data(), 2);
    for (int64_t row = 0; row < count; row++) {
        const float *x = source.data() + row * length;
        double mean = 0, variance = 0, square = 0;
        for (int64_t i = 0; i < length; i++) mean += static_cast<double>(x[i]) / static_cast<double>(length);
        for (int64_t i = 0; i < length; i++) {
            variance += (x[i] - mean) * (x[i] - mean) / static_cast<double>(length);
            square += static_cast<double>(x[i]) * x[i] / static_cast<double>(length);
        }
        for (int64_t i = 0; i < length; i++) {
            const auto at = static_cast<size_t>(row * length + i);
            wanted[at] = static_cast<float>((x[i] - mean) / std::sqrt(variance + 1e-5) * gamma[static_cast<size_t>(i)]) + beta[static_cast<size_t>(i)];
            squares[at] = static_cast<float>(x[i] * 2 / std::sqrt(square + 1e-5) * gamma[static_cast<size_t>(i)]);
        }
    }
    near("normalisation of rows", found, wanted, 1e-5f);
    near("normalisation by the root of the mean of squares", root, squares, 1e-5f);
}

void softmax(const std::vector<float> &source, int64_t count, int64_t length) {
    std::vector<float> found(source.size()), wanted(source.size());
    const KernelRowSoftmax work{KernelElementFloat32, KernelElementFloat32, count, length};
    kernel_row_softmax_run(&work, source.data(), found.data(), 2);
    for (int64_t row = 0; row < count; row++) {
        const float *x = source.data() + row * length;
        double most = -1e30, sum = 0;
        for (int64_t i = 0; i < length; i++) most = std::fmax(most, static_cast<double>(x[i]));
        for (int64_t i = 0; i < length; i++) sum += std::exp(x[i] - most);
        for (int64_t i = 0; i < length; i++) wanted[static_cast<size_t>(row * length + i)] = static_cast<float>(std::exp(x[i] - most) / sum);
    }
    near("softmax", found, wanted, 2e-6f);
}

void channels(int64_t block) {
    Generator generator(10);
    const int64_t images = 2, blocks = 3, pixels = 77;
    const auto source = generator.numbers(static_cast<size_t>(images * blocks * pixels * block), 3);
    const auto gamma = generator.numbers(static_cast<size_t>(blocks * block)), beta = generator.numbers(static_cast<size_t>(blocks * block));
    std::vector<float> found(source.size()), wanted(source.size());
    const KernelChannelNormalization work{
        KernelElementFloat32, KernelElementFloat32, images, blocks, block, pixels, 1e-5f, gamma.data(), beta.data(), 0};
    kernel_channel_normalization_run(&work, source.data(), found.data(), 2);
    for (int64_t plane = 0; plane < images * blocks; plane++)
        for (int64_t channel = 0; channel < block; channel++) {
            const auto at = [&](int64_t pixel) { return static_cast<size_t>((plane * pixels + pixel) * block + channel); };
            double mean = 0, variance = 0;
            for (int64_t p = 0; p < pixels; p++) mean += static_cast<double>(source[at(p)]) / static_cast<double>(pixels);
            for (int64_t p = 0; p < pixels; p++) variance += (source[at(p)] - mean) * (source[at(p)] - mean) / static_cast<double>(pixels);
            const auto index = static_cast<size_t>(plane % blocks * block + channel);
            for (int64_t p = 0; p < pixels; p++)
                wanted[at(p)] = std::fmax(
                    0.0f, static_cast<float>((source[at(p)] - mean) / std::sqrt(variance + 1e-5) * gamma[index]) + beta[index]);
        }
    near("normalisation of channels in blocks of " + std::to_string(block), found, wanted, 1e-5f);
}

} // namespace

void rows() {
    Generator generator(7);
    for (int64_t length : {1, 7, 64, 1000}) {
        const auto source = generator.numbers(static_cast<size_t>(23 * length), 5);
        if (length > 1) normalization(source, 23, length);
        softmax(source, 23, length);
    }
    for (int64_t block : {1, 8, 16}) channels(block);
}

} // namespace checks
