// Compiles kernels for several sets of instructions. The file that KERNELS names is compiled for every processor in the namespace `everywhere`. On
// x86-64 it is also compiled for AVX2 and FMA in the namespace `avx2`, and on 64-bit Arm for dot products of bytes in the namespace `dot_products`.
// The file defines `table`, a `Table` of functions. `chosen()` returns the table for this processor.

namespace everywhere {
#include KERNELS
}

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma,popcnt"))), apply_to = function)
#define COMPILED_FOR_AVX2 1
namespace avx2 {
#include KERNELS
}
#undef COMPILED_FOR_AVX2
#pragma clang attribute pop
static const Table &chosen() { return has_avx2() ? avx2::table : everywhere::table; }
#elif defined(__aarch64__)
#pragma clang attribute push(__attribute__((target("arch=armv8.2-a+dotprod"))), apply_to = function)
namespace dot_products {
#include KERNELS
}
#pragma clang attribute pop
static const Table &chosen() { return has_dot_products() ? dot_products::table : everywhere::table; }
#else
static const Table &chosen() { return everywhere::table; }
#endif

#undef KERNELS
