#pragma once

// The instructions that the processor has, for kernels that are compiled for more than one set of instructions.

#include <cstdlib>
#include <cstring>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

/// Whether kernels for AVX2, FMA and POPCNT may run. The environment variable that restricts oneDNN to shorter vectors restricts them too. Tests use
/// it.
static inline bool has_avx2() {
#if defined(__x86_64__)
    static const bool wide = [] {
        const char *limit = std::getenv("ONEDNN_MAX_CPU_ISA");
        if (limit && std::strncmp(limit, "SSE", 3) == 0) return false;
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
    }();
    return wide;
#else
    return false;
#endif
}

/// Whether kernels for the first version of AVX-512 may run. The environment variable that restricts oneDNN restricts them, too.
static inline bool has_avx512() {
#if defined(__x86_64__)
    static const bool wide = [] {
        const char *limit = std::getenv("ONEDNN_MAX_CPU_ISA");
        if (limit && (std::strncmp(limit, "SSE", 3) == 0 || std::strcmp(limit, "AVX") == 0 || std::strncmp(limit, "AVX2", 4) == 0)) return false;
        return static_cast<bool>(__builtin_cpu_supports("avx512f"));
    }();
    return wide;
#else
    return false;
#endif
}

#if defined(__aarch64__)
/// Whether the processor has dot products of bytes, as Armv8.4-A and most of Armv8.2-A do.
static inline bool has_dot_products() {
#if defined(__linux__)
    // HWCAP_ASIMDDP.
    static const bool has = (getauxval(AT_HWCAP) & (1ul << 20)) != 0;
    return has;
#else
    return false;
#endif
}

/// Whether the processor has dot products of bfloat16 numbers, as Armv8.6-A and some earlier ones do.
static inline bool has_bfloat16_products() {
#if defined(__linux__)
    // HWCAP2_BF16, which headers of older systems lack.
    static const bool has = (getauxval(AT_HWCAP2) & (1ul << 14)) != 0;
    return has;
#else
    return false;
#endif
}
#endif
