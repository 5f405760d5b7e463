// Kernels for more than one set of instructions. The file that KERNELS names is compiled for every processor in a namespace `everywhere`, and
// for AVX2 and FMA in a namespace `avx2`. It defines a `Table` of functions, named `table`; `chosen()` is the one for this processor.

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
#else
namespace avx2 = everywhere;
#endif

static const Table &chosen() { return has_avx2() ? avx2::table : everywhere::table; }

#undef KERNELS
