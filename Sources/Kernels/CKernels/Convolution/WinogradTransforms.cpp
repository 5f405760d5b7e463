#include "WinogradTransforms.hpp"
#include "Tiles.hpp"
#include <Processor.h>

#include <algorithm>
#include <cstring>

using namespace kernels;
using namespace vectors;

#if defined(__x86_64__)

namespace {

#define EACH_OF_4(index) KERNEL_UNROLLED for (int index = 0; index < 4; index++)

template <bool IsNative, int Lanes> KERNEL_INLINE void store(float *target, const Floats<Lanes> &values) { write<Lanes>(target, values); }

/// Stores bfloat16 numbers. If `IsNative`, they are rounded by an instruction of the processor.
template <bool IsNative, int Lanes> KERNEL_INLINE void store(uint16_t *target, const Floats<Lanes> &values) {
    if constexpr (IsNative) {
        using Halves = __bf16 __attribute__((ext_vector_type(Lanes)));
        const Halves halves = __builtin_convertvector(values, Halves);
        std::memcpy(target, &halves, sizeof halves);
    } else {
        write<Lanes>(target, values);
    }
}

/// Whether processors that multiply this type natively also round to it natively. For bfloat16 they do.
template <typename Element> constexpr bool is_native = sizeof(Element) == 2;

/// A column of four pixels, transformed: Bᵀ d.
template <int Lanes> struct Column {
    Floats<Lanes> values[4];
};

/// Reads the rows of a tile. `rows` are null above and below the image.
template <int Lanes, typename Element>
KERNEL_INLINE void read_column(const Element *const (&rows)[4], int64_t x, int64_t width, int64_t stride, Column<Lanes> &column) {
    Floats<Lanes> d[4];
    EACH_OF_4(i) {
        d[i] = 0.0f;
        if (rows[i] && x >= 0 && x < width) read<Lanes>(rows[i] + x * stride, d[i]);
    }
    column.values[0] = d[0] - d[2];
    column.values[1] = d[1] + d[2];
    column.values[2] = d[2] - d[1];
    column.values[3] = d[1] - d[3];
}

template <int Lanes, typename Element>
KERNEL_INLINE void transform_pixels(
    const KernelWinogradConvolution &work, const WinogradTiles &tiles, const void *source, int64_t first_group, int64_t last_group,
    void *values, int64_t distance) {
    const auto &strides = work.source_strides;
    const auto *image = static_cast<const Element *>(source) + tiles.image * strides.image;
    const int64_t top = 2 * tiles.row - work.padding_top;
    for (int64_t group = first_group; group < last_group; group++) {
        const Element *rows[4];
        EACH_OF_4(i) {
            const int64_t y = top + i;
            rows[i] = y >= 0 && y < work.height ? image + y * strides.row + group * strides.group : nullptr;
        }
        auto *target = static_cast<Element *>(values) + group * Lanes;
        int64_t x = 2 * tiles.column - work.padding_left;
        Column<Lanes> columns[4];
        // Neighbouring tiles have two columns in common.
        read_column<Lanes>(rows, x, work.width, strides.pixel, columns[2]);
        read_column<Lanes>(rows, x + 1, work.width, strides.pixel, columns[3]);
        for (int64_t tile = 0; tile < tiles.count; tile++, x += 2, target += work.inputs) {
            columns[0] = columns[2];
            columns[1] = columns[3];
            read_column<Lanes>(rows, x + 2, work.width, strides.pixel, columns[2]);
            read_column<Lanes>(rows, x + 3, work.width, strides.pixel, columns[3]);
            EACH_OF_4(i) {
                const auto &a = columns[0].values[i], &b = columns[1].values[i], &c = columns[2].values[i], &d = columns[3].values[i];
                auto *row = target + i * 4 * distance;
                store<is_native<Element>, Lanes>(row, a - c);
                store<is_native<Element>, Lanes>(row + distance, b + c);
                store<is_native<Element>, Lanes>(row + 2 * distance, c - b);
                store<is_native<Element>, Lanes>(row + 3 * distance, b - d);
            }
        }
    }
}

/// The number of tiles whose results are processed together, in the L1 cache.
constexpr int chunk_tiles = 8;
constexpr int chunk_size = chunk_tiles * 4 * most_groups * tile_block;

/// Some tiles whose results are stored contiguously. Each tile has 2 × 2 pixels row by row, and each pixel has its channels.
struct Chunk {
    const KernelWinogradConvolution &work;
    int64_t image, row, column, count;
    int64_t channel, width;

    int64_t element_count() const { return count * 4 * width; }

    /// The offset of a tile's pixel in a tensor; −1 outside the result. The tensor has the strides of the result, and `channels_of_group`
    /// channels in a group.
    int64_t place(int64_t tile, int pixel, int64_t channels_of_group) const {
        const int64_t y = 2 * row + pixel / 2, x = 2 * (column + tile) + pixel % 2;
        if (y >= work.result_height || x >= work.result_width) return -1;
        const auto &strides = work.destination_strides;
        return image * strides.image + y * strides.row + x * strides.pixel + channel / channels_of_group * strides.group;
    }
};

/// Aᵀ m A.
template <int Lanes> KERNEL_INLINE void combine_sums(const Chunk &chunk, const float *sums, int64_t distance, float *values) {
    const int64_t width = chunk.width;
    for (int64_t tile = 0; tile < chunk.count; tile++, sums += width, values += 4 * width)
        for (int64_t channel = 0; channel < width; channel += Lanes) {
            Floats<Lanes> upper[4], lower[4];
            EACH_OF_4(j) {
                Floats<Lanes> m[4];
                EACH_OF_4(i) read<Lanes>(sums + (i * 4 + j) * distance + channel, m[i]);
                upper[j] = m[0] + (m[1] + m[2]);
                lower[j] = (m[1] - m[2]) - m[3];
            }
            float *target = values + channel;
            write<Lanes>(target, upper[0] + (upper[1] + upper[2]));
            write<Lanes>(target + width, (upper[1] - upper[2]) - upper[3]);
            write<Lanes>(target + 2 * width, lower[0] + (lower[1] + lower[2]));
            write<Lanes>(target + 3 * width, (lower[1] - lower[2]) - lower[3]);
        }
}

template <int Lanes, typename Element> KERNEL_INLINE void get(const Chunk &chunk, const void *source, float *values) {
    for (int64_t tile = 0; tile < chunk.count; tile++)
        for (int pixel = 0; pixel < 4; pixel++) {
            const int64_t place = chunk.place(tile, pixel, Lanes);
            const auto *from = static_cast<const Element *>(source) + place;
            for (int64_t channel = 0; channel < chunk.width; channel += Lanes, from += chunk.work.destination_strides.group) {
                Floats<Lanes> numbers = 0.0f;
                if (place >= 0) read<Lanes>(from, numbers);
                write<Lanes>(values, numbers);
                values += Lanes;
            }
        }
}

template <int Lanes, bool IsNative, typename Element>
KERNEL_INLINE void put(const Chunk &chunk, void *destination, const float *values) {
    for (int64_t tile = 0; tile < chunk.count; tile++)
        for (int pixel = 0; pixel < 4; pixel++, values += chunk.width) {
            const int64_t place = chunk.place(tile, pixel, Lanes);
            if (place < 0) continue;
            auto *target = static_cast<Element *>(destination) + place;
            for (int64_t channel = 0; channel < chunk.width; channel += Lanes, target += chunk.work.destination_strides.group) {
                Floats<Lanes> numbers;
                read<Lanes>(values + channel, numbers);
                store<IsNative, Lanes>(target, numbers);
            }
        }
}

using Block = Floats<tile_block>;

/// Three values, transformed: G w.
KERNEL_INLINE void spread(const Block &a, const Block &b, const Block &c, Block (&result)[4]) {
    const Block outer = 0.5f * (a + c), middle = 0.5f * b;
    result[0] = a;
    result[1] = outer + middle;
    result[2] = outer - middle;
    result[3] = c;
}

using Elements = Block[winograd_elements];

/// Transforms the weights of one input into 16 elements, each for 16 outputs.
KERNEL_INLINE void transform_weights(const float *taps, const Block &scale, Elements &elements) {
    Block columns[3][4];
    KERNEL_UNROLLED for (int x = 0; x < 3; x++) {
        Block values[3];
        KERNEL_UNROLLED for (int y = 0; y < 3; y++) {
            read<tile_block>(taps + (y * 3 + x) * tile_block, values[y]);
            values[y] *= scale;
        }
        spread(values[0], values[1], values[2], columns[x]);
    }
    EACH_OF_4(i) {
        Block row[4];
        spread(columns[0][i], columns[1][i], columns[2][i], row);
        EACH_OF_4(j) elements[i * 4 + j] = row[j];
    }
}

template <typename Element>
KERNEL_INLINE void arrange_weights(int64_t inputs, const float *source, const float *scale, void *panel, int64_t width, int64_t column) {
    constexpr int together = sizeof(Element) == 2 ? 2 : 1;
    Block factor = 1.0f;
    if (scale) read<tile_block>(scale, factor);
    for (int64_t input = 0; input < inputs; input += together) {
        alignas(64) float taps[together * 9][tile_block];
        for (int lane = 0; lane < tile_block; lane++)
            for (int tap = 0; tap < together * 9; tap++) taps[tap][lane] = source[(lane * inputs + input) * 9 + tap];
        Elements elements[together];
        KERNEL_UNROLLED for (int i = 0; i < together; i++) transform_weights(taps[i * 9], factor, elements[i]);
        auto *target = static_cast<Element *>(panel) + input * width + column * together;
        for (int element = 0; element < winograd_elements; element++, target += inputs * width) {
            if constexpr (together == 1) {
                store<is_native<Element>, tile_block>(target, elements[0][element]);
            } else {
                // The numbers of two inputs as pairs, with the first input in the lower half.
                Element first[tile_block], second[tile_block];
                store<is_native<Element>, tile_block>(first, elements[0][element]);
                store<is_native<Element>, tile_block>(second, elements[1][element]);
                for (int lane = 0; lane < tile_block; lane++) {
                    target[2 * lane] = first[lane];
                    target[2 * lane + 1] = second[lane];
                }
            }
        }
    }
}

template <int Lanes, bool IsNative>
KERNEL_INLINE void finish_tiles(
    const KernelWinogradConvolution &work, const WinogradTiles &tiles, const float *sums, int64_t distance, int64_t column, int groups,
    void *const *addresses) {
    alignas(64) float values[chunk_size], others[chunk_size];
    const int64_t width = groups * tile_block;
    for (int64_t done = 0; done < tiles.count; done += chunk_tiles) {
        const Chunk chunk{
            work, tiles.image, tiles.row, tiles.column + done, std::min<int64_t>(chunk_tiles, tiles.count - done), column, width};
        combine_sums<Lanes>(chunk, sums + done * width, distance, values);
        for (int index = 0; index < work.post_count; index++) {
            const auto &post = work.posts[index];
            if (post.is_binary) {
                if (post.type == KernelElementBFloat16)
                    get<Lanes, uint16_t>(chunk, addresses[post.operand], others);
                else
                    get<Lanes, float>(chunk, addresses[post.operand], others);
                kernel_combine_run(post.algorithm, values, others, chunk.element_count());
            } else {
                kernel_function_run(post.algorithm, post.alpha, post.beta, values, chunk.element_count());
            }
        }
        if (work.destination == KernelElementBFloat16)
            put<Lanes, IsNative, uint16_t>(chunk, addresses[1], values);
        else
            put<Lanes, IsNative, float>(chunk, addresses[1], values);
    }
}

/// The transforms for factors of `Element` in vectors of `lanes` numbers, compiled with `attributes`.
#define TRANSFORMS(name, attributes, lanes, Element)                                                                                   \
    attributes void name##_pixels(                                                                                                     \
        const KernelWinogradConvolution &work, const WinogradTiles &tiles, const void *source, int64_t first, int64_t last,          \
        void *values, int64_t distance) {                                                                                              \
        transform_pixels<lanes, Element>(work, tiles, source, first, last, values, distance);                                          \
    }                                                                                                                                  \
    attributes void name##_results(                                                                                                    \
        const KernelWinogradConvolution &work, const WinogradTiles &tiles, const float *sums, int64_t distance, int64_t column,      \
        int groups, void *const *addresses) {                                                                                          \
        finish_tiles<lanes, is_native<Element>>(work, tiles, sums, distance, column, groups, addresses);                               \
    }                                                                                                                                  \
    attributes void name##_weights(                                                                                                    \
        int64_t inputs, const float *source, const float *scale, void *panel, int64_t width, int64_t column) {                         \
        arrange_weights<Element>(inputs, source, scale, panel, width, column);                                                         \
    }                                                                                                                                  \
    constexpr WinogradTransforms name{lanes, name##_pixels, name##_results, name##_weights};

TRANSFORMS(medium, KERNEL_MEDIUM, 8, float)
TRANSFORMS(wide, KERNEL_WIDE, 16, float)
TRANSFORMS(narrow, KERNEL_NARROW, 16, uint16_t)

} // namespace

const WinogradTransforms &kernels::winograd_transforms(bool is_narrow) {
    if (is_narrow) return narrow;
    return processor_has_512_bit_vectors() ? wide : medium;
}

#else

const WinogradTransforms &kernels::winograd_transforms(bool) {
    static const WinogradTransforms none{};
    return none;
}

#endif
