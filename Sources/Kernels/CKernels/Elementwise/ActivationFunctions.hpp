#pragma once

#include <KernelTypes.h>
#include "Tiles.hpp"
#include "Vectors.hpp"

// Functions of the form x · σ(u(x)), for 16 numbers at a time.

#if defined(__x86_64__)

#include <immintrin.h>

namespace kernels {

constexpr float to_base_two = 1.44269504f;

KERNEL_WIDE_INLINE __m512 all(float value) { return _mm512_set1_ps(value); }

template <size_t Count> KERNEL_WIDE_INLINE __m512 polynomial(const float (&coefficients)[Count], __m512 x) {
    __m512 sum = all(coefficients[0]);
    KERNEL_UNROLLED for (size_t i = 1; i < Count; i++) sum = _mm512_fmadd_ps(sum, x, all(coefficients[i]));
    return sum;
}

/// 1 / x by an estimate and a Newton step; x must be at least 1 and finite.
KERNEL_WIDE_INLINE __m512 reciprocal(__m512 x) {
    const __m512 estimate = _mm512_rcp14_ps(x);
    return _mm512_mul_ps(estimate, _mm512_fnmadd_ps(x, estimate, all(2.0f)));
}

/// 1 / (1 + e^−u).
KERNEL_WIDE_INLINE __m512 logistic(__m512 u) {
    // If one operand is NaN, these instructions return the second operand.
    const __m512 limited = _mm512_min_ps(all(87.0f), _mm512_max_ps(all(-87.0f), u));
    const __m512 n = _mm512_roundscale_ps(_mm512_mul_ps(limited, all(-to_base_two)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __m512 high = _mm512_fnmsub_ps(n, all(0.693359375f), limited), r = _mm512_fmadd_ps(n, all(2.12194440e-4f), high);
    constexpr float series[] = {1.0f / 5040.0f, 1.0f / 720.0f, 1.0f / 120.0f, 1.0f / 24.0f, 1.0f / 6.0f, 0.5f, 1.0f, 1.0f};
    return reciprocal(_mm512_add_ps(_mm512_scalef_ps(polynomial(series, r), n), all(1.0f)));
}

/// The normal distribution function ½ (1 + erf(x ÷ √2)), computed as in `error_function`.
KERNEL_WIDE_INLINE __m512 normal_distribution(__m512 x) {
    constexpr float bound = 3.92f;
    const __m512 scaled = _mm512_mul_ps(x, all(0.707106781f));
    const __m512 limited = _mm512_min_ps(all(bound), _mm512_max_ps(all(-bound), scaled)), z = _mm512_mul_ps(limited, limited);
    constexpr float above[] = {2.05009951e-6f, 2.84882117e-4f, 3.76557512e-3f, 5.27485944e-2f, 1.90405443e-1f, 1.12837911f};
    constexpr float below[] = {3.80918100e-5f, 1.16252597e-3f, 1.49691319e-2f, 1.14108697e-1f, 5.02075195e-1f, 1.0f};
    const __m512 quotient = _mm512_mul_ps(_mm512_mul_ps(limited, polynomial(above, z)), reciprocal(polynomial(below, z)));
    const __m512 erf = _mm512_min_ps(all(1.0f), _mm512_max_ps(all(-1.0f), quotient));
    return _mm512_fmadd_ps(erf, all(0.5f), all(0.5f));
}

/// The function in float32.
template <int Function> KERNEL_WIDE_INLINE __m512 activation(__m512 x, __m512 alpha) {
    if constexpr (Function == KernelFunctionSwish) {
        return _mm512_mul_ps(x, logistic(_mm512_mul_ps(x, alpha)));
    } else if constexpr (Function == KernelFunctionGELUTanh) {
        constexpr float ratio[] = {2 * 0.797884561f * 0.044715f, 2 * 0.797884561f};
        return _mm512_mul_ps(x, logistic(_mm512_mul_ps(x, polynomial(ratio, _mm512_mul_ps(x, x)))));
    } else {
        return _mm512_mul_ps(x, normal_distribution(x));
    }
}

/// Approximates x / (1 + 2ᵗ) within 2⁻¹³. The whole part of t becomes an exponent. The fraction f goes through a polynomial that approximates 2ᶠ
/// within 4e−6.
KERNEL_WIDE_INLINE __m512 shares(__m512 x, __m512 t) {
    const __m512 fraction = _mm512_reduce_ps(t, _MM_FROUND_TO_NEG_INF);
    constexpr float series[] = {0.0135557571f, 0.0520323690f, 0.241379763f, 0.693032121f, 1.00000259f};
    const __m512 power = _mm512_scalef_ps(polynomial(series, fraction), t);
    return _mm512_mul_ps(x, _mm512_rcp14_ps(_mm512_add_ps(power, all(1.0f))));
}

/// The function for numbers that were bfloat16 numbers before, and whose results will be rounded to bfloat16.
template <int Function> KERNEL_WIDE_INLINE __m512 narrow_activation(__m512 x, __m512 alpha) {
    if constexpr (Function == KernelFunctionSwish) {
        return shares(x, _mm512_mul_ps(x, _mm512_mul_ps(alpha, all(-to_base_two))));
    } else if constexpr (Function == KernelFunctionGELUTanh) {
        constexpr float ratio[] = {-to_base_two * 2 * 0.797884561f * 0.044715f, -to_base_two * 2 * 0.797884561f};
        return shares(x, _mm512_mul_ps(x, polynomial(ratio, _mm512_mul_ps(x, x))));
    } else {
        // ln Φ(x) − ln Φ(−x) is x times a function of x². The approximation is within 0.001 of it where |x| ≤ 5; beyond, the error grows.
        constexpr float ratio[] = {
            -to_base_two * 9.197393674e-8f, -to_base_two * 4.446826337e-6f, to_base_two * 9.131269870e-4f, -to_base_two * 7.541204889e-2f,
            -to_base_two * 1.593196726f};
        return shares(x, _mm512_mul_ps(x, polynomial(ratio, _mm512_mul_ps(x, x))));
    }
}

} // namespace kernels

#endif
