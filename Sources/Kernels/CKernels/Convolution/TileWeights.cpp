#include <Team.h>
#include <Team.hpp>
#include "TileConvolution.h"
#include "TileWindow.hpp"
#include "Vectors.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;
using namespace team;
using namespace vectors;

#if defined(__x86_64__)

namespace {

/// The number of registers whose factors are looked up together.
constexpr int64_t most_registers = 64;

/// The offsets of the weights that are the factors of some registers. They are counted from the first weight of an output. −1 stands for a
/// factor without a weight.
struct Offsets {
    int32_t items[most_registers * register_factors];

    Offsets(const Window &window, int64_t channels, int64_t kernel_width, int64_t first, int64_t last) {
        for (int64_t place = first * register_factors; place < last * register_factors; place++) {
            const int64_t row = window.row_at(place), number = window.number_at(place);
            const int64_t x = number / channels, channel = number % channels;
            const bool is_there = row < window.rows && number < window.numbers;
            items[place - first * register_factors] =
                is_there ? static_cast<int32_t>((channel * window.rows + row) * kernel_width + x) : -1;
        }
    }
};

/// The weights of up to 16 outputs, and the factor for each output's weights.
struct WeightGroup {
    const float *weights;
    int64_t inputs;
    const float *scale;
    int64_t outputs;
};

/// Fills a register with weights as bfloat16 factors. Each row of the register has a pair of weights for each output.
KERNEL_NARROW void arrange(const WeightGroup &group, const int32_t *offsets, uint16_t *numbers) {
    const __m512i first = _mm512_loadu_si512(offsets), second = _mm512_loadu_si512(offsets + 16), none = _mm512_set1_epi32(-1);
    const __mmask16 in_first = _mm512_cmpneq_epi32_mask(first, none), in_second = _mm512_cmpneq_epi32_mask(second, none);
    Floats<16> square[16];
    for (int64_t output = 0; output < tile_block; output++) {
        square[output] = 0.0f;
        if (output >= group.outputs) continue;
        const float *source = group.weights + output * group.inputs;
        const __m512 factor = _mm512_set1_ps(group.scale ? group.scale[output] : 1.0f), zero = _mm512_setzero_ps();
        const __m512 low = _mm512_mul_ps(_mm512_mask_i32gather_ps(zero, in_first, first, source, 4), factor);
        const __m512 high = _mm512_mul_ps(_mm512_mask_i32gather_ps(zero, in_second, second, source, 4), factor);
        const auto pairs = _mm512_cvtne2ps_pbh(high, low);
        std::memcpy(&square[output], &pairs, sizeof pairs);
    }
    transpose<16>(square);
    std::memcpy(numbers, square, sizeof square);
}

struct Arrangement {
    const Window &window;
    int64_t channels, outputs, kernel_width, inputs;
    const float *weights, *scale;
    uint16_t *numbers;
};

void arrange_groups(int index, int count, void *context) {
    const auto &work = *static_cast<const Arrangement *>(context);
    const int64_t registers = work.window.registers(), groups = up(work.outputs, tile_block);
    const int64_t last = std::min(work.outputs, groups * (index + 1) / count * tile_block);
    for (int64_t begin = 0; begin < registers; begin += most_registers) {
        const int64_t end = std::min(registers, begin + most_registers);
        const Offsets offsets(work.window, work.channels, work.kernel_width, begin, end);
        for (int64_t first = groups * index / count * tile_block; first < last; first += tile_block) {
            const WeightGroup group{
                work.weights + first * work.inputs, work.inputs, work.scale ? work.scale + first : nullptr,
                std::min<int64_t>(tile_block, work.outputs - first)};
            uint16_t *target = work.numbers + (first / tile_block * registers + begin) * register_numbers;
            for (int64_t i = 0; i < end - begin; i++) arrange(group, offsets.items + i * register_factors, target + i * register_numbers);
        }
    }
}

} // namespace

#endif

int64_t kernel_tile_convolution_group_numbers(int64_t channels, int64_t kernel_height, int64_t kernel_width) {
    return Window(channels, kernel_height, kernel_width).registers() * register_numbers;
}

void kernel_tile_convolution_weights(
    int64_t channels, int64_t outputs, int64_t kernel_height, int64_t kernel_width, const float *weights, const float *scale,
    void *result) {
#if defined(__x86_64__)
    const Window window(channels, kernel_height, kernel_width);
    const int64_t inputs = channels * kernel_height * kernel_width;
    Arrangement arrangement{window, channels, outputs, kernel_width, inputs, weights, scale, static_cast<uint16_t *>(result)};
    team_run(limit_of_thread(), arrange_groups, &arrangement);
#else
    (void)channels, (void)outputs, (void)kernel_height, (void)kernel_width, (void)weights, (void)scale, (void)result;
#endif
}
