#pragma once

// Which instructions the processor has, for kernels that are compiled for more than one set of them.

#include <cstdlib>
#include <cstring>

/// Whether kernels for AVX2, FMA and POPCNT may run. The variable that also tells oneDNN to do without longer vectors counts: tests set it.
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
