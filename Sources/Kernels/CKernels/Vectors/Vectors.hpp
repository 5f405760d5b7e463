#pragma once

#include <KernelTypes.h>

#include <cstdint>
#include <cstring>
#include <utility>

// Functions of one number, without branches or calls, so that a loop over them becomes vector instructions.

// The code that chooses among clones runs while the program is loaded, before the thread sanitizer is ready. With the sanitizer's instrumentation,
// this code would crash.
#if defined(__SANITIZE_THREAD__)
#define KERNEL_HAS_THREAD_SANITIZER 1
#elif defined(__has_feature)
#define KERNEL_HAS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define KERNEL_HAS_THREAD_SANITIZER 0
#endif

#if defined(__x86_64__) && defined(__linux__) && !KERNEL_HAS_THREAD_SANITIZER
/// Compiles a function for each of these instruction sets.
#define KERNEL_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define KERNEL_EACH_PROCESSOR
#endif

#define KERNEL_INLINE static inline __attribute__((always_inline))
#define KERNEL_UNROLLED _Pragma("clang loop unroll(full)")

namespace vectors {

KERNEL_INLINE float from_bits(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

KERNEL_INLINE uint32_t to_bits(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

KERNEL_INLINE float absolute(float x) { return from_bits(to_bits(x) & 0x7fffffffu); }

KERNEL_INLINE float with_sign(float magnitude, float sign) { return from_bits(to_bits(magnitude) | (to_bits(sign) & 0x80000000u)); }

KERNEL_INLINE float widen_bfloat16(uint16_t value) { return from_bits(static_cast<uint32_t>(value) << 16); }

/// Rounds a number to the nearest bfloat16 number, ties to even.
KERNEL_INLINE uint16_t narrow_bfloat16(float value) {
    const uint32_t bits = to_bits(value);
    const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    const uint32_t quiet = (bits >> 16) | 0x40u;
    return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? quiet : rounded);
}

/// A vector of contiguous numbers.
template <int Lanes> using Floats = float __attribute__((ext_vector_type(Lanes)));
template <int Lanes> using Bits = uint32_t __attribute__((ext_vector_type(Lanes)));
template <int Lanes> using Halves = uint16_t __attribute__((ext_vector_type(Lanes)));

template <int Lanes> KERNEL_INLINE void read(const float *source, Floats<Lanes> &values) { std::memcpy(&values, source, sizeof values); }

template <int Lanes> KERNEL_INLINE void read(const uint16_t *source, Floats<Lanes> &values) {
    Halves<Lanes> halves;
    std::memcpy(&halves, source, sizeof halves);
    const Bits<Lanes> bits = __builtin_convertvector(halves, Bits<Lanes>) << 16;
    std::memcpy(&values, &bits, sizeof values);
}

template <int Lanes> KERNEL_INLINE void write(float *destination, const Floats<Lanes> &values) {
    std::memcpy(destination, &values, sizeof values);
}

/// Does the work of `narrow_bfloat16` for a whole vector. In a loop over single numbers the compiler would leave the vector registers.
template <int Lanes> KERNEL_INLINE void write(uint16_t *destination, const Floats<Lanes> &values) {
    Bits<Lanes> bits;
    std::memcpy(&bits, &values, sizeof bits);
    const Bits<Lanes> rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16, quiet = (bits >> 16) | 0x40u;
    const Bits<Lanes> chosen = (bits & 0x7fffffffu) > 0x7f800000u ? quiet : rounded;
    const Halves<Lanes> halves = __builtin_convertvector(chosen, Halves<Lanes>);
    std::memcpy(destination, &halves, sizeof halves);
}

/// A step in transposing squares of `2 · Step` numbers: exchanges the blocks across the diagonal of two rows that are `Step` apart.
template <int Lanes, int Step, int... Lane>
KERNEL_INLINE void exchange(Floats<Lanes> &first, Floats<Lanes> &second, std::integer_sequence<int, Lane...>) {
    const Floats<Lanes> upper = __builtin_shufflevector(first, second, (Lane & Step ? Lanes + Lane - Step : Lane)...);
    second = __builtin_shufflevector(first, second, (Lane & Step ? Lanes + Lane : Lane + Step)...);
    first = upper;
}

template <int Lanes, int Step = 1> KERNEL_INLINE void transpose(Floats<Lanes> (&square)[Lanes]) {
    KERNEL_UNROLLED for (int row = 0; row < Lanes; row++)
        if (!(row & Step)) exchange<Lanes, Step>(square[row], square[row + Step], std::make_integer_sequence<int, Lanes>());
    if constexpr (2 * Step < Lanes) transpose<Lanes, 2 * Step>(square);
}

KERNEL_INLINE float element(const float *source, int64_t index) { return source[index]; }
KERNEL_INLINE float element(const uint16_t *source, int64_t index) { return widen_bfloat16(source[index]); }
KERNEL_INLINE void put(float *destination, int64_t index, float value) { destination[index] = value; }
KERNEL_INLINE void put(uint16_t *destination, int64_t index, float value) { destination[index] = narrow_bfloat16(value); }

/// Rounds to the nearest whole number, ties to even; |x| < 2²².
KERNEL_INLINE float round_small(float x) { return (x + 12582912.0f) - 12582912.0f; }

/// p = eʳ for |r| ≤ ln 2 / 2, for a number or for each element of a vector.
template <typename Number> KERNEL_INLINE void exponential_series(const Number &r, Number &p) {
    p = 1.0f / 5040.0f;
    p = p * r + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
}

/// The exponential eˣ within 2 units in the last place. The argument x is split into n·ln 2 + r, and eʳ is a polynomial for |r| ≤ ln 2 / 2.
KERNEL_INLINE float exponential(float x) {
    float limited = x > 88.7f ? 88.7f : x;
    limited = limited < -87.3f ? -87.3f : limited;
    const float n = round_small(limited * 1.44269504f);
    float r = limited - n * 0.693359375f;
    r = r + n * 2.12194440e-4f;
    float p;
    exponential_series(r, p);
    // NaN stays NaN through p, whatever its whole part is.
    const float whole = n == n ? n : 0.0f;
    const float result = p * from_bits(static_cast<uint32_t>(static_cast<int32_t>(whole) + 127) << 23);
    const float high = x > 88.72f ? from_bits(0x7f800000u) : result;
    return x < -87.3f ? 0.0f : high;
}

/// 1 / (1 + e⁻ˣ). The argument is limited. Beyond the limits, the result is 1 or almost 0. Within the limits no power overflows, so that its exponent
/// can be computed by an addition.
KERNEL_INLINE float logistic(float x) {
    float limited = x > 87.0f ? 87.0f : x;
    limited = limited < -87.0f ? -87.0f : limited;
    const float shifted = limited * -1.44269504f + 12582912.0f, n = shifted - 12582912.0f;
    float r = n * -0.693359375f - limited;
    r = r + n * 2.12194440e-4f;
    float p;
    exponential_series(r, p);
    const float power = from_bits(to_bits(p) + (to_bits(shifted) << 23));
    const float result = x < -87.3f ? 0.0f : 1.0f / (1.0f + power);
    return x == x ? result : x;
}

/// tanh x. For small arguments a series is used, because the quotient would lose digits.
KERNEL_INLINE float hyperbolic_tangent(float x) {
    const float a = absolute(x), z = x * x;
    const float quotient = 1.0f - 2.0f / (exponential(2.0f * a) + 1.0f);
    float p = -929569.0f / 638512875.0f;
    p = p * z + 21844.0f / 6081075.0f;
    p = p * z - 1382.0f / 155925.0f;
    p = p * z + 62.0f / 2835.0f;
    p = p * z - 17.0f / 315.0f;
    p = p * z + 2.0f / 15.0f;
    p = p * z - 1.0f / 3.0f;
    const float series = x + x * z * p;
    return a < 0.4f ? series : with_sign(quotient, x);
}

/// x · P(x²) / Q(x²), within 4e−7 of erf(x). The quotient is fitted to erf(x) / x where |x| ≤ 3.92. Beyond, erf(x) is ±1 except for rounding.
KERNEL_INLINE float error_function(float x) {
    constexpr float bound = 3.92f;
    const float high = x > bound ? bound : x, limited = high < -bound ? -bound : high;
    const float z = limited * limited;
    float p = 2.05009951e-6f;
    p = p * z + 2.84882117e-4f;
    p = p * z + 3.76557512e-3f;
    p = p * z + 5.27485944e-2f;
    p = p * z + 1.90405443e-1f;
    p = p * z + 1.12837911f;
    float q = 3.80918100e-5f;
    q = q * z + 1.16252597e-3f;
    q = q * z + 1.49691319e-2f;
    q = q * z + 1.14108697e-1f;
    q = q * z + 5.02075195e-1f;
    q = q * z + 1.0f;
    const float result = limited * p / q;
    const float least = result > 1.0f ? 1.0f : result;
    return least < -1.0f ? -1.0f : least;
}

/// The natural logarithm of a positive normal number: the exponent, and a series of the mantissa about 1.
KERNEL_INLINE float logarithm(float x) {
    const uint32_t bits = to_bits(x);
    // The mantissa in √½ … √2.
    const int32_t exponent = static_cast<int32_t>(bits - 0x3f3504f3u) >> 23;
    const float m = from_bits(bits - (static_cast<uint32_t>(exponent) << 23));
    const float s = (m - 1.0f) / (m + 1.0f), z = s * s;
    float p = 2.0f / 9.0f;
    p = p * z + 2.0f / 7.0f;
    p = p * z + 2.0f / 5.0f;
    p = p * z + 2.0f / 3.0f;
    const float e = static_cast<float>(exponent);
    const float result = (s * z * p + e * -2.12194440e-4f) + 2.0f * s + e * 0.693359375f;
    const float finite = x < from_bits(0x7f800000u) ? result : x;
    const float positive = x >= from_bits(0x00800000u) ? finite : from_bits(0xff800000u);
    return x != x || x < 0.0f ? from_bits(0x7fc00000u) : positive;
}

/// ln(1 + eˣ).
KERNEL_INLINE float soft_rectifier(float x) {
    const float t = exponential(-absolute(x)), u = 1.0f + t;
    const float tail = u == 1.0f ? t : logarithm(u) * (t / (u - 1.0f));
    return (x > 0.0f ? x : 0.0f) + tail;
}

} // namespace vectors
