#include "TileConvolution.h"
#include <Processor.h>
#include <Team.h>
#include <Team.hpp>
#include "TileBlocks.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;
using namespace team;

namespace {

/// The size in bytes of the pixels that stay in the L2 cache, next to the weights that pass through it.
constexpr int64_t near_bytes = 256 << 10;

/// The size in bytes of the gathered factors that stay in the L1 cache.
constexpr int64_t gathered_bytes = 16 << 10;

/// The division of the work. Each thread takes neighbouring rows. If there are few rows, or more weights than pixels, it takes neighbouring outputs
/// instead. It processes its share band by band.
struct Division {
    int64_t all_rows, pairs, rows_of_band, blocks_of_chunk;
    bool is_by_outputs;
    /// The size of each thread's memory, in elements. `band_numbers` is for the pixels of a band, and for the elements that the last register reads
    /// beyond them. `gathered_numbers` is for gathered factors.
    int64_t band_numbers, gathered_numbers;

    Division(const KernelTileConvolution &work, const Window &window, const Grid &grid, int threads)
        : all_rows(grid.images * grid.rows), pairs(up(up(work.outputs, tile_block), 2)) {
        const int64_t pixels = work.images * work.height * work.width * work.channels;
        const int64_t weights = window.registers() * register_factors * work.outputs;
        const bool has_few_rows = all_rows < 2 * threads;
        is_by_outputs = threads > 1 && (has_few_rows ? pairs > all_rows : pairs >= 2 * threads && weights > 2 * pixels);
        const int64_t part = is_by_outputs ? all_rows : up(all_rows, std::max(threads, 1));
        const int64_t share = std::max<int64_t>(1, std::min(part, grid.rows));
        const int64_t near = std::clamp<int64_t>(near_bytes / 2 / std::max<int64_t>(grid.pitch, 1), 1, share);
        rows_of_band = up(share, up(share, near));
        if (grid.is_pointwise) rows_of_band = up(rows_of_band, block_pixels) * block_pixels;
        const int64_t blocks = up(rows_of_band * grid.columns, block_pixels), block_numbers = window.gathered * 2 * register_numbers;
        blocks_of_chunk = block_numbers > 0 ? std::clamp<int64_t>(gathered_bytes / 2 / block_numbers, 1, blocks) : blocks;
        const int64_t copied_rows = grid.is_pointwise ? 0 : (rows_of_band + window.rows - 1) * grid.pitch;
        band_numbers = up(copied_rows + (block_pixels + 1) * work.channels + register_factors, register_factors) * register_factors;
        gathered_numbers = blocks_of_chunk * block_numbers;
    }

    int64_t byte_count() const { return (band_numbers + gathered_numbers) * static_cast<int64_t>(sizeof(uint16_t)); }
};

#if defined(__x86_64__)

struct Run {
    const KernelTileConvolution &work;
    void *const *addresses;
    Window window;
    Grid grid;
    Division division;
    TileResults results;
};

/// Consecutive rows of results of an image, and the scratch memory of the thread that works on them.
struct Band {
    int64_t image, row, rows;
    uint16_t *copies, *gathered;
    /// The first pixel, and the number of positions of the grid from there on. Not all positions have results (see `Grid`).
    const uint16_t *pixels;
    int64_t count;
};

// MARK: Pixels

void copy_row(const Run &run, int64_t image, int64_t row, uint16_t *target) {
    const auto &work = run.work;
    const int64_t columns = run.grid.columns, channels = work.channels;
    if (row < 0 || row >= work.height) {
        std::fill_n(target, columns * channels, static_cast<uint16_t>(0));
        return;
    }
    const int64_t left = std::min(work.padding_left, columns), count = std::min(work.width, columns - left);
    const auto *source = static_cast<const uint16_t *>(run.addresses[0]) + (image * work.height + row) * work.width * channels;
    std::fill_n(target, left * channels, static_cast<uint16_t>(0));
    std::copy_n(source, count * channels, target + left * channels);
    std::fill(target + (left + count) * channels, target + columns * channels, static_cast<uint16_t>(0));
}

/// Sets the band's pixels. Windows of one pixel read them from the source. Other windows read copies, with zeros around them.
void place_pixels(const Run &run, Band &band) {
    const auto &grid = run.grid;
    if (grid.is_pointwise) {
        const int64_t channels = run.work.channels;
        band.pixels = static_cast<const uint16_t *>(run.addresses[0]) + band.row * channels;
        band.count = band.rows;
        // The registers of the last block would read beyond the pixels, so its pixels are copied.
        const int64_t rest = band.count % block_pixels;
        std::copy_n(band.pixels + (band.count - rest) * channels, rest * channels, band.copies);
        return;
    }
    const int64_t top = band.row - run.work.padding_top;
    for (int64_t i = 0; i < band.rows + run.window.rows - 1; i++) copy_row(run, band.image, top + i, band.copies + i * grid.pitch);
    band.pixels = band.copies;
    band.count = band.rows * grid.columns - (grid.columns - grid.width);
}

const uint16_t *pixels_of_block(const Run &run, const Band &band, int64_t block) {
    const int64_t first = block * block_pixels;
    return run.grid.is_pointwise && first + block_pixels > band.count ? band.copies : band.pixels + first * run.work.channels;
}

/// Gathers the factors of 16 pixels if the numbers of a window do not fill a register. Only numbers under the windows are read. Other numbers may be
/// infinite, and infinity times a weight of zero is not zero.
KERNEL_NARROW void gather(const Run &run, const uint16_t *pixels, int64_t index, uint16_t *factors) {
    const auto &window = run.window;
    const int64_t first = index * window.rows_of_register, count = std::min(window.rows_of_register, window.rows - first);
    const int64_t channels = run.work.channels, step = run.grid.pitch - window.rest;
    const uint16_t *source = pixels + window.whole * register_factors + first * run.grid.pitch;
    const uint32_t mask = (uint32_t{1} << window.rest) - 1;
    for (int64_t pixel = 0; pixel < register_rows; pixel++, source += channels, factors += register_factors) {
        __m512i numbers = _mm512_setzero_si512();
        for (int64_t i = 0; i < count; i++) numbers = _mm512_mask_loadu_epi16(numbers, mask << (i * window.rest), source + i * step);
        _mm512_store_si512(factors, numbers);
    }
}

// MARK: Products

/// The sums of a thread, for the current block and the previous block.
struct alignas(64) Sums {
    float values[2][most_sums_of_part];
};

void multiply_block(
    const Run &run, const Band &band, int64_t block, const uint16_t *gathered, int64_t group, PendingBlock &pending, Sums &sums) {
    const int64_t group_numbers = run.window.registers() * register_numbers, all = up(run.work.outputs, tile_block);
    const int64_t first = block * block_pixels, count = std::min(block_pixels, band.count - first);
    const int64_t groups = std::min<int64_t>(2, all - group);
    float *values = sums.values[pending.sums == sums.values[0]];
    const BlockFactors factors{
        run.window, pixels_of_block(run, band, block), run.work.channels, run.grid.pitch, gathered,
        static_cast<const uint16_t *>(run.work.weights) + group * group_numbers};
    block_kernel(pending, run.grid.is_pointwise, count > register_rows, groups)(factors, pending, values);
    pending.begin(band.image * run.grid.rows + band.row, first, count, group, groups, values);
}

/// Computes the results of a band for some pairs of groups. Each pair's weights are read again for every chunk of blocks.
void multiply_band(const Run &run, const Band &band, int64_t first_pair, int64_t last_pair, PendingBlock &pending, Sums &sums) {
    const auto &window = run.window;
    const int64_t blocks = up(band.count, block_pixels), step = run.division.blocks_of_chunk;
    const int64_t block_numbers = window.gathered * 2 * register_numbers;
    for (int64_t chunk = 0; chunk < blocks; chunk += step) {
        const int64_t end = std::min(blocks, chunk + step);
        for (int64_t block = chunk; block < end && block_numbers > 0; block++) {
            const uint16_t *pixels = pixels_of_block(run, band, block);
            uint16_t *factors = band.gathered + (block - chunk) * block_numbers;
            for (int64_t i = 0; i < 2 * window.gathered; i++, factors += register_numbers)
                gather(run, pixels + i % 2 * register_rows * run.work.channels, i / 2, factors);
        }
        for (int64_t pair = first_pair; pair < last_pair; pair++)
            for (int64_t block = chunk; block < end; block++)
                multiply_block(run, band, block, band.gathered + (block - chunk) * block_numbers, 2 * pair, pending, sums);
    }
}

KERNEL_TILED void run_share(int index, int count, void *context) {
    const auto &run = *static_cast<const Run *>(context);
    const auto &division = run.division;
    const bool is_by_outputs = division.is_by_outputs;
    const int64_t begin = is_by_outputs ? 0 : division.all_rows * index / count;
    const int64_t end = is_by_outputs ? division.all_rows : division.all_rows * (index + 1) / count;
    const int64_t first_pair = is_by_outputs ? division.pairs * index / count : 0;
    const int64_t last_pair = is_by_outputs ? division.pairs * (index + 1) / count : division.pairs;
    Band band{};
    band.copies = reinterpret_cast<uint16_t *>(static_cast<char *>(run.addresses[2]) + division.byte_count() * index);
    band.gathered = band.copies + division.band_numbers;
    PendingBlock pending(run.grid, run.results);
    Sums sums;
    const TileForms forms;
    _tile_loadconfig(&forms);
    for (int64_t row = begin; row < end; row += band.rows) {
        band.image = row / run.grid.rows;
        band.row = row % run.grid.rows;
        band.rows = std::min({division.rows_of_band, end - row, run.grid.rows - band.row});
        place_pixels(run, band);
        multiply_band(run, band, first_pair, last_pair, pending, sums);
    }
    pending.store(block_pixels);
    _tile_release();
}

#endif

} // namespace

bool kernel_has_tile_convolution(void) { return processor_has_amx(); }

size_t kernel_tile_convolution_scratch(const KernelTileConvolution *work, int threads) {
    const Window window(work->channels, work->kernel_height, work->kernel_width);
    const Division division(*work, window, Grid(*work), threads);
    return static_cast<size_t>(division.byte_count()) * static_cast<size_t>(std::max(threads, 1));
}

void kernel_tile_convolution_run(const KernelTileConvolution *work, void *const *addresses, int threads) {
#if defined(__x86_64__)
    const Window window(work->channels, work->kernel_height, work->kernel_width);
    const Grid grid(*work);
    Run run{
        *work, addresses, window, grid, Division(*work, window, grid, threads),
        TileResults(work->destination, work->outputs, work->post_count, work->posts, addresses, work->bias)};
    const double results = static_cast<double>(run.division.all_rows * grid.columns) * static_cast<double>(work->outputs);
    const double products = results * static_cast<double>(window.numbers * window.rows);
    team_run(products < products_for_threads ? 1 : threads, run_share, &run);
#else
    (void)work, (void)addresses, (void)threads;
#endif
}
