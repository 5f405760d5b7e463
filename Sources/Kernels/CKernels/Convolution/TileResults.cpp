#include "TileResults.hpp"
#include "Activations.hpp"
#include "Vectors.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace kernels;

TileResults::TileResults(
    KernelElement type, int64_t outputs, int post_count, const KernelPointwisePost *posts, void *const *addresses, const float *bias)
    : type(type), outputs(outputs), addresses(addresses), posts(posts), count(post_count), bias(bias) {
    if (count > 0 && take(posts[count - 1])) count--;
    if (count == 0) return;
    const auto &last = posts[count - 1];
    if (!last.is_binary || last.algorithm != KernelOperationAdd || last.type != type) return;
    added = addresses[last.operand];
    count--;
}

#if defined(__x86_64__)

namespace {

constexpr int64_t lanes = 16;

/// The offset of a group's outputs for the first pixel.
int64_t place(const TileResults &results, const TilePart &part, int64_t index) {
    return part.pixel * results.outputs + (part.group + index) * tile_block;
}

/// A bit for each output that exists, for `groups` groups of the part. The first of them is the group `index`.
__mmask32 present(const TileResults &results, const TilePart &part, int64_t index, int64_t groups) {
    const int64_t count = std::min<int64_t>(groups * tile_block, results.outputs - (part.group + index) * tile_block);
    return static_cast<__mmask32>((uint64_t{1} << count) - 1);
}

KERNEL_INLINE KERNEL_NARROW __m512 get(__mmask16 present, const float *source) { return _mm512_maskz_loadu_ps(present, source); }

KERNEL_INLINE KERNEL_NARROW __m512 get(__mmask16 present, const uint16_t *source) {
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(present, source)), 16));
}

KERNEL_INLINE KERNEL_NARROW void put(float *target, __mmask16 present, __m512 values) { _mm512_mask_storeu_ps(target, present, values); }

KERNEL_INLINE KERNEL_NARROW void put(uint16_t *target, __mmask16 present, __m512 values) {
    _mm256_mask_storeu_epi16(target, present, (__m256i)_mm512_cvtneps_pbh(values));
}

/// Stores the results of two groups.
KERNEL_INLINE KERNEL_NARROW void put(float *target, __mmask32 present, __m512 first, __m512 second) {
    _mm512_mask_storeu_ps(target, static_cast<__mmask16>(present), first);
    _mm512_mask_storeu_ps(target + lanes, static_cast<__mmask16>(present >> lanes), second);
}

KERNEL_INLINE KERNEL_NARROW void put(uint16_t *target, __mmask32 present, __m512 first, __m512 second) {
    _mm512_mask_storeu_epi16(target, present, (__m512i)_mm512_cvtne2ps_pbh(second, first));
}

template <typename Number>
KERNEL_NARROW void read_operand(const TileResults &results, const TilePart &part, const Number *operand, float *values) {
    for (int64_t group = 0; group < part.groups; group++) {
        const auto there = static_cast<__mmask16>(present(results, part, group, 1));
        const Number *source = operand + place(results, part, group);
        float *target = values + group * tile_block;
        for (int64_t pixel = 0; pixel < part.pixels; pixel++, source += results.outputs, target += part.groups * tile_block)
            _mm512_storeu_ps(target, get(there, source));
    }
}

/// The bias of a group if no separate pass applies posts to the sums. The bias is then added while the results are stored, before a last addition and
/// the limits. In other cases, the result is zeros.
KERNEL_INLINE KERNEL_NARROW __m512 last_bias(const TileResults &results, const TilePart &part, int64_t group) {
    if (!results.bias || results.count > 0) return _mm512_setzero_ps();
    return _mm512_loadu_ps(results.bias + (part.group + group) * tile_block);
}

KERNEL_NARROW void add_bias(const TileResults &results, const TilePart &part, float *sums) {
    for (int64_t pixel = 0; pixel < part.pixels; pixel++)
        for (int64_t group = 0; group < part.groups; group++, sums += tile_block) {
            const __m512 bias = _mm512_loadu_ps(results.bias + (part.group + group) * tile_block);
            _mm512_storeu_ps(sums, _mm512_add_ps(_mm512_loadu_ps(sums), bias));
        }
}

/// Adds the bias and another tensor, if they exist, and then clips to the limits. Processes two groups at a time.
template <typename Number, bool Adds>
KERNEL_NARROW void store_results(const TileResults &results, const TilePart &part, const float *sums, const Number *added, Number *target) {
    const __m512 low = _mm512_set1_ps(results.low), high = _mm512_set1_ps(results.high);
    for (int64_t group = 0; group < part.groups; group += 2) {
        const float *source = sums + group * tile_block;
        int64_t at = place(results, part, group);
        const __m512 first_bias = last_bias(results, part, group);
        if (group + 1 == part.groups) {
            const auto there = static_cast<__mmask16>(present(results, part, group, 1));
            for (int64_t pixel = 0; pixel < part.pixels; pixel++, source += part.groups * tile_block, at += results.outputs) {
                __m512 values = _mm512_add_ps(_mm512_loadu_ps(source), first_bias);
                if constexpr (Adds) values = _mm512_add_ps(values, get(there, added + at));
                put(target + at, there, _mm512_min_ps(high, _mm512_max_ps(low, values)));
            }
            continue;
        }
        const __mmask32 there = present(results, part, group, 2);
        const __m512 second_bias = last_bias(results, part, group + 1);
        for (int64_t pixel = 0; pixel < part.pixels; pixel++, source += part.groups * tile_block, at += results.outputs) {
            __m512 first = _mm512_add_ps(_mm512_loadu_ps(source), first_bias);
            __m512 second = _mm512_add_ps(_mm512_loadu_ps(source + lanes), second_bias);
            if constexpr (Adds) {
                first = _mm512_add_ps(first, get(static_cast<__mmask16>(there), added + at));
                second = _mm512_add_ps(second, get(static_cast<__mmask16>(there >> lanes), added + at + lanes));
            }
            first = _mm512_min_ps(high, _mm512_max_ps(low, first));
            second = _mm512_min_ps(high, _mm512_max_ps(low, second));
            put(target + at, there, first, second);
        }
    }
}

template <typename Number> void store_part(const TileResults &results, const TilePart &part, const float *sums) {
    auto *target = static_cast<Number *>(results.addresses[1]);
    if (results.added)
        store_results<Number, true>(results, part, sums, static_cast<const Number *>(results.added), target);
    else
        store_results<Number, false>(results, part, sums, nullptr, target);
}

void apply_function(const TileResults &results, const KernelPointwisePost &post, float *sums, int64_t count) {
    const auto function = static_cast<KernelFunction>(post.algorithm);
    if (!kernel_activation_fits(function, KernelElementFloat32))
        kernel_function_run(post.algorithm, post.alpha, post.beta, sums, count);
    else if (results.type == KernelElementBFloat16)
        activate_narrow(function, post.alpha, sums, count);
    else
        kernel_activation_run(function, post.alpha, KernelElementFloat32, sums, count, 1);
}

} // namespace

void kernels::finish_part(const TileResults &results, const TilePart &part, float *sums) {
    const int64_t numbers = part.pixels * part.groups * tile_block;
    if (results.bias && results.count > 0) add_bias(results, part, sums);
    for (int index = 0; index < results.count; index++) {
        const auto &post = results.posts[index];
        if (!post.is_binary) {
            apply_function(results, post, sums, numbers);
            continue;
        }
        alignas(64) float others[most_sums_of_part];
        const void *operand = results.addresses[post.operand];
        if (post.type == KernelElementBFloat16)
            read_operand(results, part, static_cast<const uint16_t *>(operand), others);
        else
            read_operand(results, part, static_cast<const float *>(operand), others);
        kernel_combine_run(post.algorithm, sums, others, numbers);
    }
    if (results.type == KernelElementBFloat16)
        store_part<uint16_t>(results, part, sums);
    else
        store_part<float>(results, part, sums);
}

#else

void kernels::finish_part(const TileResults &, const TilePart &, float *) {}

#endif
