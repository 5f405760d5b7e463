#include "AttentionKernels.hpp"
#include "Tiles.hpp"
#include "Vectors.hpp"
#include <Processor.h>

#include <algorithm>
#include <utility>

using namespace kernels;
using namespace vectors;

namespace {

/// Computes a tile of a product. `product` is passed by value, so that the compiler knows that no store changes it.
template <int Lanes, int Rows, int Vectors> KERNEL_INLINE void multiply_tile(const TileProduct product) {
    Floats<Lanes> sums[Rows][Vectors];
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++)
        KERNEL_UNROLLED for (int v = 0; v < Vectors; v++) {
            if (product.adds)
                read<Lanes>(product.c + row * product.c_stride + v * Lanes, sums[row][v]);
            else
                sums[row][v] = 0.0f;
        }
    const float *b = product.b;
    for (int64_t k = 0; k < product.length; k++, b += product.b_stride) {
        Floats<Lanes> columns[Vectors];
        KERNEL_UNROLLED for (int v = 0; v < Vectors; v++) read<Lanes>(b + v * Lanes, columns[v]);
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
            const float factor = product.a[row * product.a_stride + k];
            KERNEL_UNROLLED for (int v = 0; v < Vectors; v++) sums[row][v] += columns[v] * factor;
        }
    }
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++)
        KERNEL_UNROLLED for (int v = 0; v < Vectors; v++) write<Lanes>(product.c + row * product.c_stride + v * Lanes, sums[row][v]);
}

constexpr int products_at_once = 4;

template <int Lanes> KERNEL_INLINE Floats<4> quarter_sums(const Floats<Lanes> &values) {
    if constexpr (Lanes == 4)
        return values;
    else
        return quarter_sums<Lanes / 2>(values.lo + values.hi);
}

/// The products with consecutive keys, from `first` on.
template <int Lanes, int Rows, int Keys> KERNEL_INLINE void multiply_keys(const RowProducts &products, int64_t first) {
    Floats<Lanes> sums[Rows][Keys], keys[Keys], part;
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++)
        KERNEL_UNROLLED for (int key = 0; key < Keys; key++) sums[row][key] = 0.0f;
    const float *source = products.keys + first * products.key_stride;
    for (int64_t i = 0; i < products.width; i += Lanes) {
        KERNEL_UNROLLED for (int key = 0; key < Keys; key++) read<Lanes>(source + key * products.key_stride + i, keys[key]);
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
            read<Lanes>(products.queries + row * products.query_stride + i, part);
            KERNEL_UNROLLED for (int key = 0; key < Keys; key++) sums[row][key] += part * keys[key];
        }
    }
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
        Floats<4> quarters[products_at_once] = {};
        KERNEL_UNROLLED for (int key = 0; key < Keys; key++) quarters[key] = quarter_sums<Lanes>(sums[row][key]);
        transpose<4>(quarters);
        const Floats<4> totals = (quarters[0] + quarters[1]) + (quarters[2] + quarters[3]);
        std::memcpy(products.scores + row * products.score_stride + first, &totals, Keys * sizeof(float));
    }
}

template <int Lanes, int Rows> KERNEL_INLINE void multiply_rows(const RowProducts products) {
    int64_t key = 0;
    for (; key + products_at_once <= products.key_count; key += products_at_once)
        multiply_keys<Lanes, Rows, products_at_once>(products, key);
    for (; key < products.key_count; key++) multiply_keys<Lanes, Rows, 1>(products, key);
}

/// Multiplies at most `Lanes` keys by `scale` and transposes them: vector i of `column` gets element i of every key. With fewer than
/// `Lanes` keys, the rest of each vector is zeros.
template <int Lanes>
KERNEL_INLINE void arrange_vector(
    const float *keys, int64_t key_stride, int64_t width, int64_t count, float scale, float *column, int64_t stride) {
    int64_t done = 0;
    if (count >= Lanes)
        for (; done + Lanes <= width; done += Lanes) {
            Floats<Lanes> square[Lanes];
            KERNEL_UNROLLED for (int lane = 0; lane < Lanes; lane++) read<Lanes>(keys + lane * key_stride + done, square[lane]);
            transpose<Lanes>(square);
            KERNEL_UNROLLED for (int lane = 0; lane < Lanes; lane++) write<Lanes>(column + (done + lane) * stride, square[lane] * scale);
        }
    for (; done < width; done++)
        for (int lane = 0; lane < Lanes; lane++)
            column[done * stride + lane] = lane < count ? keys[lane * key_stride + done] * scale : 0.0f;
}

template <int Lanes, int Vectors>
KERNEL_INLINE void arrange_panels(const float *keys, int64_t key_stride, int64_t width, int64_t count, float scale, float *panels) {
    for (int64_t first = 0; first < count; first += Vectors * Lanes) {
        const int64_t vectors = std::min<int64_t>(Vectors, up(count - first, Lanes));
        for (int64_t v = 0; v < vectors; v++) {
            const int64_t key = first + v * Lanes;
            arrange_vector<Lanes>(keys + key * key_stride, key_stride, width, count - key, scale, panels + v * Lanes, vectors * Lanes);
        }
        panels += vectors * Lanes * width;
    }
}

template <int Lanes> KERNEL_INLINE float largest(const Floats<Lanes> &values) {
    if constexpr (Lanes == 2) {
        return values[0] < values[1] ? values[1] : values[0];
    } else {
        const Floats<Lanes / 2> low = values.lo, high = values.hi;
        return largest<Lanes / 2>(low < high ? high : low);
    }
}

template <int Lanes> KERNEL_INLINE float sum(const Floats<Lanes> &values) {
    if constexpr (Lanes == 2)
        return values[0] + values[1];
    else
        return sum<Lanes / 2>(values.lo + values.hi);
}

/// Computes `exponential` for a whole vector of numbers up to 0. In a loop over single numbers the compiler would use vectors of half the size.
template <int Lanes> KERNEL_INLINE void exponentials(Floats<Lanes> &values) {
    const Floats<Lanes> limited = values < -87.3f ? Floats<Lanes>(-87.3f) : values;
    const Floats<Lanes> shifted = limited * 1.44269504f + 12582912.0f, n = shifted - 12582912.0f;
    Floats<Lanes> r = limited - n * 0.693359375f;
    r = r + n * 2.12194440e-4f;
    Floats<Lanes> p;
    exponential_series(r, p);
    Bits<Lanes> bits;
    std::memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 127u) << 23;
    Floats<Lanes> power;
    std::memcpy(&power, &bits, sizeof power);
    values = values < -87.3f ? Floats<Lanes>(0.0f) : p * power;
}

KERNEL_INLINE void add_mask(float *scores, const float *mask, int64_t stride, int64_t count) {
    if (stride == 1)
        for (int64_t i = 0; i < count; i++) scores[i] += mask[i];
    else
        for (int64_t i = 0; i < count; i++) scores[i] += mask[i * stride];
}

KERNEL_INLINE void add_mask(float *scores, const uint8_t *mask, int64_t stride, int64_t count) {
    if (stride == 1)
        for (int64_t i = 0; i < count; i++) scores[i] += mask[i] ? 0.0f : -__builtin_inff();
    else
        for (int64_t i = 0; i < count; i++) scores[i] += mask[i * stride] ? 0.0f : -__builtin_inff();
}

/// The largest score of whole vectors. NaN is ignored.
template <int Lanes> KERNEL_INLINE float highest_score(const float *scores, int64_t count) {
    Floats<Lanes> values, even = -__builtin_inff(), odd = even;
    for (int64_t i = 0; i < count; i += 2 * Lanes) {
        read<Lanes>(scores + i, values);
        even = even < values ? values : even;
        if (i + Lanes == count) break;
        read<Lanes>(scores + i + Lanes, values);
        odd = odd < values ? values : odd;
    }
    return largest<Lanes>(even < odd ? odd : even);
}

template <int Lanes> KERNEL_INLINE float soften_row(ScoreRow &row) {
    float *scores = row.scores;
    const int64_t count = up(row.count, Lanes) * Lanes;
    if (row.scale != 1.0f)
        for (int64_t i = 0; i < row.count; i++) scores[i] *= row.scale;
    if (row.mask_kind == KernelMaskAdded) add_mask(scores, static_cast<const float *>(row.mask), row.mask_stride, row.count);
    if (row.mask_kind == KernelMaskKept) add_mask(scores, static_cast<const uint8_t *>(row.mask), row.mask_stride, row.count);
    for (int64_t i = row.count; i < count; i++) scores[i] = -__builtin_inff();
    const float highest = std::max(row.highest, highest_score<Lanes>(scores, count));
    // If no score has counted so far, any reference will do, because e^−∞ is 0.
    const float reference = highest == -__builtin_inff() ? 0.0f : highest;
    Floats<Lanes> values, total = 0.0f;
    for (int64_t i = 0; i < count; i += Lanes) {
        read<Lanes>(scores + i, values);
        values -= reference;
        exponentials<Lanes>(values);
        write<Lanes>(scores + i, values);
        total += values;
    }
    const float factor = exponential(row.highest - reference);
    row.total = row.total * factor + sum<Lanes>(total);
    row.highest = highest;
    return factor;
}

/// The kernels for vectors of `lanes` numbers and tiles of `most` vectors, compiled with `attributes`.
#define KERNELS(name, attributes, lanes, most)                                                                                         \
    template <int Rows, int Vectors> attributes void name##_tile(const TileProduct &product) {                                         \
        multiply_tile<lanes, Rows, Vectors>(product);                                                                                  \
    }                                                                                                                                  \
    template <int Rows> attributes void name##_rows(const RowProducts &products) { multiply_rows<lanes, Rows>(products); }             \
    attributes void name##_arrange(                                                                                                    \
        const float *keys, int64_t stride, int64_t width, int64_t count, float scale, float *panels) {                                 \
        arrange_panels<lanes, most>(keys, stride, width, count, scale, panels);                                                        \
    }                                                                                                                                  \
    attributes float name##_soften(ScoreRow &row) { return soften_row<lanes>(row); }                                                   \
                                                                                                                                       \
    template <int... Index> constexpr AttentionKernels name##_kernels(std::integer_sequence<int, Index...>) {                          \
        AttentionKernels kernels{lanes, most, {}, {}, name##_arrange, name##_soften};                                                  \
        ((kernels.tiles[Index / most][Index % most] = name##_tile<Index / most + 1, Index % most + 1>), ...);                          \
        ((kernels.row_products[Index % most] = name##_rows<Index % most + 1>), ...);                                                   \
        return kernels;                                                                                                                \
    }                                                                                                                                  \
    constexpr AttentionKernels name = name##_kernels(std::make_integer_sequence<int, most_tile_rows * most>());

#if defined(__x86_64__)
KERNELS(wide, KERNEL_WIDE, 16, 4)
KERNELS(medium, KERNEL_MEDIUM, 8, 2)
KERNELS(narrow, , 4, 2)
#else
KERNELS(narrow, , 4, 4)
#endif

} // namespace

const AttentionKernels &kernels::attention_kernels() {
#if defined(__x86_64__)
    if (processor_has_512_bit_vectors()) return wide;
    if (processor_has_256_bit_vectors()) return medium;
#endif
    return narrow;
}

void kernels::multiply_tiles(const AttentionKernels &kernels, TileProduct product, int64_t rows, int64_t columns) {
    const auto vectors = static_cast<size_t>(up(columns, kernels.lanes));
    for (int64_t row = 0; row < rows; row += most_tile_rows) {
        const int64_t height = std::min<int64_t>(most_tile_rows, rows - row);
        kernels.tiles[height - 1][vectors - 1](product);
        product.a += height * product.a_stride;
        product.c += height * product.c_stride;
    }
}
