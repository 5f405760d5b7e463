#include "Checks.hpp"

#include "Activations.h"
#include "Concatenation.h"
#include "Pointwise.h"

#include <algorithm>

namespace checks {

namespace {

struct Function {
    const char *name;
    KernelFunction algorithm;
    float alpha, beta;
    std::function<double(double)> plain;
    bool positive;
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

const std::vector<Function> functions{
    {"relu", KernelFunctionReLU, 0.1f, 0, [](double x) { return x >= 0 ? x : 0.1f * x; }, false},
    {"tanh", KernelFunctionTanh, 0, 0, [](double x) { return std::tanh(x); }, false},
    {"elu", KernelFunctionELU, 1.5f, 0, [](double x) { return x >= 0 ? x : 1.5 * (std::exp(x) - 1); }, false},
    {"square", KernelFunctionSquare, 0, 0, [](double x) { return x * x; }, false},
    {"abs", KernelFunctionAbsolute, 0, 0, [](double x) { return std::fabs(x); }, false},
    {"sqrt", KernelFunctionSquareRoot, 0, 0, [](double x) { return std::sqrt(x); }, true},
    {"linear", KernelFunctionLinear, 2, -1, [](double x) { return 2 * x - 1; }, false},
    {"softplus", KernelFunctionSoftplus, 1, 0, [](double x) { return std::log1p(std::exp(-std::fabs(x))) + std::max(x, 0.0); }, false},
    {"logistic", KernelFunctionLogistic, 0, 0, logistic, false},
    {"exp", KernelFunctionExponential, 0, 0, [](double x) { return std::exp(x); }, false},
    {"gelu", KernelFunctionGELUErf, 0, 0, [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }, false},
    {"gelu by tanh", KernelFunctionGELUTanh, 0, 0,
     [](double x) { return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }, false},
    {"swish", KernelFunctionSwish, 1, 0, [](double x) { return x * logistic(x); }, false},
    {"log", KernelFunctionLogarithm, 0, 0, [](double x) { return std::log(x); }, true},
    {"clip", KernelFunctionClip, -2, 3, [](double x) { return std::min(std::max(x, -2.0), 3.0); }, false},
    {"round", KernelFunctionRound, 0, 0, [](double x) { return std::nearbyint(x); }, false},
    {"erf", KernelFunctionErf, 0, 0, [](double x) { return std::erf(x); }, false},
    {"floor", KernelFunctionFloor, 0, 0, [](double x) { return std::floor(x); }, false},
    {"ceiling", KernelFunctionCeiling, 0, 0, [](double x) { return std::ceil(x); }, false},
    {"sign", KernelFunctionSign, 0, 0, [](double x) { return (x > 0) - (x < 0); }, false},
    {"soft sign", KernelFunctionSoftsign, 1, 1, [](double x) { return x / (1 + std::fabs(x)); }, false},
};

std::vector<float> run(const Function &function, std::vector<float> values) {
    kernel_function_run(function.algorithm, function.alpha, function.beta, values.data(), static_cast<int64_t>(values.size()));
    return values;
}

void pointwise(int threads) {
    Generator generator(3);
    const int64_t rows = 37, length = 1021;
    const auto source = generator.numbers(rows * length, 4), row = generator.numbers(length, 4);
    for (const bool narrow : {false, true}) {
        KernelPointwisePost posts[2] = {};
        posts[0] = {true, KernelOperationAdd, 0, 0, 2, KernelElementFloat32, {0}, length};
        posts[1] = {false, KernelFunctionReLU, 0, 0, 0, KernelElementFloat32, {0}, 0};
        KernelPointwise work = {};
        work.source = work.destination = narrow ? KernelElementBFloat16 : KernelElementFloat32;
        work.outer_rank = 1, work.outer[0] = rows, work.length = length;
        work.post_count = 2, work.posts = posts, work.block_axis = -1;
        auto halves = narrowed(source);
        std::vector<uint16_t> half_result(halves.size());
        std::vector<float> result(source.size());
        void *addresses[3] = {
            narrow ? static_cast<void *>(halves.data()) : const_cast<float *>(source.data()),
            narrow ? static_cast<void *>(half_result.data()) : result.data(), const_cast<float *>(row.data())};
        kernel_pointwise_run(&work, addresses, threads);
        const auto from = narrow ? widened(halves) : source;
        std::vector<float> wanted(source.size());
        for (size_t i = 0; i < wanted.size(); i++) wanted[i] = std::max(0.0f, from[i] + row[i % length]);
        near(narrow ? "pointwise in bfloat16" : "pointwise", narrow ? widened(half_result) : result, wanted, narrow ? 4e-3f : 0);
    }
}

void concatenation() {
    Generator generator(4);
    const int64_t rows = 19, lengths[3] = {4 * 5, 4 * 64, 4 * 3};
    std::vector<float> parts[3], result(rows * 72), wanted;
    for (int part = 0; part < 3; part++) parts[part] = generator.numbers(static_cast<size_t>(rows * lengths[part] / 4));
    for (int64_t r = 0; r < rows; r++)
        for (int part = 0; part < 3; part++)
            wanted.insert(wanted.end(), parts[part].begin() + r * lengths[part] / 4, parts[part].begin() + (r + 1) * lengths[part] / 4);
    const KernelConcatenation work{rows, 3, lengths};
    void *addresses[4] = {result.data(), parts[0].data(), parts[1].data(), parts[2].data()};
    kernel_concatenation_run(&work, addresses, 2);
    near("concatenation", result, wanted, 0);
}

void halves() {
    // Every float16 number, at an odd address.
    std::vector<uint8_t> bytes(2 * 65536 + 1);
    std::vector<float> wanted(65536), found(65536);
    for (uint32_t bits = 0; bits < 65536; bits++) {
        bytes[1 + 2 * bits] = static_cast<uint8_t>(bits), bytes[2 + 2 * bits] = static_cast<uint8_t>(bits >> 8);
        const int exponent = bits >> 10 & 31;
        const double mantissa = bits & 1023, sign = bits >> 15 ? -1 : 1;
        wanted[bits] = static_cast<float>(
            exponent == 31  ? (mantissa != 0 ? NAN : sign * INFINITY)
            : exponent == 0 ? sign * std::ldexp(mantissa, -24)
                            : sign * std::ldexp(1024 + mantissa, exponent - 25));
    }
    kernel_widen_float16(bytes.data() + 1, found.data(), found.size());
    near("every float16 number", found, wanted, 0);
}

} // namespace

void elementwise() {
    Generator generator(1);
    auto values = generator.numbers(4099, 20);
    for (float special : {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 2.5f, 80.0f, -80.0f}) values.push_back(special);
    for (const auto &function : functions) {
        auto source = values;
        if (function.positive)
            for (auto &value : source) value = std::fabs(value) + 1e-3f;
        std::vector<float> wanted;
        for (float value : source) wanted.push_back(static_cast<float>(function.plain(static_cast<double>(value))));
        near(function.name, run(function, source), wanted, 4e-6f);
        if (kernel_activation_fits(function.algorithm, KernelElementFloat32)) {
            auto found = source;
            kernel_activation_run(function.algorithm, function.alpha, KernelElementFloat32, found.data(), static_cast<int64_t>(found.size()), 2);
            near(std::string(function.name) + " as an activation", found, wanted, 4e-6f);
        }
    }
    for (int threads : {1, 3}) pointwise(threads);
    concatenation();
    halves();
}

} // namespace checks
