#include "Functions.h"

#include <Instructions.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>

// Calls a function of vectors of 32 or 64 bytes. A compiler passes such vectors in a way that depends on the instruction set of the whole file. This
// file is compiled for every processor, so assembly code passes them, in the first two vector registers.
#define VECTOR_CALL(name, registers) \
    extern "C" void name(void *function, const void *first, const void *second, void *result); \
    asm(".text\n" \
        ".p2align 4\n" \
        ".hidden " #name "\n" \
        ".globl " #name "\n" \
        ".type " #name ", @function\n" #name ":\n" \
        ".cfi_startproc\n" \
        "pushq %rcx\n" \
        ".cfi_adjust_cfa_offset 8\n" \
        "vmovups (%rsi), %" registers "0\n" \
        "vmovups (%rdx), %" registers "1\n" \
        "callq *%rdi\n" \
        "popq %rcx\n" \
        ".cfi_adjust_cfa_offset -8\n" \
        "vmovups %" registers "0, (%rcx)\n" \
        "ret\n" \
        ".cfi_endproc\n" \
        ".size " #name ", . - " #name "\n");

VECTOR_CALL(vector_call_32_bytes, "ymm")
VECTOR_CALL(vector_call_64_bytes, "zmm")
#undef VECTOR_CALL

// Calls a function of one vector for one or more successive vectors.
#define VECTOR_CALLS(name, register, size) \
    extern "C" void name(void *function, const void *vectors, void *results, size_t count); \
    asm(".text\n" \
        ".p2align 6\n" \
        ".hidden " #name "\n" \
        ".globl " #name "\n" \
        ".type " #name ", @function\n" #name ":\n" \
        ".cfi_startproc\n" \
        "pushq %rbx\n" \
        ".cfi_adjust_cfa_offset 8\n" \
        ".cfi_rel_offset %rbx, 0\n" \
        "pushq %rbp\n" \
        ".cfi_adjust_cfa_offset 8\n" \
        ".cfi_rel_offset %rbp, 0\n" \
        "pushq %r12\n" \
        ".cfi_adjust_cfa_offset 8\n" \
        ".cfi_rel_offset %r12, 0\n" \
        "pushq %r13\n" \
        ".cfi_adjust_cfa_offset 8\n" \
        ".cfi_rel_offset %r13, 0\n" \
        "subq $8, %rsp\n" \
        ".cfi_adjust_cfa_offset 8\n" \
        "movq %rdi, %rbx\n" \
        "movq %rsi, %r12\n" \
        "movq %rdx, %r13\n" \
        "movq %rcx, %rbp\n" \
        "1:\n" \
        "vmovups (%r12), %" register "\n" \
        "callq *%rbx\n" \
        "vmovups %" register ", (%r13)\n" \
        "addq $" size ", %r12\n" \
        "addq $" size ", %r13\n" \
        "decq %rbp\n" \
        "jnz 1b\n" \
        "addq $8, %rsp\n" \
        ".cfi_adjust_cfa_offset -8\n" \
        "popq %r13\n" \
        ".cfi_adjust_cfa_offset -8\n" \
        "popq %r12\n" \
        ".cfi_adjust_cfa_offset -8\n" \
        "popq %rbp\n" \
        ".cfi_adjust_cfa_offset -8\n" \
        "popq %rbx\n" \
        ".cfi_adjust_cfa_offset -8\n" \
        "ret\n" \
        ".cfi_endproc\n" \
        ".size " #name ", . - " #name "\n");

VECTOR_CALLS(vector_calls_32_bytes, "ymm0", "32")
VECTOR_CALLS(vector_calls_64_bytes, "zmm0", "64")
#undef VECTOR_CALLS
#endif

namespace {

template <class T> struct Operations {
    void (*function)(VectorFunction, const T *, ptrdiff_t, T *, ptrdiff_t, size_t);
    void (*pair_function)(VectorPairFunction, const T *, ptrdiff_t, const T *, ptrdiff_t, T *, ptrdiff_t, size_t);
};

struct Table {
    Operations<float> f32;
    Operations<double> f64;
};

constexpr int function_count = VectorTanOfPi + 1, pair_function_count = VectorNextAfter + 1;

/// A function of one element, and its name in the C library. The name is null if the library has no version of the function for vectors.
template <class T> struct Function {
    const char *name;
    T (*apply)(T);
};

template <class T> struct PairFunction {
    const char *name;
    T (*apply)(T, T);
};

template <class T> constexpr T pi = T(3.14159265358979323846);

/// The remainder of x after subtraction of an even number. The product of the remainder with π is precise even for large x.
template <class T> T turned(T x) { return x - 2 * std::nearbyint(x / 2); }

template <class T> T sin_of_pi(T x) { return x == std::trunc(x) ? std::copysign(T(0), x) : std::sin(pi<T> * turned(x)); }

template <class T> T cos_of_pi(T x) {
    const T left = std::fabs(turned(x));
    return left == T(0.5) ? T(0) : std::cos(pi<T> * left);
}

template <class T> T tan_of_pi(T x) { return sin_of_pi(x) / cos_of_pi(x); }

#define FUNCTION(name) \
    { #name, [](T x) -> T { return std::name(x); } }

template <class T>
constexpr Function<T> functions[function_count] = {
    FUNCTION(exp), FUNCTION(exp2), FUNCTION(expm1), FUNCTION(log), FUNCTION(log2), FUNCTION(log10), FUNCTION(log1p),
    {nullptr, [](T x) -> T { return std::logb(x); }},
    FUNCTION(sin), FUNCTION(cos), FUNCTION(tan), FUNCTION(asin), FUNCTION(acos), FUNCTION(atan),
    FUNCTION(sinh), FUNCTION(cosh), FUNCTION(tanh), FUNCTION(asinh), FUNCTION(acosh), FUNCTION(atanh), FUNCTION(cbrt),
    {nullptr, sin_of_pi<T>}, {nullptr, cos_of_pi<T>}, {nullptr, tan_of_pi<T>},
};

#undef FUNCTION

template <class T>
constexpr PairFunction<T> pair_functions[pair_function_count] = {
    {"pow", [](T x, T y) -> T { return std::pow(x, y); }},
    {"atan2", [](T x, T y) -> T { return std::atan2(x, y); }},
    {nullptr, [](T x, T y) -> T { return std::fmod(x, y); }},
    {nullptr, [](T x, T y) -> T { return std::remainder(x, y); }},
    {nullptr, [](T x, T y) -> T { return std::nextafter(x, y); }},
};

/// A function of vectors, found by the naming scheme for vector functions of x86-64; null if there is none.
void *block_function(char instructions, size_t lanes, const char *arguments, const char *name) {
#if defined(__x86_64__) && defined(__linux__)
    static void *const library = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library || !name) return nullptr;
    const size_t size = instructions == 'e' ? 64 : instructions == 'd' ? 32 : 16;
    const bool is_float = size / lanes == sizeof(float);
    char symbol[48];
    std::snprintf(symbol, sizeof symbol, "_ZGV%cN%zu%s_%s%s", instructions, lanes, arguments, name, is_float ? "f" : "");
    return dlsym(library, symbol);
#else
    (void)instructions, (void)lanes, (void)arguments, (void)name;
    return nullptr;
#endif
}

#define KERNELS "Functions.inl"
#include <EachInstructionSet.inl>

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#define COMPILED_FOR_AVX512 1
namespace avx512 {
#include "Functions.inl"
}
#undef COMPILED_FOR_AVX512
#pragma clang attribute pop
const Table &widest() { return has_avx512() ? avx512::table : chosen(); }
#else
const Table &widest() { return chosen(); }
#endif

} // namespace

#define VECTOR_FUNCTIONS(T, suffix) \
    void vector_function_##suffix(VectorFunction function, const T *a, ptrdiff_t ia, T *c, ptrdiff_t ic, size_t count) { \
        widest().suffix.function(function, a, ia, c, ic, count); \
    } \
    void vector_pair_function_##suffix( \
        VectorPairFunction function, const T *a, ptrdiff_t ia, const T *b, ptrdiff_t ib, T *c, ptrdiff_t ic, size_t count) { \
        widest().suffix.pair_function(function, a, ia, b, ib, c, ic, count); \
    }

VECTOR_FUNCTIONS(float, f32)
VECTOR_FUNCTIONS(double, f64)
