// Products of few rows with weights that stay integers, so that no more is read from memory than the file has. The threads divide the outputs. With
// 512-bit vectors, the integers become float32 in registers right before they are multiplied. Four outputs are summed together and share the rows
// that they read. With shorter vectors, and for integers that fill no vector, a piece of an output's numbers is made in the L1 cache and multiplied
// with all rows.

#include "QuantizedWeights.hpp"
#include <Processor.h>
#include <Team.h>
#include <Team.hpp>
#include "Tiles.hpp"
#include "Vectors.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;
using namespace team;
using namespace vectors;

namespace {

#if defined(__x86_64__)

constexpr int lanes = 16;

/// The numbers of rows and of outputs that are summed up together.
constexpr int most_rows_of_tile = 4, outputs_of_tile = 4;

/// The size in bytes of the integers that a thread takes as one unit of work.
constexpr int64_t bytes_of_unit = 64 << 10;

/// The form in which the numbers are stored.
enum class Kind {
    /// 4-bit integers. Blocks consist of whole steps or whole rows.
    nibbles,
    /// 4-bit integers in blocks that may end within a step. `short_blocks` have no offsets, and `shifted_short_blocks` have offsets.
    short_blocks,
    shifted_short_blocks,
    bytes,
    signed_bytes,
    /// Integers of 8 bits that are indices into tables.
    indices,
    halves
};

constexpr bool has_short_blocks(Kind kind) { return kind == Kind::short_blocks || kind == Kind::shifted_short_blocks; }
constexpr bool has_nibbles(Kind kind) { return kind == Kind::nibbles || has_short_blocks(kind); }

/// The number of vectors that a step decodes. Each lane of nibbles reads 32 bits, and each vector takes one integer from every lane.
constexpr int vectors_of_step(Kind kind) { return has_nibbles(kind) ? 8 : 1; }
constexpr int64_t columns_of_step(Kind kind) { return vectors_of_step(kind) * lanes; }
constexpr int64_t bytes_of_step(Kind kind) { return has_nibbles(kind) ? 4 * lanes : kind == Kind::halves ? 2 * lanes : lanes; }

/// The number of columns that must follow a whole step. A step of 4-bit integers also loads the three bytes after its own, which hold 6 columns.
constexpr int64_t columns_behind_step(Kind kind) { return has_nibbles(kind) ? 6 : 0; }

/// The number of columns in a piece. Blocks consist of whole pieces, so that the integers of a lane belong to one block.
constexpr int64_t columns_of_piece(Kind kind) { return has_short_blocks(kind) ? 2 * lanes : columns_of_step(kind); }

bool has_whole_blocks(const KernelQuantizedWeights &quantized, Kind kind) {
    return kind == Kind::halves || quantized.block_columns == quantized.columns || quantized.block_columns % columns_of_piece(kind) == 0;
}

Kind kind_of(const KernelQuantizedWeights &quantized) {
    if (quantized.bits == 16) return Kind::halves;
    if (quantized.bits == 8) return quantized.tables ? Kind::indices : quantized.is_signed ? Kind::signed_bytes : Kind::bytes;
    if (quantized.tables || has_whole_blocks(quantized, Kind::nibbles)) return Kind::nibbles;
    return quantized.offsets ? Kind::shifted_short_blocks : Kind::short_blocks;
}

struct Run {
    const KernelQuantizedProduct &work;
    /// The rows, padded with zeros to a whole step. The columns are in the order in which steps decode them.
    const float *source;
    int64_t stride;
    float *destination;
    int64_t bytes_of_row, outputs_of_unit;
    std::atomic<int64_t> next{0};
};

/// The maximum size in bytes of a tile's integers for which the next tile is prefetched by instructions while a tile is multiplied. The rows of such
/// tiles are too short for the processor to prefetch them by itself.
constexpr int64_t most_near_bytes = 16 << 10;

/// The maximum number of pieces of a row whose scales and offsets are read together.
constexpr int64_t most_pieces = 256;

/// The scales and offsets of consecutive blocks, followed by zeros for at least a vector.
struct Factors {
    float scales[most_pieces + 2 * lanes], offsets[most_pieces + 2 * lanes];
};

/// A mask of the first `count` lanes.
KERNEL_WIDE_INLINE __mmask16 first_lanes(int64_t count) {
    return static_cast<__mmask16>(_bzhi_u32(0xffff, static_cast<unsigned>(std::clamp<int64_t>(count, 0, lanes))));
}

/// Reads the scales and offsets of `count` blocks from `first` on.
KERNEL_WIDE void read_factors(const KernelQuantizedWeights &quantized, int64_t first, int64_t count, Factors &factors) {
    const auto *scales = static_cast<const unsigned char *>(quantized.scales) + first * (quantized.scales_are_halves ? 2 : 4);
    for (int64_t i = 0; i < count + lanes; i += lanes) {
        const __mmask16 present = first_lanes(count - i);
        const __m512 numbers = quantized.scales_are_halves ? _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(present, scales + 2 * i))
                                                       : _mm512_maskz_loadu_ps(present, scales + 4 * i);
        __m256i offsets = _mm256_setzero_si256();
        if (quantized.offsets) offsets = _mm256_maskz_loadu_epi16(present, quantized.offsets + first + i);
        _mm512_storeu_ps(factors.scales + i, numbers);
        _mm512_storeu_ps(factors.offsets + i, _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(offsets)));
    }
}

/// A position within a row: the block, and the piece within the block.
struct Position {
    int64_t pieces_of_block, block, piece;

    Position(Kind kind, int64_t column, int64_t columns_of_block)
        : pieces_of_block(up(columns_of_block, columns_of_piece(kind))), block(column / columns_of_block),
          piece(column % columns_of_block / columns_of_piece(kind)) {}

    int64_t pieces_left() const { return pieces_of_block - piece; }

    void advance(int64_t count) {
        for (piece += count; piece >= pieces_of_block; piece -= pieces_of_block) block++;
    }
};

/// For each lane of a step of short blocks, a number of blocks. It is the distance from the block of `position` to the block of the lane's
/// integers.
KERNEL_WIDE_INLINE __m512i blocks_of_lanes(const Position &position) {
    const __m512 middles = _mm512_set_ps(
        3.5f, 3.5f, 3.5f, 3.5f, 2.5f, 2.5f, 2.5f, 2.5f, 1.5f, 1.5f, 1.5f, 1.5f, 0.5f, 0.5f, 0.5f, 0.5f);
    const __m512 pieces = _mm512_add_ps(middles, _mm512_set1_ps(static_cast<float>(position.piece)));
    return _mm512_cvttps_epi32(_mm512_mul_ps(pieces, _mm512_set1_ps(1.0f / static_cast<float>(position.pieces_of_block))));
}

/// Decodes the integers of an output to numbers.
struct Decoder {
    /// The integers of the next step.
    const uint8_t *integers;
    /// The index of the output's first block.
    int64_t first_block;
    /// The table of the numbers for 4-bit integers.
    __m512 numbers;
    __m512 scale, offset;
    const float *table;
};

/// Sets the decoder's table, or its scale and offset, for `block` of a row. `factors` begin at the block `first`.
template <Kind kind>
KERNEL_WIDE_INLINE void begin_step(
    const KernelQuantizedWeights &quantized, __m512 values, const Factors &factors, int64_t first, int64_t block, __m512i blocks, Decoder &decoder) {
    if constexpr (kind == Kind::halves) return;
    const float *scale = factors.scales + (block - first), *offset = factors.offsets + (block - first);
    if constexpr (kind == Kind::indices) {
        decoder.table = quantized.tables + (decoder.first_block + block) * 256;
    } else if (kind == Kind::nibbles && quantized.tables) {
        decoder.numbers = _mm512_loadu_ps(quantized.tables + (decoder.first_block + block) * lanes);
    } else if constexpr (has_short_blocks(kind)) {
        decoder.numbers = values;
        decoder.scale = _mm512_permutexvar_ps(blocks, _mm512_loadu_ps(scale));
        if constexpr (kind == Kind::shifted_short_blocks) decoder.offset = _mm512_permutexvar_ps(blocks, _mm512_loadu_ps(offset));
    } else {
        decoder.scale = _mm512_set1_ps(*scale);
        decoder.offset = _mm512_set1_ps(*offset);
        if constexpr (kind == Kind::nibbles) decoder.numbers = _mm512_mul_ps(_mm512_sub_ps(values, decoder.offset), decoder.scale);
    }
}

/// Decodes a vector of a step. If `Whole` is false, the numbers beyond `columns` are zeros. Numbers in short blocks are not yet multiplied by the
/// scale of their block.
template <Kind kind, bool Whole> KERNEL_WIDE_INLINE __m512 decode(const Decoder &decoder, int vector, int64_t columns) {
    const uint8_t *source = decoder.integers;
    if constexpr (has_nibbles(kind)) {
        // Only the lowest four bits of each lane count. Reading from a later address moves later bytes to this position.
        source += vector / 2;
        const int64_t bytes = std::max<int64_t>(0, columns / 2 - vector / 2);
        const __mmask64 there = _bzhi_u64(~0ull, static_cast<uint64_t>(bytes));
        __m512i integers = Whole ? _mm512_loadu_si512(source) : _mm512_maskz_loadu_epi8(there, source);
        if (vector % 2) integers = _mm512_srli_epi32(integers, 4);
        const __mmask16 present = Whole ? 0xffff : first_lanes(up(bytes, 4));
        if constexpr (kind != Kind::shifted_short_blocks) return _mm512_maskz_permutexvar_ps(present, integers, decoder.numbers);
        return _mm512_maskz_sub_ps(present, _mm512_permutexvar_ps(integers, decoder.numbers), decoder.offset);
    }
    const __mmask16 present = Whole ? 0xffff : first_lanes(columns);
    if constexpr (kind == Kind::halves) return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(present, source));
    const __m128i bytes = _mm_maskz_loadu_epi8(present, source);
    const __m512i integers = kind == Kind::signed_bytes ? _mm512_cvtepi8_epi32(bytes) : _mm512_cvtepu8_epi32(bytes);
    if constexpr (kind == Kind::indices)
        return _mm512_mask_i32gather_ps(_mm512_setzero_ps(), present, integers, decoder.table, sizeof(float));
    return _mm512_maskz_mul_ps(present, _mm512_sub_ps(_mm512_cvtepi32_ps(integers), decoder.offset), decoder.scale);
}

/// Adds the products of a step to the sums.
template <Kind kind, int Rows, bool Whole>
KERNEL_WIDE_INLINE void add_step(
    Decoder (&decoders)[outputs_of_tile], int64_t columns, const float *x, int64_t stride, __m512 (&sums)[outputs_of_tile][Rows]) {
    // In short blocks the numbers are scaled. With a single row, the sums of their products are scaled instead.
    constexpr bool scales_sums = has_short_blocks(kind) && Rows == 1;
    __m512 parts[outputs_of_tile];
    KERNEL_UNROLLED for (int vector = 0; vector < vectors_of_step(kind); vector++) {
        __m512 numbers[outputs_of_tile];
        KERNEL_UNROLLED for (int output = 0; output < outputs_of_tile; output++) {
            numbers[output] = decode<kind, Whole>(decoders[output], vector, columns);
            if (has_short_blocks(kind) && !scales_sums) numbers[output] = _mm512_mul_ps(numbers[output], decoders[output].scale);
        }
        KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
            const __m512 values = _mm512_loadu_ps(x + row * stride + vector * lanes);
            KERNEL_UNROLLED for (int output = 0; output < outputs_of_tile; output++) {
                __m512 &sum = scales_sums ? parts[output] : sums[output][row];
                sum = scales_sums && vector == 0 ? _mm512_mul_ps(numbers[output], values) : _mm512_fmadd_ps(numbers[output], values, sum);
            }
        }
    }
    KERNEL_UNROLLED for (int output = 0; output < outputs_of_tile; output++) {
        if (scales_sums) sums[output][0] = _mm512_fmadd_ps(parts[output], decoders[output].scale, sums[output][0]);
        decoders[output].integers += bytes_of_step(kind);
    }
}

/// Computes the results of `Rows` rows from `row` on for the outputs of a tile. If fewer outputs are left than a tile has, the last output is
/// computed several times.
template <Kind kind, int Rows> KERNEL_WIDE void multiply(const Run &run, int64_t row, int64_t output) {
    const auto &quantized = run.work.weights;
    constexpr bool has_blocks = kind != Kind::halves;
    constexpr int64_t step = columns_of_step(kind), piece = columns_of_piece(kind), most_columns = most_pieces * piece;
    constexpr int64_t bytes = outputs_of_tile * bytes_of_step(kind);
    const int64_t block_columns = has_blocks ? quantized.block_columns : quantized.columns;
    int64_t outputs[outputs_of_tile];
    Factors factors[outputs_of_tile];
    Decoder decoders[outputs_of_tile];
    __m512 sums[outputs_of_tile][Rows];
    KERNEL_UNROLLED for (int o = 0; o < outputs_of_tile; o++) {
        outputs[o] = std::min(output + o, quantized.rows - 1);
        decoders[o].integers = static_cast<const uint8_t *>(quantized.integers) + outputs[o] * run.bytes_of_row;
        decoders[o].first_block = has_blocks ? block_of(quantized, outputs[o], 0) : 0;
        KERNEL_UNROLLED for (int r = 0; r < Rows; r++) sums[o][r] = _mm512_setzero_ps();
    }
    const __m512i order = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), sign = _mm512_set1_epi32(sign_bit(quantized));
    const __m512 values = _mm512_cvtepi32_ps(_mm512_sub_epi32(_mm512_xor_si512(order, sign), sign));
    const float *x = run.source + row * run.stride;
    const bool fetches = output + 2 * outputs_of_tile <= quantized.rows && outputs_of_tile * run.bytes_of_row <= most_near_bytes;
    const uint8_t *ahead = decoders[0].integers + (fetches ? outputs_of_tile * run.bytes_of_row : 0);
    const int64_t line_step = fetches ? bytes : 0;
    for (int64_t start = 0; start < quantized.columns; start += most_columns) {
        int64_t columns = std::min(most_columns, quantized.columns - start);
        Position position(kind, start, block_columns);
        const int64_t first = position.block, count = up(start + columns, block_columns) - first;
        for (int o = 0; o < outputs_of_tile && quantized.scales; o++) read_factors(quantized, decoders[o].first_block + first, count, factors[o]);
        while (columns > 0) {
            const __m512i blocks = blocks_of_lanes(position);
            KERNEL_UNROLLED for (int o = 0; o < outputs_of_tile; o++)
                begin_step<kind>(quantized, values, factors[o], first, position.block, blocks, decoders[o]);
            const int64_t whole = (columns - columns_behind_step(kind)) / step;
            const int64_t steps = has_short_blocks(kind) ? std::min<int64_t>(whole, 1) : std::min(whole, position.pieces_left());
            for (int64_t index = 0; index < steps; index++, x += step, ahead += line_step) {
                KERNEL_UNROLLED for (int64_t line = 0; line < bytes; line += 64) _mm_prefetch(ahead + line, _MM_HINT_T0);
                add_step<kind, Rows, true>(decoders, step, x, run.stride, sums);
            }
            if (steps == 0) {
                add_step<kind, Rows, false>(decoders, std::min(columns, step), x, run.stride, sums);
                x += step;
            }
            const int64_t done = std::max<int64_t>(steps, 1);
            columns -= done * step;
            position.advance(done * (step / piece));
        }
    }
    KERNEL_UNROLLED for (int o = 0; o < outputs_of_tile; o++) {
        const float scale = run.work.scale ? run.work.scale[outputs[o]] : 1.0f, bias = run.work.bias ? run.work.bias[outputs[o]] : 0.0f;
        KERNEL_UNROLLED for (int r = 0; r < Rows; r++)
            run.destination[(row + r) * quantized.rows + outputs[o]] = _mm512_reduce_add_ps(sums[o][r]) * scale + bias;
    }
}

template <Kind kind> void run_share(int, int, void *context) {
    auto &run = *static_cast<Run *>(context);
    const int64_t outputs = run.work.weights.rows, rows = run.work.rows, tiles = up(rows, most_rows_of_tile);
    for (int64_t first; (first = run.next.fetch_add(run.outputs_of_unit)) < outputs;)
        for (int64_t output = first; output < std::min(outputs, first + run.outputs_of_unit); output += outputs_of_tile)
            for (int64_t tile = 0; tile < tiles; tile++) {
                const int64_t row = rows * tile / tiles;
                switch (rows * (tile + 1) / tiles - row) {
                case 1: multiply<kind, 1>(run, row, output); break;
                case 2: multiply<kind, 2>(run, row, output); break;
                case 3: multiply<kind, 3>(run, row, output); break;
                case 4: multiply<kind, 4>(run, row, output); break;
                }
            }
}

constexpr void (*shares[])(int, int, void *) = {
    run_share<Kind::nibbles>, run_share<Kind::short_blocks>, run_share<Kind::shifted_short_blocks>, run_share<Kind::bytes>,
    run_share<Kind::signed_bytes>, run_share<Kind::indices>, run_share<Kind::halves>};

bool has_vector_kernel(const KernelQuantizedWeights &quantized) {
    const int bits = quantized.bits;
    if (quantized.columns < 1 || (bits != 4 && bits != 8 && bits != 16) || quantized.columns * bits % 8 != 0) return false;
    return has_whole_blocks(quantized, kind_of(quantized));
}

struct Freeing {
    void operator()(float *memory) const { std::free(memory); }
};

/// Writes a row in the order that `Run` needs. Elements beyond its columns are left unchanged.
void arrange_row(Kind kind, const float *row, int64_t columns, float *result) {
    constexpr int64_t vectors = vectors_of_step(Kind::nibbles), step = columns_of_step(Kind::nibbles);
    if (!has_nibbles(kind)) {
        std::copy_n(row, columns, result);
        return;
    }
    for (int64_t i = 0; i < columns; i++) result[i / step * step + i % vectors * lanes + i % step / vectors] = row[i];
}

/// Returns false if there is no memory for the rows.
bool run_vectors(const KernelQuantizedProduct &work, const float *source, float *destination, int threads) {
    const auto &quantized = work.weights;
    const Kind kind = kind_of(quantized);
    const int64_t columns = quantized.columns, step = columns_of_step(kind), stride = up(columns, step) * step;
    const auto size = static_cast<size_t>(work.rows * stride) * sizeof(float);
    const std::unique_ptr<float, Freeing> rows(static_cast<float *>(std::aligned_alloc(64, size)));
    if (!rows) return false;
    for (int64_t row = 0; row < work.rows; row++) {
        float *result = rows.get() + row * stride;
        std::fill(result + stride - step, result + stride, 0.0f);
        arrange_row(kind, source + row * columns, columns, result);
    }
    const int64_t bytes = columns * quantized.bits / 8, outputs_of_unit = up(up(bytes_of_unit, bytes), outputs_of_tile) * outputs_of_tile;
    Run run{work, rows.get(), stride, destination, bytes, outputs_of_unit};
    team_run(work.rows * quantized.rows * columns < products_for_threads ? 1 : threads, shares[static_cast<size_t>(kind)], &run);
    return true;
}

#endif

/// The number of elements of a row of weights that are expanded together, in the L1 cache.
constexpr int64_t most_numbers = 1024;

/// The maximum number of rows that are multiplied at the same time with a piece of expanded weights.
constexpr int64_t most_plain_rows = 4;

struct PlainRun {
    const KernelQuantizedProduct &work;
    const float *source;
    float *destination;
};

/// Adds the products of `count` numbers with the same number of elements of each row. A single row has several partial sums, because each
/// addition waits for the previous one.
template <int Rows>
KERNEL_INLINE void add_products(const float *numbers, int64_t count, const float *x, int64_t stride, float *results, int64_t distance) {
    constexpr int width = 16, parts = Rows == 1 ? 4 : Rows == 2 ? 2 : 1;
    Floats<width> sums[Rows][parts];
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++) KERNEL_UNROLLED for (int part = 0; part < parts; part++) sums[row][part] = 0.0f;
    int64_t i = 0;
    for (; i + parts * width <= count; i += parts * width)
        KERNEL_UNROLLED for (int part = 0; part < parts; part++) {
            Floats<width> factors;
            read<width>(numbers + i + part * width, factors);
            KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
                Floats<width> values;
                read<width>(x + row * stride + i + part * width, values);
                sums[row][part] += values * factors;
            }
        }
    KERNEL_UNROLLED for (int row = 0; row < Rows; row++) {
        KERNEL_UNROLLED for (int part = 1; part < parts; part++) sums[row][0] += sums[row][part];
        float sum = 0.0f;
        for (int lane = 0; lane < width; lane++) sum += sums[row][0][lane];
        for (int64_t rest = i; rest < count; rest++) sum += x[row * stride + rest] * numbers[rest];
        results[row * distance] += sum;
    }
}

KERNEL_EACH_PROCESSOR void add_products(
    const float *numbers, int64_t count, const float *x, int64_t stride, int64_t rows, float *results, int64_t distance) {
    switch (rows) {
    case 1: return add_products<1>(numbers, count, x, stride, results, distance);
    case 2: return add_products<2>(numbers, count, x, stride, results, distance);
    case 3: return add_products<3>(numbers, count, x, stride, results, distance);
    case 4: return add_products<4>(numbers, count, x, stride, results, distance);
    }
}

void run_plain_share(int index, int count, void *context) {
    const auto &run = *static_cast<const PlainRun *>(context);
    const auto &work = run.work;
    const int64_t outputs = work.weights.rows, columns = work.weights.columns;
    alignas(64) float numbers[most_numbers];
    for (int64_t output = outputs * index / count; output < outputs * (index + 1) / count; output++) {
        float *results = run.destination + output;
        for (int64_t row = 0; row < work.rows; row++) results[row * outputs] = 0.0f;
        for (int64_t column = 0; column < columns; column += most_numbers) {
            const int64_t length = std::min(most_numbers, columns - column);
            expand_columns(work.weights, output, column, length, numbers);
            for (int64_t row = 0; row < work.rows; row += most_plain_rows) {
                const int64_t rows = std::min(most_plain_rows, work.rows - row);
                add_products(numbers, length, run.source + row * columns + column, columns, rows, results + row * outputs, outputs);
            }
        }
        const float scale = work.scale ? work.scale[output] : 1.0f, bias = work.bias ? work.bias[output] : 0.0f;
        for (int64_t row = 0; row < work.rows; row++) results[row * outputs] = results[row * outputs] * scale + bias;
    }
}

} // namespace

bool kernel_has_quantized_product(const KernelQuantizedWeights *weights) {
#if defined(__x86_64__)
    if (processor_has_512_bit_vectors()) return has_vector_kernel(*weights);
#endif
    // Numbers of larger tables are looked up one by one.
    return processor_has_256_bit_vectors() && weights->columns > 0 && (!weights->tables || weights->bits <= 4);
}

void kernel_quantized_product_run(const KernelQuantizedProduct *work, const float *source, float *destination, int threads) {
    const auto &weights = work->weights;
    if (work->rows < 1 || weights.rows < 1) return;
#if defined(__x86_64__)
    if (processor_has_512_bit_vectors() && has_vector_kernel(weights) && run_vectors(*work, source, destination, threads)) return;
#endif
    PlainRun run{*work, source, destination};
    team_run(work->rows * weights.rows * weights.columns < products_for_threads ? 1 : threads, run_plain_share, &run);
}
