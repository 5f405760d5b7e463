#include "ImageRows.hpp"
#include "Vectors.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;

namespace {

/// The margin around a row. It is read or written if a register or vector is not full, and does not affect results.
constexpr int64_t margin = 2 * register_factors;

/// The number of columns that are read for a row of results, rounded up to whole registers.
int64_t columns(const KernelImageConvolution &work) {
    return (up(work.result_width, register_rows) * register_rows - 1) * work.stride_x + work.kernel_width;
}

int64_t row_numbers(const KernelImageConvolution &work) {
    return up(columns(work) * work.channels + 2 * margin, register_factors) * register_factors;
}

} // namespace

int64_t ImageRows::byte_count(const KernelImageConvolution &work) {
    return (work.kernel_height + 1) * row_numbers(work) * static_cast<int64_t>(sizeof(uint16_t));
}

#if defined(__x86_64__)

namespace {

constexpr int64_t lanes = 16;

/// The bfloat16 number 1.
constexpr uint16_t one = 0x3f80;

/// Reads the numbers of two channels. The numbers of the second channel follow those of the first.
KERNEL_INLINE KERNEL_NARROW __m512i get_two(__mmask16 used, const float *first, const float *second) {
    const __m512 other = second ? _mm512_maskz_loadu_ps(used, second) : _mm512_setzero_ps();
    return (__m512i)_mm512_cvtne2ps_pbh(other, _mm512_maskz_loadu_ps(used, first));
}

KERNEL_INLINE KERNEL_NARROW __m512i get_two(__mmask16 used, const uint16_t *first, const uint16_t *second) {
    const __m512i numbers = _mm512_zextsi256_si512(_mm256_maskz_loadu_epi16(used, first));
    return second ? _mm512_inserti64x4(numbers, _mm256_maskz_loadu_epi16(used, second), 1) : numbers;
}

/// Rounds neighbouring pixels of planar channels to bfloat16 and interleaves the channels.
template <int Channels, typename Number>
KERNEL_NARROW void interleave(const Number *source, int64_t plane, int64_t count, uint16_t *target) {
    alignas(64) uint16_t places[2 * register_factors] = {};
    for (int64_t i = 0; i < Channels * lanes; i++) places[i] = static_cast<uint16_t>(i % Channels * lanes + i / Channels);
    const __m512i first = _mm512_load_si512(places), second = _mm512_load_si512(places + register_factors);
    for (int64_t x = 0; x < count; x += lanes, target += Channels * lanes) {
        const auto used = static_cast<__mmask16>(count - x < lanes ? (1u << (count - x)) - 1 : 0xffffu);
        const __m512i lower = get_two(used, source + x, Channels > 1 ? source + plane + x : nullptr);
        if constexpr (Channels == 1) {
            _mm256_storeu_si256(reinterpret_cast<__m256i *>(target), _mm512_castsi512_si256(lower));
        } else if constexpr (Channels == 2) {
            _mm512_storeu_si512(target, _mm512_permutexvar_epi16(first, lower));
        } else {
            const __m512i upper = get_two(used, source + 2 * plane + x, Channels > 3 ? source + 3 * plane + x : nullptr);
            _mm512_storeu_si512(target, _mm512_permutex2var_epi16(lower, first, upper));
            const __m512i rest = _mm512_permutex2var_epi16(lower, second, upper);
            if constexpr (Channels == 3)
                _mm256_storeu_si256(reinterpret_cast<__m256i *>(target + register_factors), _mm512_castsi512_si256(rest));
            else
                _mm512_storeu_si512(target + register_factors, rest);
        }
    }
}

template <typename Number>
void interleave(int64_t channels, const Number *source, int64_t plane, int64_t count, uint16_t *target) {
    switch (channels) {
    case 1: return interleave<1>(source, plane, count, target);
    case 2: return interleave<2>(source, plane, count, target);
    case 3: return interleave<3>(source, plane, count, target);
    default: return interleave<4>(source, plane, count, target);
    }
}

} // namespace

/// Divides the memory into a slot for each row of the window, and a slot for a row of zeros.
ImageRows::ImageRows(const KernelImageConvolution &work, const void *source, void *memory)
    : work(work), source(source), row_size(row_numbers(work)), memory(static_cast<uint16_t *>(memory)), pieces{}, start{} {
    std::fill_n(this->memory, (work.kernel_height + 1) * row_size, static_cast<uint16_t>(0));
    const int64_t numbers = work.kernel_width * work.channels, count = work.kernel_height * numbers;
    const uint32_t mask = (1u << numbers) - 1;
    for (int64_t k = 0; k < work.kernel_height; k++) pieces[k].mask = mask << (k * numbers);
    std::fill_n(start + count, bias_factors, one);
}

void ImageRows::convert(int64_t row) const {
    const int64_t plane = work.height * work.width;
    const int64_t count = std::min(work.width, columns(work) - work.padding_left);
    if (count <= 0) return;
    const int64_t first = image * work.channels * plane + row * work.width;
    uint16_t *target = slot(row % work.kernel_height) + margin + work.padding_left * work.channels;
    if (work.source == KernelElementBFloat16)
        interleave(work.channels, static_cast<const uint16_t *>(source) + first, plane, count, target);
    else
        interleave(work.channels, static_cast<const float *>(source) + first, plane, count, target);
}

void ImageRows::move_to(int64_t result_row) {
    if (result_row / work.result_height != image) {
        image = result_row / work.result_height;
        next = 0;
    }
    const int64_t top = result_row % work.result_height * work.stride_y - work.padding_top;
    const int64_t end = std::min(work.height, top + work.kernel_height), numbers = work.kernel_width * work.channels;
    for (next = std::max(next, top); next < end; next++) convert(next);
    for (int64_t k = 0; k < work.kernel_height; k++) {
        const bool is_inside = top + k >= 0 && top + k < work.height;
        pieces[k].source = slot(is_inside ? (top + k) % work.kernel_height : work.kernel_height) + margin - k * numbers;
    }
}

/// Gathers the factors of some results. Only numbers under the window are read, because other numbers may be infinite, and infinity times a weight of
/// zero is not zero.
template <int Count> KERNEL_NARROW void ImageRows::gather_pieces(int64_t place, int64_t step, uint16_t *factors) const {
    const uint16_t *sources[Count];
    __mmask32 masks[Count];
    KERNEL_UNROLLED for (int i = 0; i < Count; i++) {
        sources[i] = pieces[i].source + place;
        masks[i] = pieces[i].mask;
    }
    const __m512i first = _mm512_load_si512(start);
    KERNEL_UNROLLED for (int64_t pixel = 0; pixel < register_rows; pixel++) {
        __m512i numbers = first;
        KERNEL_UNROLLED for (int i = 0; i < Count; i++)
            numbers = _mm512_mask_loadu_epi16(numbers, masks[i], sources[i] + pixel * step);
        _mm512_store_si512(factors + pixel * register_factors, numbers);
    }
    // The rows of a high window after the first `Count` rows are written one after the other.
    for (int64_t i = Count; i < work.kernel_height; i++) {
        const uint16_t *from = pieces[i].source + place;
        const __mmask32 mask = pieces[i].mask;
        for (int64_t pixel = 0; pixel < register_rows; pixel++)
            _mm512_mask_storeu_epi16(factors + pixel * register_factors, mask, _mm512_maskz_loadu_epi16(mask, from + pixel * step));
    }
}

void ImageRows::gather(int64_t column, uint16_t *factors) const {
    const int64_t step = work.stride_x * work.channels, place = column * step;
    switch (work.kernel_height) {
    case 1: return gather_pieces<1>(place, step, factors);
    case 2: return gather_pieces<2>(place, step, factors);
    case 3: return gather_pieces<3>(place, step, factors);
    case 4: return gather_pieces<4>(place, step, factors);
    default: return gather_pieces<5>(place, step, factors);
    }
}

#endif
