// Attention that never holds all scores. A group of queries goes through the keys block by block. Each score of a block is replaced by the
// exponential of its distance to the highest score so far. These exponentials weigh the values, which are summed up. If a later block has a higher
// score, the sums of the earlier blocks are scaled down. The threads divide the groups of all indices of the batch.

#include "AttentionHead.hpp"
#include "AttentionKernels.hpp"
#include "Tiles.hpp"
#include <Team.h>

#include <algorithm>
#include <atomic>

using namespace kernels;
using namespace team;

namespace {

/// Limits on the number of keys in a block. `near_numbers` is the number of elements of keys or values that fit in the L2 cache. Blocks of
/// wide rows have fewer keys than blocks of narrow rows.
constexpr int64_t fewest_keys = 64, most_keys = 512, near_numbers = 1 << 16;

/// The maximum number of queries in a group, and the number of queries that are scored at a time. The queries of a group share one arrangement of the
/// keys.
constexpr int64_t most_queries = 192, queries_of_block = 36;

/// The number of values that stay in the L1 cache while they are added to the sums of a block of queries.
constexpr int64_t near_values = 128;

/// The number of groups for each thread. With several groups, no thread waits long for another.
constexpr int64_t groups_of_thread = 4;

int64_t padded(int64_t count) { return up(count, most_lanes) * most_lanes; }

/// The division of attention into groups and blocks.
struct Division {
    int64_t heads, groups_of_head, queries_of_group, keys_of_block;

    Division(const KernelAttention &work, int threads) : heads(attention_heads(work)) {
        const int64_t wanted = threads > 1 ? up(groups_of_thread * threads, std::max<int64_t>(1, heads)) : 1;
        const int64_t groups = std::max(up(work.queries, most_queries), std::min(wanted, up(work.queries, queries_of_block)));
        queries_of_group = up(up(work.queries, groups), most_tile_rows) * most_tile_rows;
        groups_of_head = up(work.queries, queries_of_group);
        const int64_t near = near_numbers / std::max(work.width, work.depth) / fewest_keys * fewest_keys;
        keys_of_block = std::min(padded(work.keys), std::clamp(near, fewest_keys, most_keys));
    }

    int64_t units() const { return heads * groups_of_head; }

    int parts(int threads) const { return static_cast<int>(std::clamp<int64_t>(units(), 1, std::max(threads, 1))); }
};

/// The sizes of the parts of a thread's memory, in numbers.
struct Scratch {
    int64_t panels, values, value_stride, scores, score_stride, sums, rows;

    Scratch(const KernelAttention &work, const Division &division) {
        value_stride = padded(work.depth);
        panels = division.keys_of_block * work.width;
        // Values whose rows consist of whole vectors are read in place.
        values = work.depth == value_stride ? 0 : division.keys_of_block * value_stride;
        // A stride that is a power of two would map all rows to the same cache sets.
        score_stride = division.keys_of_block + most_lanes;
        scores = queries_of_block * score_stride;
        sums = division.queries_of_group * value_stride;
        rows = padded(division.queries_of_group);
    }

    int64_t count() const { return panels + values + scores + sums + 2 * rows; }
};

using Run = AttentionRun<Division, Scratch>;

/// A head with float32 numbers.
struct Head : AttentionHead {
    using AttentionHead::AttentionHead;

    const float *row(const char *rows, int64_t index, int64_t stride) const {
        return reinterpret_cast<const float *>(rows) + index * stride;
    }
    float *result(int64_t index, int64_t stride) const { return reinterpret_cast<float *>(results) + index * stride; }
};

/// A group of queries of one head, and the scratch memory of the thread that works on it.
struct Group {
    const Run &run;
    Head head;
    int64_t first, count;
    float *panels, *values, *scores, *sums, *highest, *totals;

    Group(const Run &run, int64_t unit, int thread)
        : run(run), head(run.work, run.addresses, unit / run.division.groups_of_head) {
        const auto &scratch = run.scratch;
        first = unit % run.division.groups_of_head * run.division.queries_of_group;
        count = std::min(run.division.queries_of_group, run.work.queries - first);
        panels = static_cast<float *>(run.addresses[4]) + scratch.count() * thread;
        values = panels + scratch.panels;
        scores = values + scratch.values;
        sums = scores + scratch.scores;
        highest = sums + scratch.sums;
        totals = highest + scratch.rows;
        std::fill_n(sums, scratch.sums, 0.0f);
        std::fill_n(highest, count, -__builtin_inff());
        std::fill_n(totals, count, 0.0f);
    }
};

/// Consecutive keys, and their values.
struct Block {
    int64_t first, count;
    const float *values;
    int64_t value_stride;
};

/// Consecutive queries of a group.
struct Rows {
    int64_t first, count;
};

/// Sets the block's values, as rows of whole vectors. Rows of another length are copied and padded with zeros.
void arrange_values(const Group &group, Block &block) {
    const int64_t depth = group.run.work.depth, stride = group.run.scratch.value_stride;
    const int64_t apart = group.run.work.value_row;
    block.values = group.head.row(group.head.values, block.first, apart);
    block.value_stride = apart;
    if (depth == stride) return;
    for (int64_t key = 0; key < block.count; key++) {
        float *row = group.values + key * stride;
        std::fill(std::copy_n(block.values + key * apart, depth, row), row + stride, 0.0f);
    }
    block.values = group.values;
    block.value_stride = stride;
}

void make_scores(const Group &group, const Block &block, const Rows &rows) {
    const auto &kernels = group.run.kernels;
    const int64_t width = group.run.work.width, apart = group.run.work.query_row;
    const int64_t widest = kernels.lanes * kernels.vectors, stride = group.run.scratch.score_stride;
    const float *queries = group.head.row(group.head.queries, group.first + rows.first, apart), *panel = group.panels;
    for (int64_t key = 0; key < block.count; key += widest) {
        const int64_t columns = up(std::min(widest, block.count - key), kernels.lanes) * kernels.lanes;
        multiply_tiles(kernels, {queries, apart, panel, columns, group.scores + key, stride, width, false}, rows.count, columns);
        panel += columns * width;
    }
}

void soften_scores(const Group &group, const Block &block, const Rows &rows) {
    const auto &work = group.run.work;
    const int64_t stride = group.run.scratch.value_stride;
    for (int64_t index = 0; index < rows.count; index++) {
        const int64_t row = rows.first + index;
        ScoreRow scores{
            group.scores + index * group.run.scratch.score_stride, block.count, 1.0f, work.mask,
            group.head.mask_at(work, group.first + row, block.first), work.mask_key_stride, group.highest[row], group.totals[row]};
        const float factor = group.run.kernels.soften(scores);
        group.highest[row] = scores.highest;
        group.totals[row] = scores.total;
        if (factor == 1.0f || block.first == 0) continue;
        float *sums = group.sums + row * stride;
        for (int64_t i = 0; i < stride; i++) sums[i] *= factor;
    }
}

void add_values(const Group &group, const Block &block, const Rows &rows) {
    const auto &kernels = group.run.kernels;
    const int64_t depth = group.run.work.depth, widest = kernels.lanes * kernels.vectors;
    const int64_t score_stride = group.run.scratch.score_stride, sum_stride = group.run.scratch.value_stride;
    float *sums = group.sums + rows.first * sum_stride;
    for (int64_t key = 0; key < block.count; key += near_values) {
        const int64_t length = std::min(near_values, block.count - key);
        const float *values = block.values + key * block.value_stride;
        for (int64_t column = 0; column < depth; column += widest)
            multiply_tiles(
                kernels,
                {group.scores + key, score_stride, values + column, block.value_stride, sums + column, sum_stride, length, true},
                rows.count, std::min(widest, depth - column));
    }
}

void store_results(const Group &group) {
    const int64_t depth = group.run.work.depth;
    for (int64_t row = 0; row < group.count; row++) {
        // If no score counts, the result is 0 · ∞, which is NaN.
        const float *sums = group.sums + row * group.run.scratch.value_stride, factor = 1.0f / group.totals[row];
        float *results = group.head.result(group.first + row, group.run.work.result_row);
        for (int64_t i = 0; i < depth; i++) results[i] = sums[i] * factor;
    }
}

void run_group(const Group &group) {
    const auto &run = group.run;
    const auto &work = run.work;
    for (int64_t key = 0; key < work.keys; key += run.division.keys_of_block) {
        Block block{key, std::min(run.division.keys_of_block, work.keys - key), nullptr, 0};
        run.kernels.arrange_keys(
            group.head.row(group.head.keys, key, work.key_row), work.key_row, work.width, block.count, work.scale, group.panels);
        arrange_values(group, block);
        for (int64_t row = 0; row < group.count; row += queries_of_block) {
            const Rows rows{row, std::min(queries_of_block, group.count - row)};
            make_scores(group, block, rows);
            soften_scores(group, block, rows);
            add_values(group, block, rows);
        }
    }
    store_results(group);
}

void run_share(int index, int, void *context) {
    auto &run = *static_cast<Run *>(context);
    for (int64_t unit; (unit = run.next.fetch_add(1)) < run.division.units();) run_group(Group(run, unit, index));
}

} // namespace

AttentionHead::AttentionHead(const KernelAttention &work, void *const *addresses, int64_t index) {
    int64_t query = 0, key = 0, value = 0, result = 0, masked = 0, rest = index;
    for (int axis = work.batch_rank; axis-- > 0;) {
        const int64_t position = rest % work.batch[axis];
        rest /= work.batch[axis];
        query += position * work.query_strides[axis];
        key += position * work.key_strides[axis];
        value += position * work.value_strides[axis];
        result += position * work.result_strides[axis];
        masked += position * work.mask_strides[axis];
    }
    const int64_t size = work.uses_amx ? sizeof(uint16_t) : sizeof(float), key_size = work.has_halves ? sizeof(uint16_t) : size;
    queries = static_cast<const char *>(addresses[0]) + query * size;
    keys = static_cast<const char *>(addresses[1]) + key * key_size;
    values = static_cast<const char *>(addresses[2]) + value * key_size;
    results = static_cast<char *>(addresses[3]) + result * (work.result == KernelElementBFloat16 ? sizeof(uint16_t) : sizeof(float));
    mask_size = work.mask == KernelMaskAdded ? sizeof(float) : 1;
    mask = work.mask == KernelMaskNone ? nullptr : static_cast<const char *>(addresses[5]) + masked * mask_size;
}

size_t kernel_attention_scratch(const KernelAttention *work, int threads) {
    if (work->uses_amx) return matrix_attention_scratch(*work, threads);
    if (kernel_attention_has_few_queries(work)) return few_queries_attention_scratch(*work, threads);
    const Division division(*work, threads);
    return static_cast<size_t>(Scratch(*work, division).count() * division.parts(threads)) * sizeof(float);
}

void kernel_attention_run(const KernelAttention *work, void *const *addresses, int threads) {
    if (work->uses_amx) return run_matrix_attention(*work, addresses, threads);
    if (kernel_attention_has_few_queries(work)) return run_few_queries_attention(*work, addresses, threads);
    const Division division(*work, threads);
    Run run{*work, addresses, attention_kernels(), division, Scratch(*work, division)};
    const bool alone = division.heads * work->queries * work->keys * (work->width + work->depth) < products_for_threads;
    team_run(alone ? 1 : division.parts(threads), run_share, &run);
}
