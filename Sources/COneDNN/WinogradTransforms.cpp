#include "WinogradTransforms.hpp"
#include "Tiles.hpp"

#include <algorithm>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace onednn_shim;

#if defined(__x86_64__)

namespace {

// Also for float32, where nothing has the type that these instructions are for.
#define TRANSFORM ONEDNN_NARROW
#define EACH_OF_4(index) ONEDNN_UNROLLED for (int index = 0; index < 4; index++)

TRANSFORM inline __m512 load(const float *source) { return _mm512_loadu_ps(source); }

TRANSFORM inline __m512 load(const uint16_t *source) {
    const __m512i bits = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(source)));
    return _mm512_castsi512_ps(_mm512_slli_epi32(bits, 16));
}

TRANSFORM inline void store(float *target, __m512 values) { _mm512_storeu_ps(target, values); }

TRANSFORM inline void store(uint16_t *target, __m512 values) {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(target), (__m256i)_mm512_cvtneps_pbh(values));
}

/// A column of four pixels, transformed: Bᵀ d.
struct Column {
    __m512 values[4];
};

/// `rows` are null above and below the image.
template <typename Element>
TRANSFORM inline Column column_of(const Element *const (&rows)[4], int64_t x, int64_t width, int64_t stride) {
    __m512 d[4];
    EACH_OF_4(i) d[i] = rows[i] && x >= 0 && x < width ? load(rows[i] + x * stride) : _mm512_setzero_ps();
    return {{_mm512_sub_ps(d[0], d[2]), _mm512_add_ps(d[1], d[2]), _mm512_sub_ps(d[2], d[1]), _mm512_sub_ps(d[1], d[3])}};
}

template <typename Element>
TRANSFORM void transform_pixels(
    const onednn_winograd_convolution &work, const WinogradTiles &tiles, const void *source, int64_t first_group, int64_t last_group,
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
        auto *target = static_cast<Element *>(values) + group * tile_block;
        int64_t x = 2 * tiles.column - work.padding_left;
        Column columns[4];
        // Neighbouring tiles have two columns in common.
        columns[2] = column_of(rows, x, work.width, strides.pixel);
        columns[3] = column_of(rows, x + 1, work.width, strides.pixel);
        for (int64_t tile = 0; tile < tiles.count; tile++, x += 2, target += work.inputs) {
            columns[0] = columns[2];
            columns[1] = columns[3];
            columns[2] = column_of(rows, x + 2, work.width, strides.pixel);
            columns[3] = column_of(rows, x + 3, work.width, strides.pixel);
            EACH_OF_4(i) {
                const __m512 a = columns[0].values[i], b = columns[1].values[i], c = columns[2].values[i], d = columns[3].values[i];
                auto *row = target + i * 4 * distance;
                store(row, _mm512_sub_ps(a, c));
                store(row + distance, _mm512_add_ps(b, c));
                store(row + 2 * distance, _mm512_sub_ps(c, b));
                store(row + 3 * distance, _mm512_sub_ps(b, d));
            }
        }
    }
}

/// How many tiles' results are worked on at once: they stay in the nearest cache.
constexpr int chunk_tiles = 8;
constexpr int chunk_size = chunk_tiles * 4 * most_groups * tile_block;

/// Some tiles whose results lie together: for each tile its 2 × 2 pixels row by row, for each of them the channels.
struct Chunk {
    const onednn_winograd_convolution &work;
    int64_t image, row, column, count;
    int64_t channel;
    int groups;

    int64_t width() const { return groups * tile_block; }
    int64_t element_count() const { return count * 4 * width(); }

    /// The place of a pixel of a tile in a tensor that lies as the result does; −1 outside.
    int64_t place(int64_t tile, int pixel) const {
        const int64_t y = 2 * row + pixel / 2, x = 2 * (column + tile) + pixel % 2;
        if (y >= work.result_height || x >= work.result_width) return -1;
        const auto &strides = work.destination_strides;
        return image * strides.image + y * strides.row + x * strides.pixel + channel / tile_block * strides.group;
    }
};

/// Aᵀ m A.
TRANSFORM void combine_sums(const Chunk &chunk, const float *sums, int64_t distance, float *values) {
    const int64_t width = chunk.width();
    for (int64_t tile = 0; tile < chunk.count; tile++, sums += width, values += 4 * width)
        for (int64_t channel = 0; channel < width; channel += tile_block) {
            __m512 upper[4], lower[4];
            EACH_OF_4(j) {
                const float *m = sums + j * distance + channel;
                const __m512 m0 = load(m), m1 = load(m + 4 * distance), m2 = load(m + 8 * distance), m3 = load(m + 12 * distance);
                upper[j] = _mm512_add_ps(m0, _mm512_add_ps(m1, m2));
                lower[j] = _mm512_sub_ps(_mm512_sub_ps(m1, m2), m3);
            }
            float *target = values + channel;
            store(target, _mm512_add_ps(upper[0], _mm512_add_ps(upper[1], upper[2])));
            store(target + width, _mm512_sub_ps(_mm512_sub_ps(upper[1], upper[2]), upper[3]));
            store(target + 2 * width, _mm512_add_ps(lower[0], _mm512_add_ps(lower[1], lower[2])));
            store(target + 3 * width, _mm512_sub_ps(_mm512_sub_ps(lower[1], lower[2]), lower[3]));
        }
}

template <typename Element> TRANSFORM void get(const Chunk &chunk, const void *source, float *values) {
    for (int64_t tile = 0; tile < chunk.count; tile++)
        for (int pixel = 0; pixel < 4; pixel++) {
            const int64_t place = chunk.place(tile, pixel);
            for (int group = 0; group < chunk.groups; group++, values += tile_block) {
                const auto *from = static_cast<const Element *>(source) + place + group * chunk.work.destination_strides.group;
                store(values, place < 0 ? _mm512_setzero_ps() : load(from));
            }
        }
}

template <typename Element> TRANSFORM void put(const Chunk &chunk, void *destination, const float *values) {
    for (int64_t tile = 0; tile < chunk.count; tile++)
        for (int pixel = 0; pixel < 4; pixel++, values += chunk.width()) {
            const int64_t place = chunk.place(tile, pixel);
            if (place < 0) continue;
            auto *target = static_cast<Element *>(destination) + place;
            for (int group = 0; group < chunk.groups; group++)
                store(target + group * chunk.work.destination_strides.group, load(values + group * tile_block));
        }
}

void finish_tiles(
    const onednn_winograd_convolution &work, const WinogradTiles &tiles, const float *sums, int64_t distance, int64_t column, int groups,
    void *const *addresses) {
    alignas(64) float values[chunk_size], others[chunk_size];
    for (int64_t done = 0; done < tiles.count; done += chunk_tiles) {
        const Chunk chunk{
            work, tiles.image, tiles.row, tiles.column + done, std::min<int64_t>(chunk_tiles, tiles.count - done), column, groups};
        combine_sums(chunk, sums + done * chunk.width(), distance, values);
        for (int index = 0; index < work.post_count; index++) {
            const auto &post = work.posts[index];
            if (post.is_binary) {
                (post.type == ONEDNN_BFLOAT16 ? get<uint16_t> : get<float>)(chunk, addresses[post.operand], others);
                onednn_combine_run(post.algorithm, values, others, chunk.element_count());
            } else {
                onednn_function_run(post.algorithm, post.alpha, post.beta, values, chunk.element_count());
            }
        }
        (work.destination == ONEDNN_BFLOAT16 ? put<uint16_t> : put<float>)(chunk, addresses[1], values);
    }
}

/// Three values, transformed: G w.
struct Spread {
    __m512 values[4];
};

TRANSFORM inline Spread spread(__m512 a, __m512 b, __m512 c) {
    const __m512 half = _mm512_set1_ps(0.5f), outer = _mm512_mul_ps(half, _mm512_add_ps(a, c)), middle = _mm512_mul_ps(half, b);
    return {{a, _mm512_add_ps(outer, middle), _mm512_sub_ps(outer, middle), c}};
}

/// The 16 elements of the weights of one input, each for 16 outputs.
TRANSFORM inline void transform_weights(const float *taps, __m512 scale, __m512 (&elements)[winograd_elements]) {
    Spread columns[3];
    ONEDNN_UNROLLED for (int x = 0; x < 3; x++) {
        __m512 values[3];
        ONEDNN_UNROLLED for (int y = 0; y < 3; y++) values[y] = _mm512_mul_ps(scale, load(taps + (y * 3 + x) * tile_block));
        columns[x] = spread(values[0], values[1], values[2]);
    }
    EACH_OF_4(i) {
        const Spread row = spread(columns[0].values[i], columns[1].values[i], columns[2].values[i]);
        EACH_OF_4(j) elements[i * 4 + j] = row.values[j];
    }
}

template <typename Element>
TRANSFORM void arrange_weights(int64_t inputs, const float *source, const float *scale, void *panel, int64_t width, int64_t column) {
    constexpr int together = sizeof(Element) == 2 ? 2 : 1;
    const __m512 factor = scale ? load(scale) : _mm512_set1_ps(1.0f);
    for (int64_t input = 0; input < inputs; input += together) {
        alignas(64) float taps[together * 9][tile_block];
        for (int lane = 0; lane < tile_block; lane++)
            for (int tap = 0; tap < together * 9; tap++) taps[tap][lane] = source[(lane * inputs + input) * 9 + tap];
        __m512 first[winograd_elements];
        transform_weights(taps[0], factor, first);
        auto *target = static_cast<Element *>(panel) + input * width + column * together;
        if constexpr (together == 1) {
            for (int element = 0; element < winograd_elements; element++) store(target + element * inputs * width, first[element]);
        } else {
            __m512 second[winograd_elements];
            transform_weights(taps[9], factor, second);
            for (int element = 0; element < winograd_elements; element++) {
                // Pairs of two inputs' numbers, the first one lower.
                const __m512i low = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(first[element]));
                const __m512i high = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(second[element]));
                _mm512_storeu_si512(target + element * inputs * width, _mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
            }
        }
    }
}

template <typename Element>
constexpr WinogradTransforms transforms{transform_pixels<Element>, finish_tiles, arrange_weights<Element>};

} // namespace

const WinogradTransforms &onednn_shim::winograd_transforms(bool narrow) { return narrow ? transforms<uint16_t> : transforms<float>; }

#else

const WinogradTransforms &onednn_shim::winograd_transforms(bool) {
    static const WinogradTransforms none{};
    return none;
}

#endif
