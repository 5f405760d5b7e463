#pragma once

#include "ImageConvolution.h"
#include "AMX.hpp"
#include "Tiles.hpp"

#include <cstdint>

// The factors of an image's convolution. Rows of the image are converted to bfloat16 with interleaved channels. The pixels under each window then
// become a row of a register.

namespace kernels {

constexpr int64_t most_image_channels = 4, most_window_rows = 11, most_steps = 4;

/// The number of bfloat16 numbers into which a bias is split, so that their sum has all digits of the float32 bias. They are stored like weights, and
/// are multiplied by 1.
constexpr int64_t bias_factors = 3;

/// The rows of an image that the window covers, converted when they are first needed.
class ImageRows {
  public:
    ImageRows(const KernelImageConvolution &work, const void *source, void *memory);

    /// The number of bytes of memory that an object needs.
    static int64_t byte_count(const KernelImageConvolution &work);

    /// Converts the rows of the image from which the results of `result_row` are computed. Rows that the previous row of results needed, too, are not
    /// converted again. `result_row` is counted over all images.
    void move_to(int64_t result_row);

    /// Gathers the factors of 16 results from `column` on: the numbers under the window, row by row, and then ones for the bias.
    void gather(int64_t column, uint16_t *factors) const;

  private:
    /// The factors that come from one row under the window. `source` is chosen such that a load with the mask `mask` puts each number at its position
    /// in the register.
    struct Piece {
        const uint16_t *source;
        uint32_t mask;
    };

    const KernelImageConvolution &work;
    const void *source;
    int64_t row_size, image = -1, next = 0;
    uint16_t *memory;
    Piece pieces[most_window_rows];
    /// A register of factors: ones for the bias, and zeros elsewhere.
    alignas(64) uint16_t start[register_factors];

    uint16_t *slot(int64_t index) const { return memory + index * row_size; }
    void convert(int64_t row) const;
    template <int Count> void gather_pieces(int64_t place, int64_t step, uint16_t *factors) const;
};

} // namespace kernels
