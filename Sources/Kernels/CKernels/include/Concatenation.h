#pragma once

#include <KernelTypes.h>

// Concatenation of dense tensors in the same format, with elements of any type.

#ifdef __cplusplus
extern "C" {
#endif

/// A concatenation. Each row of the result consists of a piece of each part, one after the other.
typedef struct {
    int64_t rows;
    int count;
    /// The length of the pieces of each part, in bytes.
    const int64_t *lengths;
} KernelConcatenation;

/// Runs a concatenation. `addresses` has the result and then the parts.
void kernel_concatenation_run(const KernelConcatenation *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
