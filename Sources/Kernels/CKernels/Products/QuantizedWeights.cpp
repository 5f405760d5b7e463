// Expands integers of a few bits to numbers. Eight integers of n bits, a group, fill n bytes. For a tile of groups at a time, each integer is first
// spread to a byte of its own. Then the bytes are made into numbers block by block.

#include "QuantizedWeights.hpp"
#include "Tiles.hpp"
#include "Vectors.hpp"
#include <Processor.h>
#include <Team.h>

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;
using namespace vectors;

namespace {

/// The number of elements below which a second thread costs more time than it saves.
constexpr int64_t numbers_for_threads = 1 << 15;

constexpr int64_t integers_of_group = 8;

/// The number of elements that are expanded together. Their integers and scales stay in the L1 cache.
constexpr int64_t tile_numbers = 1024;

constexpr int lanes = 16;

/// The maximum number of bits of an index whose table fits into one vector.
constexpr int bits_of_vector = 4;

using Bytes = uint8_t __attribute__((ext_vector_type(lanes)));
using Whole = int32_t __attribute__((ext_vector_type(lanes)));

/// A step in spreading packed integers. The lower half of each field of `2 · Width` bits stays where it is. The upper half is moved up, so that it
/// begins `Distance` bits above the lower half.
template <int Width, int Distance> KERNEL_INLINE uint64_t part(uint64_t fields) {
    if constexpr (Width == Distance) return fields;
    uint64_t low = 0;
    for (int start = 0; start < 64; start += 2 * Distance) low |= ((uint64_t(1) << Width) - 1) << start;
    return (fields & low) | (fields << (Distance - Width) & low << Distance);
}

/// Expands eight integers to eight bytes.
template <int Bits> KERNEL_INLINE uint64_t spread(uint64_t group) {
    return part<Bits, 8>(part<2 * Bits, 16>(part<4 * Bits, 32>(group)));
}

/// Expands whole groups of integers, and then a last, incomplete group of `rest` bytes.
template <int Bits> KERNEL_INLINE void spread_groups(const uint8_t *source, int64_t groups, size_t rest, uint8_t *bytes) {
    for (int64_t index = 0; index < groups; index++) {
        uint64_t group = 0;
        std::memcpy(&group, source + index * Bits, Bits);
        group = spread<Bits>(group);
        std::memcpy(bytes + index * integers_of_group, &group, sizeof group);
    }
    uint64_t group = 0;
    std::memcpy(&group, source + groups * Bits, rest);
    group = spread<Bits>(group);
    if (rest) std::memcpy(bytes + groups * integers_of_group, &group, sizeof group);
}

/// Returns `count` integers as bytes. `first` is the index of the first integer in the matrix. The bytes are written to `bytes` if the
/// integers are not bytes already.
KERNEL_INLINE const uint8_t *bytes_of_integers(const KernelQuantizedWeights &quantized, int64_t first, int64_t count, uint8_t *bytes) {
    const auto *source = static_cast<const uint8_t *>(quantized.integers);
    if (quantized.bits == 8) return source + first;
    const int64_t before = first % integers_of_group, all = before + count, groups = all / integers_of_group;
    const auto rest = static_cast<size_t>(up(all % integers_of_group * quantized.bits, 8));
    source += first / integers_of_group * quantized.bits;
    switch (quantized.bits) {
    case 1: spread_groups<1>(source, groups, rest, bytes); break;
    case 2: spread_groups<2>(source, groups, rest, bytes); break;
    case 3: spread_groups<3>(source, groups, rest, bytes); break;
    case 4: spread_groups<4>(source, groups, rest, bytes); break;
    case 6: spread_groups<6>(source, groups, rest, bytes); break;
    }
    return bytes + before;
}

/// `scale · ((integer ^ sign) − shift)`.
KERNEL_INLINE void put_scaled(const uint8_t *integers, int64_t count, int32_t sign, int32_t shift, float scale, float *result) {
    int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        Bytes bytes;
        std::memcpy(&bytes, integers + i, sizeof bytes);
        const Whole differences = (__builtin_convertvector(bytes, Whole) ^ sign) - shift;
        write<lanes>(result + i, __builtin_convertvector(differences, Floats<lanes>) * scale);
    }
    for (; i < count; i++) result[i] = static_cast<float>((integers[i] ^ sign) - shift) * scale;
}

KERNEL_INLINE void put_looked_up(const uint8_t *integers, int64_t count, const float *table, float *result) {
    for (int64_t i = 0; i < count; i++) std::memcpy(result + i, table + integers[i], sizeof(float));
}

#if defined(__x86_64__)
/// Looks numbers up in a table that is one vector.
KERNEL_WIDE void put_looked_up_wide(const uint8_t *integers, int64_t count, const float *table, int bits, float *result) {
    const __m512 numbers = _mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << (1 << bits)) - 1), table);
    for (int64_t i = 0; i < count; i += lanes) {
        const auto present = static_cast<__mmask16>(count - i < lanes ? (1u << (count - i)) - 1 : 0xffffu);
        const __m512i indices = _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(present, integers + i));
        _mm512_mask_storeu_ps(result + i, present, _mm512_permutexvar_ps(indices, numbers));
    }
}

/// Looks numbers up in a table of at most 16 numbers, which fits into two vectors.
KERNEL_MEDIUM void put_looked_up_medium(const uint8_t *integers, int64_t count, const float *table, int bits, float *result) {
    constexpr int half = lanes / 2;
    alignas(32) float numbers[lanes] = {};
    std::memcpy(numbers, table, sizeof(float) << bits);
    const __m256 lower = _mm256_load_ps(numbers), upper = _mm256_load_ps(numbers + half);
    int64_t i = 0;
    for (; i + half <= count; i += half) {
        const __m256i indices = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(integers + i)));
        // The fourth bit, moved to the sign's place, chooses the vector.
        const __m256 from_upper = _mm256_castsi256_ps(_mm256_slli_epi32(indices, 28));
        const __m256 a = _mm256_permutevar8x32_ps(lower, indices), b = _mm256_permutevar8x32_ps(upper, indices);
        _mm256_storeu_ps(result + i, _mm256_blendv_ps(a, b, from_upper));
    }
    for (; i < count; i++) std::memcpy(result + i, numbers + integers[i], sizeof(float));
}
#endif

using LookUp = void (*)(const uint8_t *integers, int64_t count, const float *table, int bits, float *result);

/// The look-up function for tables of 2^`bits` numbers; null if the table does not fit into a vector.
LookUp vector_look_up(int bits) {
#if defined(__x86_64__)
    if (bits > bits_of_vector) return nullptr;
    if (processor_has_512_bit_vectors()) return put_looked_up_wide;
    if (processor_has_256_bit_vectors()) return put_looked_up_medium;
#else
    (void)bits;
#endif
    return nullptr;
}

/// A tile of `count` numbers of a row. The first `length` of them belong to the block `block`.
struct Tile {
    const KernelQuantizedWeights &quantized;
    int64_t count, block, length;

    int64_t blocks() const { return 1 + up(count - length, quantized.block_columns); }

    /// The length of the part of a block that begins at `start` and lies in this tile.
    int64_t next_length(int64_t start) const { return std::min(count - start, quantized.block_columns); }
};

KERNEL_INLINE void look_up(const Tile &tile, const uint8_t *bytes, float *result) {
    const int bits = tile.quantized.bits;
    const float *table = tile.quantized.tables + (tile.block << bits);
    const LookUp put = vector_look_up(bits);
    for (int64_t start = 0, length = tile.length; start < tile.count; table += int64_t(1) << bits) {
        if (put)
            put(bytes + start, length, table, bits, result + start);
        else
            put_looked_up(bytes + start, length, table, result + start);
        start += length;
        length = tile.next_length(start);
    }
}

/// Reads the scales of `count` blocks from `first` on.
void read_scales(const KernelQuantizedWeights &quantized, int64_t first, int64_t count, float *scales) {
    const auto *source = static_cast<const unsigned char *>(quantized.scales);
    const auto numbers = static_cast<size_t>(count);
    if (quantized.scales_are_halves)
        kernel_widen_float16(source + 2 * first, scales, numbers);
    else
        std::memcpy(scales, source + 4 * first, numbers * sizeof(float));
}

KERNEL_INLINE void scale(const Tile &tile, const uint8_t *bytes, float *result) {
    const auto &quantized = tile.quantized;
    const int32_t sign = sign_bit(quantized);
    float scales[tile_numbers];
    read_scales(quantized, tile.block, tile.blocks(), scales);
    for (int64_t start = 0, length = tile.length, block = 0; start < tile.count; block++) {
        int16_t offset = 0;
        if (quantized.offsets) std::memcpy(&offset, quantized.offsets + tile.block + block, sizeof offset);
        put_scaled(bytes + start, length, sign, sign + offset, scales[block], result + start);
        start += length;
        length = tile.next_length(start);
    }
}

KERNEL_EACH_PROCESSOR void expand_tile(const KernelQuantizedWeights &quantized, int64_t row, int64_t column, int64_t count, float *result) {
    uint8_t memory[tile_numbers + 2 * integers_of_group];
    const uint8_t *bytes = bytes_of_integers(quantized, row * quantized.columns + column, count, memory);
    const int64_t length = std::min(count, quantized.block_columns - column % quantized.block_columns);
    const Tile tile{quantized, count, block_of(quantized, row, column), length};
    if (quantized.tables)
        look_up(tile, bytes, result);
    else
        scale(tile, bytes, result);
}

struct Run {
    const KernelQuantizedWeights &quantized;
    int64_t first, count;
    float *result;
};

void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const int64_t columns = run.quantized.columns, begin = run.count * index / count, end = run.count * (index + 1) / count;
    // Contiguous rows of float16 numbers are expanded like a single row.
    if (run.quantized.bits == 16)
        return expand_columns(run.quantized, run.first + begin, 0, (end - begin) * columns, run.result + begin * columns);
    for (int64_t row = begin; row < end; row++) expand_columns(run.quantized, run.first + row, 0, columns, run.result + row * columns);
}

} // namespace

void kernels::expand_columns(const KernelQuantizedWeights &quantized, int64_t row, int64_t column, int64_t count, float *result) {
    if (quantized.bits == 16) {
        const auto *halves = static_cast<const unsigned char *>(quantized.integers) + (row * quantized.columns + column) * 2;
        return kernel_widen_float16(halves, result, static_cast<size_t>(count));
    }
    for (int64_t start = 0; start < count; start += tile_numbers)
        expand_tile(quantized, row, column + start, std::min(tile_numbers, count - start), result + start);
}

void kernel_quantized_expand(const KernelQuantizedWeights *quantized, int64_t first, int64_t count, float *result, int threads) {
    if (count <= 0 || quantized->columns <= 0) return;
    Run run{*quantized, first, count, result};
    team_run(count * quantized->columns < numbers_for_threads ? 1 : threads, run_share, &run);
}
