#pragma once

#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
/// Whether the processor has the instructions of the wider kernels.
///
/// ONEDNN_MAX_CPU_ISA is the variable that also tells oneDNN to do without longer vectors: tests set it.
static inline bool has_avx2() {
    const char *limit = std::getenv("ONEDNN_MAX_CPU_ISA");
    if (limit && std::strncmp(limit, "SSE", 3) == 0) return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
}
#endif
