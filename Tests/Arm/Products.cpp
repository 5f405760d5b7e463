#include "Checks.hpp"

#include "Products.h"
#include "QuantizedWeights.h"
#include "VectorProduct.h"

namespace checks {

namespace {

/// `X · Wᵀ + b`.
std::vector<float> plain(
    const std::vector<float> &x, const std::vector<float> &w, const std::vector<float> &bias, size_t rows, size_t inputs, size_t outputs) {
    std::vector<float> result(rows * outputs);
    for (size_t r = 0; r < rows; r++)
        for (size_t o = 0; o < outputs; o++) {
            double sum = static_cast<double>(bias[o]);
            for (size_t i = 0; i < inputs; i++) sum += static_cast<double>(x[r * inputs + i]) * static_cast<double>(w[o * inputs + i]);
            result[r * outputs + o] = static_cast<float>(sum);
        }
    return result;
}

void vector_product(size_t inputs, size_t outputs) {
    Generator generator(20);
    const auto x = generator.numbers(inputs), w = generator.numbers(inputs * outputs), bias = generator.numbers(outputs);
    const size_t padded = (outputs + 15) / 16 * 16;
    std::vector<float> weights(inputs * padded), padded_bias(padded), found(padded);
    std::copy(bias.begin(), bias.end(), padded_bias.begin());
    const auto in = static_cast<int64_t>(inputs), out = static_cast<int64_t>(outputs), wide = static_cast<int64_t>(padded);
    kernel_vector_product_weights(in, out, w.data(), nullptr, weights.data(), wide);
    const KernelVectorProduct work{
        KernelElementFloat32, KernelElementFloat32, in, wide, out, weights.data(), padded_bias.data(), 0, nullptr};
    kernel_vector_product_run(&work, x.data(), found.data(), 2);
    found.resize(outputs);
    near("product with a vector", found, plain(x, w, bias, 1, inputs, outputs), 2e-5f);
    const float sum = kernel_dot(x.data(), w.data(), in);
    near("sum of products", {sum}, plain(x, {w.begin(), w.begin() + in}, {0}, 1, inputs, 1), 2e-5f);
}

void row_product(KernelElement type, size_t rows, size_t inputs, size_t outputs) {
    const auto in = static_cast<int64_t>(inputs), out = static_cast<int64_t>(outputs);
    const bool narrow = type == KernelElementBFloat16;
    if (!kernel_has_row_product(type, in, out)) return;
    Generator generator(21);
    const auto x = generator.numbers(rows * inputs), w = generator.numbers(inputs * outputs), bias = generator.numbers(outputs);
    std::vector<float> weights(inputs * outputs), found(rows * outputs);
    kernel_row_product_weights(type, in, out, w.data(), nullptr, weights.data());
    KernelRowProduct work = {};
    work.source = type, work.destination = KernelElementFloat32;
    work.rows = static_cast<int64_t>(rows), work.inputs = in, work.outputs = out;
    work.weights = weights.data(), work.bias = bias.data();
    auto halves = narrowed(x);
    void *addresses[2] = {narrow ? static_cast<void *>(halves.data()) : const_cast<float *>(x.data()), found.data()};
    kernel_row_product_run(&work, addresses, 2);
    const auto wanted = narrow ? plain(widened(halves), widened(narrowed(w)), bias, rows, inputs, outputs) : plain(x, w, bias, rows, inputs, outputs);
    near(std::string("product of rows") + (narrow ? " in bfloat16" : ""), found, wanted, narrow ? 2e-4f : 2e-5f);
}

void quantized(int bits, bool is_signed, bool has_table, int64_t rows) {
    Generator generator(22);
    const int64_t outputs = 48, inputs = 96, block = 32;
    const int64_t blocks = outputs * (inputs / block);
    std::vector<uint8_t> packed(static_cast<size_t>(outputs * inputs * bits / 8));
    for (auto &byte : packed) byte = static_cast<uint8_t>(generator.next());
    const auto scales = generator.numbers(static_cast<size_t>(blocks)), tables = generator.numbers(static_cast<size_t>(blocks) << bits);
    std::vector<int16_t> offsets;
    for (int64_t i = 0; i < blocks; i++) offsets.push_back(static_cast<int16_t>(generator.next() % 5));
    KernelQuantizedWeights weights = {};
    weights.integers = packed.data(), weights.bits = bits, weights.is_signed = is_signed && !has_table;
    weights.rows = outputs, weights.columns = inputs, weights.block_rows = 1, weights.block_columns = block;
    if (has_table)
        weights.tables = tables.data();
    else
        weights.scales = scales.data(), weights.offsets = offsets.data();
    std::vector<float> wanted(static_cast<size_t>(outputs * inputs)), found(wanted.size());
    for (int64_t i = 0; i < outputs * inputs; i++) {
        int64_t value = 0;
        for (int bit = 0; bit < bits; bit++) {
            const auto place = static_cast<size_t>(i * bits + bit);
            value |= static_cast<int64_t>(packed[place / 8] >> place % 8 & 1) << bit;
        }
        const auto of = static_cast<size_t>(i / block);
        if (has_table) {
            wanted[static_cast<size_t>(i)] = tables[(of << bits) + static_cast<size_t>(value)];
        } else {
            if (weights.is_signed && value >> (bits - 1)) value -= int64_t(1) << bits;
            wanted[static_cast<size_t>(i)] = scales[of] * static_cast<float>(value - offsets[of]);
        }
    }
    const auto name = std::to_string(bits) + " bits" + (has_table ? " with tables" : is_signed ? ", signed" : "");
    kernel_quantized_expand(&weights, 0, outputs, found.data(), 2);
    near("weights of " + name, found, wanted, 1e-6f);
    const auto x = generator.numbers(static_cast<size_t>(rows * inputs)), bias = generator.numbers(static_cast<size_t>(outputs));
    std::vector<float> result(static_cast<size_t>(rows * outputs));
    const KernelQuantizedProduct work{weights, rows, nullptr, bias.data()};
    kernel_quantized_product_run(&work, x.data(), result.data(), 2);
    near(
        "product with weights of " + name, result,
        plain(x, wanted, bias, static_cast<size_t>(rows), static_cast<size_t>(inputs), static_cast<size_t>(outputs)), 2e-4f);
}

} // namespace

void products() {
    for (size_t inputs : {1, 17, 512})
        for (size_t outputs : {1, 16, 33, 200}) vector_product(inputs, outputs);
    for (KernelElement type : {KernelElementFloat32, KernelElementBFloat16})
        for (size_t rows : {1, 5, 13, 100})
            for (size_t outputs : {16, 48, 64, 112}) row_product(type, rows, 66, outputs);
    for (int bits : {1, 2, 3, 4, 6, 8})
        for (int64_t rows : {1, 3}) {
            quantized(bits, false, false, rows);
            quantized(bits, true, false, rows);
            quantized(bits, false, true, rows);
        }
}

} // namespace checks
