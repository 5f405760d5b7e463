#include "Checks.hpp"

#include "Attention.h"

namespace checks {

namespace {

void run(int64_t queries, int64_t keys, int64_t width, int64_t depth, bool masked) {
    Generator generator(30);
    const int64_t heads = 3;
    const auto q = generator.numbers(static_cast<size_t>(heads * queries * width)), k = generator.numbers(static_cast<size_t>(heads * keys * width)),
               v = generator.numbers(static_cast<size_t>(heads * keys * depth)), mask = generator.numbers(static_cast<size_t>(queries * keys), 3);
    KernelAttention work = {};
    work.batch_rank = 1, work.batch[0] = heads, work.queries = queries, work.keys = keys, work.width = width, work.depth = depth;
    work.scale = 0.3f, work.mask = masked ? KernelMaskAdded : KernelMaskNone;
    work.query_strides[0] = queries * width, work.key_strides[0] = keys * width, work.value_strides[0] = keys * depth;
    work.result_strides[0] = queries * depth, work.query_row = work.key_row = width, work.value_row = work.result_row = depth;
    work.mask_query_stride = keys, work.mask_key_stride = 1, work.result = KernelElementFloat32;
    std::vector<float> found(static_cast<size_t>(heads * queries * depth)), wanted(found.size());
    std::vector<char> scratch(kernel_attention_scratch(&work, 2) + 64);
    void *addresses[6] = {
        const_cast<float *>(q.data()), const_cast<float *>(k.data()), const_cast<float *>(v.data()), found.data(),
        reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(scratch.data()) + 63) / 64 * 64), const_cast<float *>(mask.data())};
    kernel_attention_run(&work, addresses, 2);
    for (int64_t h = 0; h < heads; h++)
        for (int64_t i = 0; i < queries; i++) {
            std::vector<double> scores(static_cast<size_t>(keys));
            double most = -1e30, sum = 0;
            for (int64_t j = 0; j < keys; j++) {
                double score = 0;
                for (int64_t c = 0; c < width; c++)
                    score += static_cast<double>(q[static_cast<size_t>((h * queries + i) * width + c)]) *
                        static_cast<double>(k[static_cast<size_t>((h * keys + j) * width + c)]);
                score = score * static_cast<double>(0.3f) + (masked ? static_cast<double>(mask[static_cast<size_t>(i * keys + j)]) : 0);
                scores[static_cast<size_t>(j)] = score, most = std::fmax(most, score);
            }
            for (auto &score : scores) sum += score = std::exp(score - most);
            for (int64_t c = 0; c < depth; c++) {
                double value = 0;
                for (int64_t j = 0; j < keys; j++)
                    value += scores[static_cast<size_t>(j)] / sum * static_cast<double>(v[static_cast<size_t>((h * keys + j) * depth + c)]);
                wanted[static_cast<size_t>((h * queries + i) * depth + c)] = static_cast<float>(value);
            }
        }
    near("attention of " + std::to_string(queries) + " queries" + (masked ? " with a mask" : ""), found, wanted, 2e-5f);
}

} // namespace

void attention() {
    for (int64_t queries : {1, 3, 50, 130})
        for (int64_t keys : {1, 33, 200})
            for (bool masked : {false, true}) run(queries, keys, 40, 24, masked);
}

} // namespace checks
