#pragma once

#include "ImageConvolution.h"
#include "AMX.hpp"
#include "Tiles.hpp"

#include <cstdint>

// The factors of an image's convolution. Rows of the image are converted to bfloat16 with interleaved channels. The pixels under each window then
// become a row of a register.

namespace kernels {

constexpr int64_t most_image_channels = 4, most_window_rows = 11, most_steps = 4;

/// The number of bfloat16 numbers into which a bias is split. Together they have all digits of a float32 number. Each is a weight of the factor 1.
constexpr int64_t bias_factors = 3;

/// The rows of an image that the window covers, converted when they are first needed.
class ImageRows {
  public:
    ImageRows(const KernelImageConvolution &work, const void *source, void *memory);

    /// The number of bytes of memory that an object needs.
    static int64_t byte_count(const KernelImageConvolution &work);

    /// Moves on to a row of results. Rows are counted over all images. Consecutive rows of results share converted rows.
    void move_to(int64_t result_row);

    /// Gathers the factors of 16 results from `column` on: the numbers under the window, row by row, and then ones for the bias.
    void gather(int64_t column, uint16_t *factors) const;

  private:
    /// The factors that come from one row under the window. The row is read at an offset, so that the numbers in `mask` are in the right positions.
    struct Piece {
        const uint16_t *source;
        uint32_t mask;
    };

    const KernelImageConvolution &work;
    const void *source;
    int64_t row_size, image = -1, next = 0;
    uint16_t *memory;
    Piece pieces[most_window_rows];
    /// The ones for the bias, and zeros elsewhere.
    alignas(64) uint16_t start[register_factors];

    uint16_t *slot(int64_t index) const { return memory + index * row_size; }
    void convert(int64_t row) const;
    template <int Count> void gather_pieces(int64_t place, int64_t step, uint16_t *factors) const;
};

} // namespace kernels
