#include "Products.h"
#include <Instructions.h>
#include <Processor.h>
#include <Team.h>
#include <Team.hpp>
#include "Tiles.hpp"
#include "Vectors.hpp"

#include <algorithm>
#include <atomic>

using namespace kernels;
using namespace team;
using namespace vectors;

namespace {

/// The least number of rows in a part. Fewer rows would use a panel's weights too few times.
constexpr int64_t rows_of_part = 24;

struct Run {
    const KernelRowProduct &work;
    void *const *addresses;
    Panels panels;
    /// The number of rows in a unit of work. A unit belongs to one panel.
    int64_t rows_of_unit;
    int64_t element;
};

/// A tile of results within the destination.
struct Tile {
    int64_t start, stride;
    int rows, groups;
};

template <typename From, typename To> KERNEL_INLINE void move_group(const From *from, To *to) {
    Floats<tile_block> values;
    read<tile_block>(from, values);
    write<tile_block>(to, values);
}

template <typename Element> KERNEL_INLINE void get_rows(const Tile &tile, const void *source, float *values) {
    const auto *from = static_cast<const Element *>(source) + tile.start;
    for (int row = 0; row < tile.rows; row++)
        for (int group = 0; group < tile.groups; group++, values += tile_block)
            move_group(from + row * tile.stride + group * tile_block, values);
}

template <typename Element> KERNEL_INLINE void put_rows(const Tile &tile, void *destination, const float *values) {
    auto *to = static_cast<Element *>(destination) + tile.start;
    for (int row = 0; row < tile.rows; row++)
        for (int group = 0; group < tile.groups; group++, values += tile_block)
            move_group(values, to + row * tile.stride + group * tile_block);
}

KERNEL_EACH_PROCESSOR void get_tile(const Tile &tile, KernelElement type, const void *source, float *values) {
    if (type == KernelElementBFloat16)
        get_rows<uint16_t>(tile, source, values);
    else
        get_rows<float>(tile, source, values);
}

KERNEL_EACH_PROCESSOR void put_tile(const Tile &tile, KernelElement type, void *destination, const float *values) {
    if (type == KernelElementBFloat16)
        put_rows<uint16_t>(tile, destination, values);
    else
        put_rows<float>(tile, destination, values);
}

void run_tile(const Run &run, const Tile &tile, const void *source, const void *weights, const float *bias) {
    const auto &work = run.work;
    alignas(64) float results[most_sums * tile_block], others[most_sums * tile_block];
    const auto kernel = tile_kernel(work.source == KernelElementBFloat16, tile.rows, tile.groups);
    kernel(source, work.inputs * run.element, work.inputs, weights, bias, results);
    const int64_t count = tile.rows * tile.groups * tile_block;
    for (int index = 0; index < work.post_count; index++) {
        const auto &post = work.posts[index];
        if (post.is_binary) {
            get_tile(tile, post.type, run.addresses[post.operand], others);
            kernel_combine_run(post.algorithm, results, others, count);
        } else {
            kernel_function_run(post.algorithm, post.alpha, post.beta, results, count);
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
    const TileHeights heights(end - begin, groups);
    int64_t row = begin;
    for (int64_t index = 0; index < heights.count; index++) {
        const int count = heights[index];
        const Tile tile{row * work.outputs + column, work.outputs, count, groups};
        run_tile(run, tile, source + row * work.inputs * run.element, weights, work.bias + column);
        row += count;
    }
}

/// Runs a thread's part of the work. Threads divide the rows or, if there are few rows, also the panels.
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
        const int64_t first = a.panels.first_column(panel), width = a.panels.groups_of(panel) * tile_block;
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

/// The size in bytes of the rows that stay in a thread's L2 cache. The thread multiplies these rows with one panel of weights after the
/// other.
constexpr int64_t near_bytes = 512 << 10;

} // namespace

bool kernel_has_row_product(KernelElement source, int64_t inputs, int64_t outputs) {
#if defined(__x86_64__)
    if (inputs < 1 || outputs < tile_block || outputs % tile_block != 0) return false;
    if (source == KernelElementBFloat16) return inputs % 2 == 0 && processor_has_512_bit_vectors() && processor_has_native_bfloat16();
    return source == KernelElementFloat32 && processor_has_256_bit_vectors();
#elif defined(__aarch64__)
    if (inputs < 1 || outputs < tile_block || outputs % tile_block != 0) return false;
    if (source == KernelElementBFloat16) return inputs % 2 == 0 && has_bfloat16_products();
    return source == KernelElementFloat32;
#else
    (void)source, (void)inputs, (void)outputs;
    return false;
#endif
}

void kernel_row_product_weights(
    KernelElement type, int64_t inputs, int64_t outputs, const float *weights, const float *scale, void *result) {
    Arrangement arrangement{type == KernelElementBFloat16, inputs, Panels(outputs), weights, scale, result};
    team_run(limit_of_thread(), arrange_panels, &arrangement);
}

void kernel_row_product_run(const KernelRowProduct *work, void *const *addresses, int threads) {
    const int64_t element = work->source == KernelElementBFloat16 ? 2 : 4;
    const int64_t near_rows = std::max<int64_t>(most_rows, near_bytes / std::max<int64_t>(1, work->inputs * element));
    Run run{*work, addresses, Panels(work->outputs), near_rows, element};
    const bool alone = work->rows * work->inputs * work->outputs < products_for_threads;
    team_run(alone ? 1 : threads, run_share, &run);
}
