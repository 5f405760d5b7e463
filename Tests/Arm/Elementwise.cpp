#include "Checks.hpp"

#include "Activations.h"
#include "Concatenation.h"
#include "Pointwise.h"

#include <algorithm>

namespace checks {

namespace {

struct Function {
    const char *name;
    onednn_eltwise algorithm;
    float alpha, beta;
    std::function<double(double)> plain;
    bool positive;
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

const std::vector<Function> functions{
    {"relu", ONEDNN_ELTWISE_RELU, 0.1f, 0, [](double x) { return x >= 0 ? x : 0.1f * x; }, false},
    {"tanh", ONEDNN_ELTWISE_TANH, 0, 0, [](double x) { return std::tanh(x); }, false},
    {"elu", ONEDNN_ELTWISE_ELU, 1.5f, 0, [](double x) { return x >= 0 ? x : 1.5 * (std::exp(x) - 1); }, false},
    {"square", ONEDNN_ELTWISE_SQUARE, 0, 0, [](double x) { return x * x; }, false},
    {"abs", ONEDNN_ELTWISE_ABS, 0, 0, [](double x) { return std::fabs(x); }, false},
    {"sqrt", ONEDNN_ELTWISE_SQRT, 0, 0, [](double x) { return std::sqrt(x); }, true},
    {"linear", ONEDNN_ELTWISE_LINEAR, 2, -1, [](double x) { return 2 * x - 1; }, false},
    {"softplus", ONEDNN_ELTWISE_SOFT_RELU, 1, 0, [](double x) { return std::log1p(std::exp(-std::fabs(x))) + std::max(x, 0.0); }, false},
    {"logistic", ONEDNN_ELTWISE_LOGISTIC, 0, 0, logistic, false},
    {"exp", ONEDNN_ELTWISE_EXP, 0, 0, [](double x) { return std::exp(x); }, false},
    {"gelu", ONEDNN_ELTWISE_GELU_ERF, 0, 0, [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }, false},
    {"gelu by tanh", ONEDNN_ELTWISE_GELU_TANH, 0, 0,
     [](double x) { return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }, false},
    {"swish", ONEDNN_ELTWISE_SWISH, 1, 0, [](double x) { return x * logistic(x); }, false},
    {"log", ONEDNN_ELTWISE_LOG, 0, 0, [](double x) { return std::log(x); }, true},
    {"clip", ONEDNN_ELTWISE_CLIP, -2, 3, [](double x) { return std::min(std::max(x, -2.0), 3.0); }, false},
    {"round", ONEDNN_ELTWISE_ROUND, 0, 0, [](double x) { return std::nearbyint(x); }, false},
    {"erf", ONEDNN_ELTWISE_ERF, 0, 0, [](double x) { return std::erf(x); }, false},
    {"floor", ONEDNN_ELTWISE_FLOOR, 0, 0, [](double x) { return std::floor(x); }, false},
    {"ceiling", ONEDNN_ELTWISE_CEILING, 0, 0, [](double x) { return std::ceil(x); }, false},
    {"sign", ONEDNN_ELTWISE_SIGN, 0, 0, [](double x) { return (x > 0) - (x < 0); }, false},
    {"soft sign", ONEDNN_ELTWISE_SOFT_SIGN, 1, 1, [](double x) { return x / (1 + std::fabs(x)); }, false},
};

std::vector<float> run(const Function &function, std::vector<float> values) {
    onednn_function_run(function.algorithm, function.alpha, function.beta, values.data(), static_cast<int64_t>(values.size()));
    return values;
}

void pointwise(int threads) {
    Generator generator(3);
    const int64_t rows = 37, length = 1021;
    const auto source = generator.numbers(rows * length, 4), row = generator.numbers(length, 4);
    for (const bool narrow : {false, true}) {
        onednn_pointwise_post posts[2] = {};
        posts[0] = {true, ONEDNN_BINARY_ADD, 0, 0, 2, ONEDNN_FLOAT32, {0}, length};
        posts[1] = {false, ONEDNN_ELTWISE_RELU, 0, 0, 0, ONEDNN_FLOAT32, {0}, 0};
        onednn_pointwise work = {};
        work.source = work.destination = narrow ? ONEDNN_BFLOAT16 : ONEDNN_FLOAT32;
        work.outer_rank = 1, work.outer[0] = rows, work.length = length;
        work.post_count = 2, work.posts = posts, work.block_axis = -1;
        auto halves = narrowed(source);
        std::vector<uint16_t> half_result(halves.size());
        std::vector<float> result(source.size());
        void *addresses[3] = {
            narrow ? static_cast<void *>(halves.data()) : const_cast<float *>(source.data()),
            narrow ? static_cast<void *>(half_result.data()) : result.data(), const_cast<float *>(row.data())};
        onednn_pointwise_run(&work, addresses, threads);
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
    const onednn_concatenation work{rows, 3, lengths};
    void *addresses[4] = {result.data(), parts[0].data(), parts[1].data(), parts[2].data()};
    onednn_concatenation_run(&work, addresses, 2);
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
    onednn_widen_float16(bytes.data() + 1, found.data(), found.size());
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
        if (onednn_activation_fits(function.algorithm, ONEDNN_FLOAT32)) {
            auto found = source;
            onednn_activation_run(function.algorithm, function.alpha, ONEDNN_FLOAT32, found.data(), static_cast<int64_t>(found.size()), 2);
            near(std::string(function.name) + " as an activation", found, wanted, 4e-6f);
        }
    }
    for (int threads : {1, 3}) pointwise(threads);
    concatenation();
    halves();
}

} // namespace checks
