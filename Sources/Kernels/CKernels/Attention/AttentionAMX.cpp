// Attention of bfloat16 operands with AMX products. 16 queries at a time are multiplied with 64 keys, and their weights with 64 columns of the
// values. The data of the queries stays in the L1 cache while keys and values stream by. As without AMX, the keys are processed block by block, and
// the sums of earlier blocks are scaled down if a later block has a higher score.

#include "AttentionHead.hpp"
#include "AttentionKernels.hpp"
#include "AMX.hpp"
#include "Tiles.hpp"
#include "Vectors.hpp"
#include <Team.h>

#include <algorithm>
#include <atomic>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;
using namespace team;
using namespace vectors;

namespace {

/// The number of columns in a panel. Four AMX registers hold their sums.
constexpr int64_t panel_columns = 4 * register_sums;

/// The maximum number of keys in a block. Their scores for 16 queries stay in the L1 cache.
constexpr int64_t most_keys = 256;

/// The number of groups of queries for each thread, if there are few heads.
constexpr int64_t groups_of_thread = 4;

struct Division {
    int64_t heads, groups_of_head, queries_of_group, keys_of_block;

    Division(const KernelAttention &work, int threads) : heads(attention_heads(work)) {
        const int64_t wanted = threads > 1 && heads % threads != 0 ? up(groups_of_thread * threads, std::max<int64_t>(1, heads)) : 1;
        const int64_t groups = std::min(wanted, up(work.queries, 4 * register_rows));
        queries_of_group = up(up(work.queries, groups), register_rows) * register_rows;
        groups_of_head = up(work.queries, queries_of_group);
        keys_of_block = std::min(up(work.keys, register_factors) * register_factors, most_keys);
    }

    int64_t units() const { return heads * groups_of_head; }

    int parts(int threads) const { return static_cast<int>(std::clamp<int64_t>(units(), 1, std::max(threads, 1))); }
};

int64_t whole_lines(int64_t bytes) { return up(bytes, 64) * 64; }

/// The layout of a thread's scratch memory: the offset of each part, in bytes.
struct Scratch {
    int64_t values, queries, scores, weights, sums, highest, totals, byte_count;
    /// The strides of rows. Those of scores and weights are padded, because strides that are powers of two would map all rows to the same cache sets.
    int64_t score_stride, weight_stride, sum_stride;

    Scratch(const KernelAttention &work, const Division &division) {
        constexpr int64_t narrow = sizeof(uint16_t), wide = sizeof(float);
        score_stride = division.keys_of_block + register_sums;
        weight_stride = division.keys_of_block + register_factors;
        sum_stride = work.depth;
        const int64_t rows = division.queries_of_group;
        values = whole_lines(division.keys_of_block * work.width * narrow);
        queries = values + whole_lines(division.keys_of_block * sum_stride * narrow);
        scores = queries + whole_lines(register_rows * work.width * narrow);
        weights = scores + whole_lines(register_rows * score_stride * wide);
        sums = weights + whole_lines(register_rows * weight_stride * narrow);
        highest = sums + whole_lines(rows * sum_stride * wide);
        totals = highest + whole_lines(rows * wide);
        byte_count = totals + whole_lines(rows * wide);
    }
};

#if defined(__x86_64__)

/// The two factors of a product: 16 rows, `stride` elements apart, and the columns of a panel in AMX's order. For every 32 elements of
/// `length`, the panel has one register for each 16 columns. A row of a register holds a pair of factors for each column.
struct Factors {
    const uint16_t *rows;
    int64_t stride;
    const uint16_t *columns;
    int64_t length;
};

/// Multiplies with a panel whose columns fill `Registers` registers.
template <int Registers> KERNEL_TILED void multiply_panel(const Factors &factors, float *sums, int64_t stride, bool adds) {
    const int64_t sum_bytes = stride * static_cast<int64_t>(sizeof(float));
    const int64_t row_bytes = factors.stride * static_cast<int64_t>(sizeof(uint16_t));
    if (adds) {
        _tile_loadd(0, sums, sum_bytes);
        if constexpr (Registers > 1) _tile_loadd(1, sums + register_sums, sum_bytes);
        if constexpr (Registers > 2) _tile_loadd(2, sums + 2 * register_sums, sum_bytes);
        if constexpr (Registers > 3) _tile_loadd(3, sums + 3 * register_sums, sum_bytes);
    } else {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    }
    const uint16_t *columns = factors.columns;
    for (int64_t k = 0; k < factors.length; k += register_factors, columns += Registers * register_numbers) {
        _tile_loadd(4, factors.rows + k, row_bytes);
        _tile_loadd(5, columns, 64);
        _tile_dpbf16ps(0, 4, 5);
        if constexpr (Registers > 1) {
            _tile_loadd(6, columns + register_numbers, 64);
            _tile_dpbf16ps(1, 4, 6);
        }
        if constexpr (Registers > 2) {
            _tile_loadd(7, columns + 2 * register_numbers, 64);
            _tile_dpbf16ps(2, 4, 7);
        }
        if constexpr (Registers > 3) {
            _tile_loadd(5, columns + 3 * register_numbers, 64);
            _tile_dpbf16ps(3, 4, 5);
        }
    }
    _tile_stored(0, sums, sum_bytes);
    if constexpr (Registers > 1) _tile_stored(1, sums + register_sums, sum_bytes);
    if constexpr (Registers > 2) _tile_stored(2, sums + 2 * register_sums, sum_bytes);
    if constexpr (Registers > 3) _tile_stored(3, sums + 3 * register_sums, sum_bytes);
}

/// Multiplies panel by panel. The columns fill whole registers.
void multiply(Factors factors, int64_t columns, float *sums, int64_t stride, bool adds) {
    constexpr void (*panels[])(const Factors &, float *, int64_t, bool){
        multiply_panel<1>, multiply_panel<2>, multiply_panel<3>, multiply_panel<4>};
    for (int64_t column = 0; column < columns; column += panel_columns) {
        const int64_t count = std::min(panel_columns, columns - column);
        panels[count / register_sums - 1](factors, sums + column, stride, adds);
        factors.columns += count * factors.length;
    }
}

/// Arranges keys, `stride` elements apart, as columns. Columns beyond `count` are zeros.
KERNEL_TILED void arrange_keys(const uint16_t *keys, int64_t stride, int64_t count, int64_t width, uint16_t *columns) {
    const int64_t padded = up(count, register_sums) * register_sums;
    for (int64_t panel = 0; panel < padded; panel += panel_columns)
        for (int64_t k = 0; k < width; k += register_factors)
            for (int64_t first = panel; first < std::min(panel + panel_columns, padded); first += register_sums) {
                // A pair of bfloat16 numbers is moved as a single number of 32 bits.
                Floats<16> square[16];
                for (int64_t key = 0; key < register_sums; key++) {
                    square[key] = 0.0f;
                    if (first + key < count) std::memcpy(&square[key], keys + (first + key) * stride + k, sizeof square[key]);
                }
                transpose<16>(square);
                std::memcpy(columns, square, sizeof square);
                columns += register_numbers;
            }
}

/// Interleaves two rows of values into a pair for each of 16 columns. Without a second row, its place is filled with zeros.
KERNEL_TILED void pair_values(const uint16_t *first, const uint16_t *second, uint16_t *pairs) {
    Halves<16> low, high = 0;
    std::memcpy(&low, first, sizeof low);
    if (second) std::memcpy(&high, second, sizeof high);
    const Bits<16> both = __builtin_convertvector(low, Bits<16>) | __builtin_convertvector(high, Bits<16>) << 16;
    std::memcpy(pairs, &both, sizeof both);
}

/// Arranges values, `stride` elements apart, as columns. Rows beyond `count` are zeros.
KERNEL_TILED void arrange_values(const uint16_t *values, int64_t stride, int64_t count, int64_t depth, uint16_t *columns) {
    for (int64_t panel = 0; panel < depth; panel += panel_columns)
        for (int64_t first = 0; first < count; first += register_factors)
            for (int64_t column = panel; column < std::min(panel + panel_columns, depth); column += register_sums)
                for (int64_t key = first; key < first + register_factors; key += 2, columns += register_factors) {
                    const uint16_t *row = values + key * stride + column;
                    if (key < count)
                        pair_values(row, key + 1 < count ? row + stride : nullptr, columns);
                    else
                        std::fill_n(columns, register_factors, static_cast<uint16_t>(0));
                }
}

/// Rounds whole vectors to bfloat16 numbers.
KERNEL_TILED void narrow(const float *source, int64_t count, uint16_t *target) {
    for (int64_t i = 0; i < count; i += register_sums) {
        const auto halves = (__m256i)_mm512_cvtneps_pbh(_mm512_loadu_ps(source + i));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(target + i), halves);
    }
}

/// Does the work of `soften` for scores without a mask and with a positive `row.scale`. The exponentials are computed only to the precision of
/// bfloat16, and written as such. Returns the same factor as `soften`.
KERNEL_TILED float soften_narrow(ScoreRow &row, uint16_t *weights) {
    const int64_t whole = row.count / register_sums * register_sums;
    const __mmask16 rest = static_cast<__mmask16>((1u << (row.count - whole)) - 1);
    const __m512 least = _mm512_set1_ps(-__builtin_inff());
    // NaN is ignored in the search for the highest score.
    __m512 largest = _mm512_max_ps(_mm512_mask_loadu_ps(least, rest, row.scores + whole), least);
    for (int64_t i = 0; i < whole; i += register_sums) largest = _mm512_max_ps(_mm512_loadu_ps(row.scores + i), largest);
    const float highest = std::max(row.highest, _mm512_reduce_max_ps(largest) * row.scale);
    const float reference = highest == -__builtin_inff() ? 0.0f : highest;
    // The power is 2^(n + f), where n is the nearest integer and |f| is at most ½.
    const __m512 factor = _mm512_set1_ps(row.scale * 1.44269504f), shift = _mm512_set1_ps(-reference * 1.44269504f);
    // Smaller powers become zeros, because the processor is slow with subnormal numbers.
    const __m512 bound = _mm512_set1_ps(-126.0f);
    __m512 total = _mm512_setzero_ps();
    for (int64_t i = 0; i < row.count; i += register_sums) {
        const __mmask16 counted = i < whole ? static_cast<__mmask16>(0xffff) : rest;
        const __m512 given = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(counted, row.scores + i), factor, shift);
        const __mmask16 kept = _mm512_mask_cmp_ps_mask(counted, given, bound, _CMP_NLT_UQ);
        const __m512 power = _mm512_max_ps(bound, given);
        const __m512 n = _mm512_roundscale_ps(power, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC), f = _mm512_sub_ps(power, n);
        __m512 p = _mm512_set1_ps(9.6004e-3f);
        p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(5.591689e-2f));
        p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(2.4023718e-1f));
        p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(6.9312199e-1f));
        p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(1.0f));
        p = _mm512_maskz_scalef_ps(kept, p, n);
        total = _mm512_add_ps(total, p);
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(weights + i), (__m256i)_mm512_cvtneps_pbh(p));
    }
    const float earlier = exponential(row.highest - reference);
    row.total = row.total * earlier + _mm512_reduce_add_ps(total);
    row.highest = highest;
    return earlier;
}

template <typename Number> KERNEL_TILED void store_row(const float *sums, float factor, int64_t depth, Number *results) {
    for (int64_t i = 0; i < depth; i += register_sums) {
        Floats<16> values;
        read<16>(sums + i, values);
        values *= factor;
        write<16>(results + i, values);
    }
}

using Run = AttentionRun<Division, Scratch>;

/// A group of queries of one head, and the scratch memory of the thread that works on it.
struct Group {
    const Run &run;
    AttentionHead head;
    int64_t first, count;
    uint16_t *keys, *values, *queries, *weights;
    float *scores, *sums, *highest, *totals;

    Group(const Run &run, int64_t unit, int thread) : run(run), head(run.work, run.addresses, unit / run.division.groups_of_head) {
        const auto &scratch = run.scratch;
        first = unit % run.division.groups_of_head * run.division.queries_of_group;
        count = std::min(run.division.queries_of_group, run.work.queries - first);
        char *memory = static_cast<char *>(run.addresses[4]) + scratch.byte_count * thread;
        const auto narrow = [memory](int64_t place) { return reinterpret_cast<uint16_t *>(memory + place); };
        const auto wide = [memory](int64_t place) { return reinterpret_cast<float *>(memory + place); };
        keys = narrow(0);
        values = narrow(scratch.values);
        queries = narrow(scratch.queries);
        scores = wide(scratch.scores);
        weights = narrow(scratch.weights);
        sums = wide(scratch.sums);
        highest = wide(scratch.highest);
        totals = wide(scratch.totals);
        std::fill_n(highest, count, -__builtin_inff());
        std::fill_n(totals, count, 0.0f);
    }
};

/// Consecutive keys, and queries of the group.
struct Block {
    int64_t key, keys, row, rows;

    /// The number of keys, padded with zeros to whole registers of factors.
    int64_t padded_keys() const { return up(keys, register_factors) * register_factors; }
};

/// Returns 16 queries and sets their `stride`. If there are fewer than 16 queries, they are copied and padded with zeros.
const uint16_t *queries_of(const Group &group, const Block &block, int64_t &stride) {
    const int64_t width = group.run.work.width;
    stride = group.run.work.query_row;
    const uint16_t *given = reinterpret_cast<const uint16_t *>(group.head.queries) + (group.first + block.row) * stride;
    if (block.rows == register_rows) return given;
    for (int64_t row = 0; row < register_rows; row++) {
        uint16_t *copy = group.queries + row * width;
        if (row < block.rows)
            std::copy_n(given + row * stride, width, copy);
        else
            std::fill_n(copy, width, static_cast<uint16_t>(0));
    }
    stride = width;
    return group.queries;
}

void make_scores(const Group &group, const Block &block) {
    int64_t stride;
    const uint16_t *queries = queries_of(group, block, stride);
    const int64_t columns = up(block.keys, register_sums) * register_sums;
    multiply({queries, stride, group.keys, group.run.work.width}, columns, group.scores, group.run.scratch.score_stride, false);
}

void soften_scores(const Group &group, const Block &block) {
    const auto &work = group.run.work;
    const auto &scratch = group.run.scratch;
    for (int64_t index = 0; index < block.rows; index++) {
        const int64_t row = block.row + index;
        float *scores = group.scores + index * scratch.score_stride;
        uint16_t *weights = group.weights + index * scratch.weight_stride;
        ScoreRow softened{
            scores, block.keys, work.scale, work.mask, group.head.mask_at(work, group.first + row, block.key), work.mask_key_stride,
            group.highest[row], group.totals[row]};
        float factor;
        if (work.mask == KernelMaskNone && work.scale > 0) {
            factor = soften_narrow(softened, weights);
        } else {
            factor = group.run.kernels.soften(softened);
            narrow(scores, block.keys, weights);
        }
        std::fill(weights + block.keys, weights + block.padded_keys(), static_cast<uint16_t>(0));
        group.highest[row] = softened.highest;
        group.totals[row] = softened.total;
        if (factor == 1.0f || block.key == 0) continue;
        float *sums = group.sums + row * scratch.sum_stride;
        for (int64_t i = 0; i < scratch.sum_stride; i++) sums[i] *= factor;
    }
    for (int64_t index = block.rows; index < register_rows; index++)
        std::fill_n(group.weights + index * scratch.weight_stride, block.padded_keys(), static_cast<uint16_t>(0));
}

void add_values(const Group &group, const Block &block) {
    const auto &scratch = group.run.scratch;
    multiply(
        {group.weights, scratch.weight_stride, group.values, block.padded_keys()}, group.run.work.depth,
        group.sums + block.row * scratch.sum_stride, scratch.sum_stride, block.key > 0);
}

void store_results(const Group &group, const Block &block) {
    const auto &work = group.run.work;
    for (int64_t row = block.row; row < block.row + block.rows; row++) {
        // If no score counts, the result is 0 · ∞, which is NaN.
        const float *sums = group.sums + row * group.run.scratch.sum_stride, factor = 1.0f / group.totals[row];
        const int64_t place = (group.first + row) * work.result_row;
        if (work.result == KernelElementBFloat16)
            store_row(sums, factor, work.depth, reinterpret_cast<uint16_t *>(group.head.results) + place);
        else
            store_row(sums, factor, work.depth, reinterpret_cast<float *>(group.head.results) + place);
    }
}

void run_group(const Group &group) {
    const auto &work = group.run.work;
    const auto *keys = reinterpret_cast<const uint16_t *>(group.head.keys), *values = reinterpret_cast<const uint16_t *>(group.head.values);
    for (int64_t key = 0; key < work.keys; key += group.run.division.keys_of_block) {
        const int64_t count = std::min(group.run.division.keys_of_block, work.keys - key);
        arrange_keys(keys + key * work.key_row, work.key_row, count, work.width, group.keys);
        arrange_values(values + key * work.value_row, work.value_row, count, work.depth, group.values);
        for (int64_t row = 0; row < group.count; row += register_rows) {
            const Block block{key, count, row, std::min(register_rows, group.count - row)};
            make_scores(group, block);
            soften_scores(group, block);
            add_values(group, block);
            if (key + count == work.keys) store_results(group, block);
        }
    }
}

KERNEL_TILED void run_share(int index, int, void *context) {
    auto &run = *static_cast<Run *>(context);
    const TileForms forms;
    _tile_loadconfig(&forms);
    for (int64_t unit; (unit = run.next.fetch_add(1)) < run.division.units();) run_group(Group(run, unit, index));
    _tile_release();
}

#endif

} // namespace

bool kernel_attention_fits_amx(int64_t width, int64_t depth) {
    // Much wider rows would need more scratch memory than the L2 cache has.
    return width > 0 && depth > 0 && width % register_factors == 0 && depth % register_sums == 0 && width <= 512 && depth <= 512;
}

size_t kernels::matrix_attention_scratch(const KernelAttention &work, int threads) {
    const Division division(work, threads);
    return static_cast<size_t>(Scratch(work, division).byte_count) * static_cast<size_t>(division.parts(threads));
}

void kernels::run_matrix_attention(const KernelAttention &work, void *const *addresses, int threads) {
#if defined(__x86_64__)
    const Division division(work, threads);
    Run run{work, addresses, attention_kernels(), division, Scratch(work, division)};
    const bool alone = division.heads * work.queries * work.keys * (work.width + work.depth) < products_for_threads;
    team_run(alone ? 1 : division.parts(threads), run_share, &run);
#else
    (void)work, (void)addresses, (void)threads;
#endif
}
