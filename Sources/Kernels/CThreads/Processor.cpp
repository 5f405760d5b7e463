#include "Processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <strings.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace {

/// Sets of instructions that kernels use.
enum Set : unsigned { avx2 = 1, avx2_integers = 2, avx512 = 4, avx512_integers = 8, avx512_bfloat16 = 16, amx = 32 };

/// A value of the environment variable that limits oneDNN, and the sets of instructions that it allows. Case is ignored, as in oneDNN.
struct Limit {
    const char *name;
    unsigned sets;
};

constexpr unsigned with_avx512 = avx2 | avx512, with_integers = with_avx512 | avx512_integers, with_bfloat16 = with_integers | avx512_bfloat16;

constexpr Limit limits[] = {
    {"SSE41", 0},
    {"AVX", 0},
    {"AVX2", avx2},
    {"AVX2_VNNI", avx2 | avx2_integers},
    {"AVX2_VNNI_2", avx2 | avx2_integers},
    {"AVX512_MIC", avx2},
    {"AVX512_MIC_4OPS", avx2},
    {"AVX512_CORE", with_avx512},
    {"AVX512_CORE_VNNI", with_integers},
    {"AVX512_CORE_BF16", with_bfloat16},
    {"AVX512_CORE_FP16", with_bfloat16},
    {"AVX10_1_512", with_bfloat16},
};

unsigned allowed_sets() {
    const char *name = std::getenv("ONEDNN_MAX_CPU_ISA");
    if (!name || !*name) name = std::getenv("DNNL_MAX_CPU_ISA");
    for (const auto &limit : limits)
        if (name && strcasecmp(name, limit.name) == 0) return limit.sets;
    return ~0u;
}

/// The parts of a thread's state that the system saves, as bits. The value is 0 if the parts are unknown.
__attribute__((target("xsave"))) uint64_t saved_states() { return __builtin_ia32_xgetbv(0); }

/// Whether the system lets this process use the registers of AMX.
bool may_use_tiles() {
#if defined(__linux__)
    constexpr long get_permission = 0x1022, request_permission = 0x1023, tile_data = 18;
    const auto is_permitted = [] {
        unsigned long states = 0;
        return syscall(SYS_arch_prctl, get_permission, &states) == 0 && (states >> tile_data & 1);
    };
    return is_permitted() || (syscall(SYS_arch_prctl, request_permission, tile_data) == 0 && is_permitted());
#else
    return false;
#endif
}

unsigned find_sets() {
    struct {
        unsigned a, b, c, d;
    } basic{}, more{}, others{};
    if (!__get_cpuid(1, &basic.a, &basic.b, &basic.c, &basic.d) || !__get_cpuid_count(7, 0, &more.a, &more.b, &more.c, &more.d)) return 0;
    if (more.a >= 1) __get_cpuid_count(7, 1, &others.a, &others.b, &others.c, &others.d);
    const auto has = [](unsigned word, int bit) { return (word >> bit & 1) != 0; };
    // Whether the system saves vectors of 256 bits, and those of 512 with their masks.
    const uint64_t saved = has(basic.c, 27) ? saved_states() : 0;
    const bool saves_256 = (saved & 0x06) == 0x06, saves_512 = saves_256 && (saved & 0xe0) == 0xe0;

    unsigned sets = 0;
    if (saves_256 && has(more.b, 5)) sets |= avx2;
    if ((sets & avx2) && has(others.a, 4)) sets |= avx2_integers;
    if (saves_512 && has(more.b, 16) && has(more.b, 17) && has(more.b, 30) && has(more.b, 31)) sets |= avx512;
    if ((sets & avx512) && has(more.c, 11)) sets |= avx512_integers;
    if ((sets & avx512_integers) && has(others.a, 5)) sets |= avx512_bfloat16;
    sets &= allowed_sets();
    const bool has_tiles = has(more.d, 22) && has(more.d, 24) && has(more.d, 25);
    if ((sets & avx512_bfloat16) && has_tiles && (allowed_sets() & amx) && may_use_tiles()) sets |= amx;
    return sets;
}

bool has_any(unsigned wanted) {
    static const unsigned sets = find_sets();
    return (sets & wanted) != 0;
}

} // namespace

bool processor_has_256_bit_vectors(void) { return has_any(avx2) && __builtin_cpu_supports("x86-64-v3"); }
bool processor_has_512_bit_vectors(void) { return has_any(avx512); }
bool processor_has_integer_products(void) { return has_any(avx512_integers | avx2_integers); }
bool processor_has_native_bfloat16(void) { return has_any(avx512_bfloat16); }
bool processor_has_amx(void) { return has_any(amx); }

#else

bool processor_has_256_bit_vectors(void) { return false; }
bool processor_has_512_bit_vectors(void) { return false; }
bool processor_has_integer_products(void) { return false; }
bool processor_has_native_bfloat16(void) { return false; }
bool processor_has_amx(void) { return false; }

#endif
