#include "ActivationFunctions.hpp"
#include "Activations.hpp"
#include "Pointwise.h"
#include "Tiles.hpp"
#include <Processor.h>
#include <Team.h>

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>

using namespace kernels;

namespace {

constexpr int64_t lanes = 16;

/// The number of elements below which a second thread costs more time than it saves.
constexpr int64_t numbers_for_threads = 1 << 14;

/// The result of the function. With `Narrows`, it has only the precision of bfloat16.
template <int Function, bool Narrows> KERNEL_WIDE_INLINE __m512 chosen_activation(__m512 x, __m512 alpha) {
    if constexpr (Narrows)
        return narrow_activation<Function>(x, alpha);
    else
        return activation<Function>(x, alpha);
}

template <int Function, bool Narrows = false> KERNEL_WIDE void run(float *values, int64_t count, float alpha) {
    const __m512 slope = all(alpha);
    int64_t i = 0;
    for (; i + lanes <= count; i += lanes)
        _mm512_storeu_ps(values + i, chosen_activation<Function, Narrows>(_mm512_loadu_ps(values + i), slope));
    const auto rest = static_cast<__mmask16>((1u << (count - i)) - 1);
    if (!rest) return;
    const __m512 last = chosen_activation<Function, Narrows>(_mm512_maskz_loadu_ps(rest, values + i), slope);
    _mm512_mask_storeu_ps(values + i, rest, last);
}

template <int Function> KERNEL_NARROW void run(uint16_t *values, int64_t count, float alpha) {
    const __m512 slope = all(alpha);
    for (int64_t i = 0; i < count; i += lanes) {
        const auto used = static_cast<__mmask16>(count - i < lanes ? (1u << (count - i)) - 1 : 0xffffu);
        const __m512i bits = _mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(used, values + i)), 16);
        const __m512 result = narrow_activation<Function>(_mm512_castsi512_ps(bits), slope);
        _mm256_mask_storeu_epi16(values + i, used, (__m256i)_mm512_cvtneps_pbh(result));
    }
}

struct Work {
    void *values;
    int64_t count;
    float alpha;
};

/// Runs a thread's part of the work with vectors of 512 bits.
template <int Function, typename Number> void run_wide_share(int index, int count, void *context) {
    const auto &work = *static_cast<const Work *>(context);
    const int64_t groups = up(work.count, lanes);
    const int64_t first = groups * index / count * lanes, last = std::min(groups * (index + 1) / count * lanes, work.count);
    if (first < last) run<Function>(static_cast<Number *>(work.values) + first, last - first, work.alpha);
}

template <int Function> void run_medium_share(int index, int count, void *context) {
    const auto &work = *static_cast<const Work *>(context);
    const int64_t first = work.count * index / count, last = work.count * (index + 1) / count;
    kernel_function_run(Function, work.alpha, 0.0f, static_cast<float *>(work.values) + first, last - first);
}

template <int Function> void run_all(KernelElement type, Work &work, int threads) {
    const int used = work.count < numbers_for_threads ? 1 : threads;
    if (type == KernelElementBFloat16) return team_run(used, run_wide_share<Function, uint16_t>, &work);
    team_run(used, processor_has_512_bit_vectors() ? run_wide_share<Function, float> : run_medium_share<Function>, &work);
}

} // namespace

bool kernel_activation_fits(KernelFunction function, KernelElement type) {
    if (function != KernelFunctionSwish && function != KernelFunctionGELUTanh && function != KernelFunctionGELUErf) return false;
    if (type == KernelElementFloat32) return processor_has_256_bit_vectors();
    return type == KernelElementBFloat16 && processor_has_native_bfloat16();
}

void kernel_activation_run(KernelFunction function, float alpha, KernelElement type, void *values, int64_t count, int threads) {
    Work work{values, count, alpha};
    switch (function) {
    case KernelFunctionSwish: return run_all<KernelFunctionSwish>(type, work, threads);
    case KernelFunctionGELUTanh: return run_all<KernelFunctionGELUTanh>(type, work, threads);
    default: return run_all<KernelFunctionGELUErf>(type, work, threads);
    }
}

void kernels::activate_narrow(KernelFunction function, float alpha, float *values, int64_t count) {
    switch (function) {
    case KernelFunctionSwish: return run<KernelFunctionSwish, true>(values, count, alpha);
    case KernelFunctionGELUTanh: return run<KernelFunctionGELUTanh, true>(values, count, alpha);
    default: return run<KernelFunctionGELUErf, true>(values, count, alpha);
    }
}

#else

bool kernel_activation_fits(KernelFunction, KernelElement) { return false; }

void kernel_activation_run(KernelFunction, float, KernelElement, void *, int64_t, int) {}

void kernels::activate_narrow(KernelFunction, float, float *, int64_t) {}

#endif
