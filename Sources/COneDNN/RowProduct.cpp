#include "Products.h"
#include "Team.hpp"
#include "Vectors.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace onednn_shim;
using namespace onednn_vectors;

namespace {

constexpr int block = 16;
constexpr int most_groups = 4;

/// The most rows of a tile of so many groups of 16 columns: its sums take 24 of the 32 registers at most.
constexpr int tile_rows[most_groups + 1] = {0, 12, 12, 8, 6};
constexpr int most_rows = 12;
constexpr int most_sums = 24;

/// Below this many products a second thread costs more than it saves.
constexpr int64_t products_for_threads = 1 << 17;

/// Fewer rows make too little of a panel's weights.
constexpr int64_t rows_of_part = 24;

int64_t up(int64_t value, int64_t divisor) { return (value + divisor - 1) / divisor; }

/// How the outputs are divided into panels of up to 64, as evenly as groups of 16 can be. A panel's weights lie together: for each input,
/// or pair of inputs, a number or pair for each of its outputs.
struct Panels {
    int64_t groups, count;

    explicit Panels(int64_t outputs) : groups(up(outputs, block)), count(up(groups, most_groups)) {}

    int64_t first_column(int64_t panel) const { return groups * panel / count * block; }
    int groups_of(int64_t panel) const { return static_cast<int>((first_column(panel + 1) - first_column(panel)) / block); }
};

/// Sums `bias` and the products of a tile of rows, which lie `stride` bytes apart, into `results`.
using TileKernel = void (*)(
    const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results);

#if defined(__x86_64__)

#define WIDE __attribute__((target("arch=x86-64-v4")))
#define NARROW __attribute__((target("arch=x86-64-v4,avx512bf16")))
#define UNROLLED _Pragma("clang loop unroll(full)")

template <int Rows, int Groups>
WIDE void wide_tile(const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results) {
    __m512 sums[Rows][Groups];
    UNROLLED for (int group = 0; group < Groups; group++) {
        const __m512 start = _mm512_loadu_ps(bias + group * block);
        UNROLLED for (int row = 0; row < Rows; row++) sums[row][group] = start;
    }
    const auto *w = static_cast<const float *>(weights);
    const auto *x = static_cast<const float *>(source);
    stride /= static_cast<int64_t>(sizeof *x);
#pragma clang loop unroll_count(4)
    for (int64_t k = 0; k < inputs; k++) {
        __m512 column[Groups];
        UNROLLED for (int group = 0; group < Groups; group++) column[group] = _mm512_loadu_ps(w + group * block);
        w += Groups * block;
        UNROLLED for (int row = 0; row < Rows; row++) {
            const __m512 factor = _mm512_set1_ps(x[row * stride + k]);
            UNROLLED for (int group = 0; group < Groups; group++)
                sums[row][group] = _mm512_fmadd_ps(factor, column[group], sums[row][group]);
        }
    }
    UNROLLED for (int row = 0; row < Rows; row++)
        UNROLLED for (int group = 0; group < Groups; group++)
            _mm512_storeu_ps(results + (row * Groups + group) * block, sums[row][group]);
}

/// The products of pairs.
template <int Rows, int Groups>
NARROW void narrow_tile(const void *source, int64_t stride, int64_t inputs, const void *weights, const float *bias, float *results) {
    __m512 sums[Rows][Groups];
    UNROLLED for (int group = 0; group < Groups; group++) {
        const __m512 start = _mm512_loadu_ps(bias + group * block);
        UNROLLED for (int row = 0; row < Rows; row++) sums[row][group] = start;
    }
    const auto *w = static_cast<const char *>(weights);
    const auto *x = static_cast<const char *>(source);
    constexpr int64_t pair_size = sizeof(int);
#pragma clang loop unroll_count(4)
    for (int64_t k = 0; k < inputs / 2; k++) {
        __m512bh column[Groups];
        UNROLLED for (int group = 0; group < Groups; group++)
            column[group] = (__m512bh)_mm512_loadu_si512(w + group * block * pair_size);
        w += Groups * block * pair_size;
        UNROLLED for (int row = 0; row < Rows; row++) {
            int pair;
            std::memcpy(&pair, x + row * stride + k * pair_size, sizeof pair);
            const auto factor = (__m512bh)_mm512_set1_epi32(pair);
            UNROLLED for (int group = 0; group < Groups; group++)
                sums[row][group] = _mm512_dpbf16_ps(sums[row][group], factor, column[group]);
        }
    }
    UNROLLED for (int row = 0; row < Rows; row++)
        UNROLLED for (int group = 0; group < Groups; group++)
            _mm512_storeu_ps(results + (row * Groups + group) * block, sums[row][group]);
}

using Kernels = std::array<TileKernel, most_rows>;

template <bool Narrow, int Groups, int... Rows> constexpr Kernels kernels(std::integer_sequence<int, Rows...>) {
    if constexpr (Narrow)
        return Kernels{narrow_tile<Rows + 1, Groups>...};
    else
        return Kernels{wide_tile<Rows + 1, Groups>...};
}

template <bool Narrow, int Groups> constexpr Kernels kernels() {
    return kernels<Narrow, Groups>(std::make_integer_sequence<int, tile_rows[Groups]>());
}

template <bool Narrow>
constexpr std::array<Kernels, most_groups> all_kernels{
    kernels<Narrow, 1>(), kernels<Narrow, 2>(), kernels<Narrow, 3>(), kernels<Narrow, 4>()};

TileKernel tile_kernel(bool narrow, int rows, int groups) {
    const auto &all = narrow ? all_kernels<true> : all_kernels<false>;
    return all[static_cast<size_t>(groups) - 1][static_cast<size_t>(rows) - 1];
}

#else

TileKernel tile_kernel(bool, int, int) { return nullptr; }

#endif

struct Run {
    const onednn_row_product &work;
    void *const *addresses;
    Panels panels;
    /// The rows of one piece of work, which is those of one panel.
    int64_t rows_of_unit;
    int64_t element;
};

/// A tile of results within the destination.
struct Tile {
    int64_t start, stride;
    int rows, groups;
};

template <typename From, typename To> ONEDNN_INLINE void move_group(const From *from, To *to) {
    Floats<block> values;
    read<block>(from, values);
    write<block>(to, values);
}

template <typename Element> ONEDNN_INLINE void get_rows(const Tile &tile, const void *source, float *values) {
    const auto *from = static_cast<const Element *>(source) + tile.start;
    for (int row = 0; row < tile.rows; row++)
        for (int group = 0; group < tile.groups; group++, values += block) move_group(from + row * tile.stride + group * block, values);
}

template <typename Element> ONEDNN_INLINE void put_rows(const Tile &tile, void *destination, const float *values) {
    auto *to = static_cast<Element *>(destination) + tile.start;
    for (int row = 0; row < tile.rows; row++)
        for (int group = 0; group < tile.groups; group++, values += block) move_group(values, to + row * tile.stride + group * block);
}

ONEDNN_EACH_PROCESSOR void get_tile(const Tile &tile, onednn_type type, const void *source, float *values) {
    if (type == ONEDNN_BFLOAT16)
        get_rows<uint16_t>(tile, source, values);
    else
        get_rows<float>(tile, source, values);
}

ONEDNN_EACH_PROCESSOR void put_tile(const Tile &tile, onednn_type type, void *destination, const float *values) {
    if (type == ONEDNN_BFLOAT16)
        put_rows<uint16_t>(tile, destination, values);
    else
        put_rows<float>(tile, destination, values);
}

void run_tile(const Run &run, const Tile &tile, const void *source, const void *weights, const float *bias) {
    const auto &work = run.work;
    alignas(64) float results[most_sums * block], others[most_sums * block];
    const auto kernel = tile_kernel(work.source == ONEDNN_BFLOAT16, tile.rows, tile.groups);
    kernel(source, work.inputs * run.element, work.inputs, weights, bias, results);
    const int64_t count = tile.rows * tile.groups * block;
    for (int index = 0; index < work.post_count; index++) {
        const auto &post = work.posts[index];
        if (post.is_binary) {
            get_tile(tile, post.type, run.addresses[post.operand], others);
            onednn_combine_run(post.algorithm, results, others, count);
        } else {
            onednn_function_run(post.algorithm, post.alpha, post.beta, results, count);
        }
    }
    put_tile(tile, work.destination, run.addresses[1], results);
}

void run_unit(const Run &run, int64_t panel, int64_t begin, int64_t end) {
    const auto &work = run.work;
    const int64_t column = run.panels.first_column(panel);
    const int groups = run.panels.groups_of(panel);
    const auto *source = static_cast<const char *>(run.addresses[0]);
    const auto *weights = static_cast<const char *>(work.weights) + column * work.inputs * run.element;
    // Tiles of nearly the same height: the first ones have a row more.
    const int64_t tiles = up(end - begin, tile_rows[groups]), shortest = (end - begin) / tiles, taller = (end - begin) % tiles;
    int64_t row = begin;
    for (int64_t index = 0; index < tiles; index++) {
        const int count = static_cast<int>(shortest + (index < taller));
        const Tile tile{row * work.outputs + column, work.outputs, count, groups};
        run_tile(run, tile, source + row * work.inputs * run.element, weights, work.bias + column);
        row += count;
    }
}

/// The threads take neighbouring rows, and where those are few, panels of them.
void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const int64_t rows = run.work.rows, row_parts = std::max<int64_t>(1, std::min<int64_t>(count, rows / rows_of_part));
    const int64_t panel_parts = std::min(count / row_parts, run.panels.count);
    if (index >= row_parts * panel_parts) return;
    const int64_t row_part = index % row_parts, panel_part = index / row_parts;
    const int64_t begin = rows * row_part / row_parts, end = rows * (row_part + 1) / row_parts;
    const int64_t first = run.panels.count * panel_part / panel_parts, last = run.panels.count * (panel_part + 1) / panel_parts;
    for (int64_t row = begin; row < end; row += run.rows_of_unit)
        for (int64_t panel = first; panel < last; panel++) run_unit(run, panel, row, std::min(end, row + run.rows_of_unit));
}

struct Arrangement {
    bool narrow;
    int64_t inputs;
    Panels panels;
    const float *weights, *scale;
    void *result;
    std::atomic<int64_t> next{0};
};

void arrange_panels(int, int, void *context) {
    auto &a = *static_cast<Arrangement *>(context);
    const int64_t together = a.narrow ? 2 : 1;
    for (int64_t panel; (panel = a.next.fetch_add(1)) < a.panels.count;) {
        const int64_t first = a.panels.first_column(panel), width = a.panels.groups_of(panel) * block;
        for (int64_t column = 0; column < width; column++) {
            const float *row = a.weights + (first + column) * a.inputs;
            const float factor = a.scale ? a.scale[first + column] : 1.0f;
            for (int64_t input = 0; input < a.inputs; input++) {
                const int64_t index = first * a.inputs + input / together * together * width + column * together + input % together;
                if (a.narrow)
                    put(static_cast<uint16_t *>(a.result), index, row[input] * factor);
                else
                    put(static_cast<float *>(a.result), index, row[input] * factor);
            }
        }
    }
}

/// Bytes of rows that a thread goes through again for each panel, and that stay in its second cache.
constexpr int64_t near_bytes = 512 << 10;

} // namespace

bool onednn_has_row_product(onednn_type source, int64_t inputs, int64_t outputs) {
#if defined(__x86_64__)
    if (inputs < 1 || outputs < block || outputs % block != 0) return false;
    if (source == ONEDNN_BFLOAT16) return inputs % 2 == 0 && onednn_has_512_bit_vectors() && onednn_has_native_bfloat16();
    return source == ONEDNN_FLOAT32 && onednn_has_512_bit_vectors();
#else
    (void)source, (void)inputs, (void)outputs;
    return false;
#endif
}

void onednn_row_product_weights(
    onednn_type type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result) {
    Arrangement arrangement{type == ONEDNN_BFLOAT16, inputs, Panels(outputs), weights, scale, result};
    onednn_parallel(limit_of_thread(), arrange_panels, &arrangement);
}

void onednn_row_product_run(const onednn_row_product *work, void *const *addresses, int threads) {
    const int64_t element = work->source == ONEDNN_BFLOAT16 ? 2 : 4;
    const int64_t near_rows = std::max<int64_t>(most_rows, near_bytes / std::max<int64_t>(1, work->inputs * element));
    Run run{*work, addresses, Panels(work->outputs), near_rows, element};
    const bool alone = work->rows * work->inputs * work->outputs < products_for_threads;
    onednn_parallel(alone ? 1 : threads, run_share, &run);
}
