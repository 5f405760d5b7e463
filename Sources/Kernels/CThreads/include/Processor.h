#pragma once

#include <stdbool.h>

// The instructions that kernels of networks may use: the processor and the system have them, and the environment variable that restricts oneDNN,
// ONEDNN_MAX_CPU_ISA, does not exclude them. In this way our kernels use the same instructions as those of the library. The first call of any of
// these functions asks the system for AMX's registers.

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the processor has vectors of 256 bits, and all other instructions of the level x86-64-v3.
bool processor_has_256_bit_vectors(void);

/// Whether the processor has vectors of 512 bits, including vectors of bytes and words.
bool processor_has_512_bit_vectors(void);

/// Whether the processor sums products of 8-bit integers natively and exactly.
bool processor_has_integer_products(void);

/// Whether the processor multiplies bfloat16 numbers natively in vectors of 512 bits.
bool processor_has_native_bfloat16(void);

/// Whether the processor has a unit that multiplies bfloat16 matrices (AMX).
bool processor_has_amx(void);

#ifdef __cplusplus
}
#endif
