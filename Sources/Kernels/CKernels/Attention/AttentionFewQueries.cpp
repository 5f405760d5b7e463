// Attention of few queries to many keys, as when a language model generates text with a key-value cache. All queries that read the same keys are
// handled together, so that each key and value is read from memory once. Keys and values may be float16 in memory and are widened a few at a time. If
// there are too few queries to keep all threads busy, the threads divide the keys, too. Each range of keys then has its own sums, which are combined
// at the end.

#include "AttentionHead.hpp"
#include "AttentionKernels.hpp"
#include "Pointwise.h"
#include "Tiles.hpp"
#include "Vectors.hpp"
#include <Team.h>

#include <algorithm>
#include <atomic>

using namespace kernels;
using namespace team;
using namespace vectors;

namespace {

/// The maximum number of queries, over all heads with the same keys, for these kernels. For float32 keys that fill less than a block, the maximum is
/// `fewer_rows`. With more queries, the other kernels are faster, although they first arrange the keys.
constexpr int64_t most_rows_of_unit = 16, fewer_rows = 4;

/// The number of keys that are scored before their values are read.
constexpr int64_t keys_of_block = 64;

/// The number of keys or values that all queries read before the next ones are loaded. They stay in the L1 cache.
constexpr int64_t near_keys = 16;

/// The number of pieces of work for each thread, and the minimum number of blocks in a piece, if keys are divided.
constexpr int64_t pieces_of_thread = 4, fewest_blocks = 2;

int64_t padded(int64_t count) { return up(count, most_lanes) * most_lanes; }

/// The number of heads that read the same keys and values. It is the product of the sizes of the last batch axes, along which keys and
/// values repeat.
int64_t shared_heads(const KernelAttention &work) {
    int64_t heads = 1;
    for (int axis = work.batch_rank; axis-- > 0; heads *= work.batch[axis])
        if (work.batch[axis] != 1 && (work.key_strides[axis] != 0 || work.value_strides[axis] != 0)) break;
    return heads;
}

/// The division of attention into units and pieces. A unit is all queries that read the same keys. A piece of work is a unit and a range of its keys.
struct Division {
    int64_t shared, rows, units, ranges, keys_of_range;
    int parts;

    Division(const KernelAttention &work, int threads) : shared(shared_heads(work)), rows(shared * work.queries) {
        units = rows == 0 ? 0 : attention_heads(work) / shared;
        const bool alone = units * rows * work.keys * (work.width + work.depth) < products_for_threads;
        const int64_t workers = alone ? 1 : std::max(threads, 1), blocks = std::max<int64_t>(1, up(work.keys, keys_of_block));
        const int64_t wanted = units % workers == 0 ? 1 : up(pieces_of_thread * workers, units);
        const int64_t blocks_of_range = up(blocks, std::clamp<int64_t>(wanted, 1, up(blocks, fewest_blocks)));
        ranges = up(blocks, blocks_of_range);
        keys_of_range = blocks_of_range * keys_of_block;
        parts = static_cast<int>(std::clamp<int64_t>(units * ranges, 1, workers));
    }
};

/// The layout of the scratch memory, in float32 numbers: first a part for each thread, then a part for each state.
struct Scratch {
    int64_t width, depth, queries, near, scores, score_stride, of_thread, sums, highest, of_state, states;

    Scratch(const KernelAttention &work, const Division &division) : width(padded(work.width)), depth(padded(work.depth)) {
        queries = division.rows * width;
        near = near_keys * std::max(width, depth);
        score_stride = keys_of_block + most_lanes;
        scores = division.rows * score_stride;
        of_thread = queries + near + scores;
        sums = division.rows * depth;
        highest = padded(division.rows);
        of_state = sums + 2 * highest;
        // An undivided unit needs its state only while its thread works on it, so there is one state for each thread.
        states = division.ranges == 1 ? division.parts : division.units * division.ranges;
    }
};

/// The state of a unit's queries after some keys. `highest` has the highest score so far. `totals` has the sum of the exponentials of all
/// scores minus the highest. `sums` has the sum of the values weighted by these exponentials.
struct State {
    float *sums, *highest, *totals;

    State(float *memory, const Scratch &scratch) : sums(memory), highest(sums + scratch.sums), totals(highest + scratch.highest) {}
};

struct Run : AttentionRun<Division, Scratch> {
    int64_t pieces() const { return division.units * division.ranges; }

    /// The operands and the result of one head of a unit.
    AttentionHead head(int64_t unit, int64_t shared) const { return AttentionHead(work, addresses, unit * division.shared + shared); }

    float *memory(int thread) const { return static_cast<float *>(addresses[4]) + thread * scratch.of_thread; }
    State state(int64_t index) const { return State(memory(division.parts) + index * scratch.of_state, scratch); }
};

/// Rows of keys or values that consist of whole vectors.
struct VectorRows {
    const float *numbers;
    int64_t stride;
};

/// Rows of keys or values.
struct Rows {
    const char *first;
    int64_t stride, length;

    /// Returns `count` rows from `index` on. Rows that are whole float32 vectors are returned in place. Others are copied to `memory` as float32 and
    /// padded with zeros.
    VectorRows vectors(bool has_halves, int64_t index, int64_t count, float *memory) const {
        const int64_t whole = padded(length), size = has_halves ? sizeof(uint16_t) : sizeof(float);
        const char *source = first + index * stride * size;
        if (!has_halves && length == whole) return {reinterpret_cast<const float *>(source), stride};
        // Contiguous rows are read like a single row.
        const bool joins = length == whole && stride == length;
        const int64_t rows = joins ? 1 : count, numbers = joins ? count * length : length;
        for (int64_t row = 0; row < rows; row++) {
            float *target = memory + row * whole;
            if (has_halves)
                kernel_widen_float16(source + row * stride * size, target, static_cast<size_t>(numbers));
            else
                std::memcpy(target, source + row * stride * size, static_cast<size_t>(numbers) * sizeof(float));
            if (!joins) std::fill(target + length, target + whole, 0.0f);
        }
        return {memory, whole};
    }
};

/// A range of a unit's keys, and the scratch memory of the thread that works on it.
struct Piece {
    const Run &run;
    int64_t unit, first, end;
    Rows keys, values;
    const char *masks[most_rows_of_unit];
    int64_t mask_step = 0;
    State state;
    float *queries, *near, *scores;

    Piece(const Run &run, int64_t index, int thread)
        : run(run), unit(index / run.division.ranges), first(index % run.division.ranges * run.division.keys_of_range),
          end(std::min(run.work.keys, first + run.division.keys_of_range)), state(run.state(run.division.ranges == 1 ? thread : index)) {
        const auto &work = run.work;
        const auto head = run.head(unit, 0);
        keys = {head.keys, work.key_row, work.width};
        values = {head.values, work.value_row, work.depth};
        queries = run.memory(thread);
        near = queries + run.scratch.queries;
        scores = near + run.scratch.near;
        for (int64_t shared = 0; shared < run.division.shared; shared++) arrange_queries(run.head(unit, shared), shared * work.queries);
        std::fill_n(state.sums, run.scratch.sums, 0.0f);
        std::fill_n(state.highest, run.division.rows, -__builtin_inff());
        std::fill_n(state.totals, run.division.rows, 0.0f);
    }

    /// Scales the queries of a head and pads them with zeros. `row` is the index of the first query within the unit.
    void arrange_queries(const AttentionHead &head, int64_t row) {
        const auto &work = run.work;
        mask_step = work.mask_key_stride * head.mask_size;
        for (int64_t index = 0; index < work.queries; index++, row++) {
            const float *source = reinterpret_cast<const float *>(head.queries) + index * work.query_row;
            float *query = queries + row * run.scratch.width;
            for (int64_t i = 0; i < work.width; i++) query[i] = source[i] * work.scale;
            std::fill(query + work.width, query + run.scratch.width, 0.0f);
            masks[row] = head.mask_at(work, index, 0);
        }
    }

    const char *mask_at(int64_t row, int64_t key) const { return masks[row] ? masks[row] + key * mask_step : nullptr; }
};

void make_scores(const Piece &piece, int64_t first, int64_t count) {
    const auto &scratch = piece.run.scratch;
    const auto &kernels = piece.run.kernels;
    const int64_t rows = piece.run.division.rows;
    for (int64_t key = 0; key < count; key += near_keys) {
        const int64_t length = std::min(near_keys, count - key);
        const auto keys = piece.keys.vectors(piece.run.work.has_halves, first + key, length, piece.near);
        for (int64_t row = 0, height; row < rows; row += height) {
            height = std::min<int64_t>(kernels.vectors, rows - row);
            kernels.row_products[height - 1](
                {piece.queries + row * scratch.width, scratch.width, keys.numbers, keys.stride, length, scratch.width,
                 piece.scores + row * scratch.score_stride + key, scratch.score_stride});
        }
    }
}

void soften_scores(const Piece &piece, int64_t first, int64_t count) {
    const auto &work = piece.run.work;
    const auto &scratch = piece.run.scratch;
    const State &state = piece.state;
    for (int64_t row = 0; row < piece.run.division.rows; row++) {
        ScoreRow scores{
            piece.scores + row * scratch.score_stride, count, 1.0f, work.mask, piece.mask_at(row, first), work.mask_key_stride,
            state.highest[row], state.totals[row]};
        const float factor = piece.run.kernels.soften(scores);
        state.highest[row] = scores.highest;
        state.totals[row] = scores.total;
        if (factor == 1.0f || first == piece.first) continue;
        float *sums = state.sums + row * scratch.depth;
        for (int64_t i = 0; i < scratch.depth; i++) sums[i] *= factor;
    }
}

void sum_values(const Piece &piece, int64_t first, int64_t count) {
    const auto &scratch = piece.run.scratch;
    const auto &kernels = piece.run.kernels;
    const int64_t widest = kernels.lanes * kernels.vectors, stride = scratch.score_stride, depth = scratch.depth;
    for (int64_t key = 0; key < count; key += near_keys) {
        const int64_t length = std::min(near_keys, count - key);
        const auto values = piece.values.vectors(piece.run.work.has_halves, first + key, length, piece.near);
        for (int64_t column = 0; column < depth; column += widest)
            multiply_tiles(
                kernels,
                {piece.scores + key, stride, values.numbers + column, values.stride, piece.state.sums + column, depth, length, true},
                piece.run.division.rows, std::min(widest, depth - column));
    }
}

void store_results(const Run &run, int64_t unit, const State &state) {
    const auto &work = run.work;
    const float *sums = state.sums, *totals = state.totals;
    for (int64_t shared = 0; shared < run.division.shared; shared++) {
        float *results = reinterpret_cast<float *>(run.head(unit, shared).results);
        for (int64_t index = 0; index < work.queries; index++, sums += run.scratch.depth, totals++) {
            // If no score counts, the result is 0 · ∞, which is NaN.
            const float factor = 1.0f / *totals;
            for (int64_t i = 0; i < work.depth; i++) results[index * work.result_row + i] = sums[i] * factor;
        }
    }
}

void run_piece(const Piece &piece) {
    for (int64_t key = piece.first; key < piece.end; key += keys_of_block) {
        const int64_t count = std::min(keys_of_block, piece.end - key);
        make_scores(piece, key, count);
        soften_scores(piece, key, count);
        sum_values(piece, key, count);
    }
    if (piece.run.division.ranges == 1) store_results(piece.run, piece.unit, piece.state);
}

/// Merges the state of a range of keys into the state of another range.
void add_state(const Run &run, const State &state, const State &other) {
    const int64_t depth = run.scratch.depth;
    for (int64_t row = 0; row < run.division.rows; row++) {
        const float highest = std::max(state.highest[row], other.highest[row]);
        // If no score has counted so far, any reference will do, because e^−∞ is 0.
        const float reference = highest == -__builtin_inff() ? 0.0f : highest;
        const float own = exponential(state.highest[row] - reference), others = exponential(other.highest[row] - reference);
        state.highest[row] = highest;
        state.totals[row] = state.totals[row] * own + other.totals[row] * others;
        float *sums = state.sums + row * depth;
        const float *more = other.sums + row * depth;
        for (int64_t i = 0; i < depth; i++) sums[i] = sums[i] * own + more[i] * others;
    }
}

void combine_ranges(const Run &run, int64_t unit) {
    const int64_t ranges = run.division.ranges;
    const State state = run.state(unit * ranges);
    for (int64_t range = 1; range < ranges; range++) add_state(run, state, run.state(unit * ranges + range));
    store_results(run, unit, state);
}

void run_share(int index, int, void *context) {
    auto &run = *static_cast<Run *>(context);
    for (int64_t piece; (piece = run.next.fetch_add(1)) < run.pieces();) run_piece(Piece(run, piece, index));
}

} // namespace

bool kernel_attention_has_few_queries(const KernelAttention *work) {
    const int64_t rows = shared_heads(*work) * work->queries;
    return rows <= (work->has_halves || work->keys >= keys_of_block ? most_rows_of_unit : fewer_rows);
}

size_t kernels::few_queries_attention_scratch(const KernelAttention &work, int threads) {
    const Division division(work, threads);
    const Scratch scratch(work, division);
    return static_cast<size_t>(scratch.of_thread * division.parts + scratch.of_state * scratch.states) * sizeof(float);
}

void kernels::run_few_queries_attention(const KernelAttention &work, void *const *addresses, int threads) {
    const Division division(work, threads);
    Run run{{work, addresses, attention_kernels(), division, Scratch(work, division)}};
    team_run(division.parts, run_share, &run);
    if (division.ranges == 1) return;
    for (int64_t unit = 0; unit < division.units; unit++) combine_ranges(run, unit);
}
