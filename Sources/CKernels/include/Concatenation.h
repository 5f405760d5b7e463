#pragma once

#include <COneDNN.h>

// Concatenation of values that lie densely in the same format, whatever their elements.

#ifdef __cplusplus
extern "C" {
#endif

/// The result has in each of its rows a piece of each part, one after the other.
typedef struct {
    int64_t rows;
    int count;
    /// The bytes of each part's pieces.
    const int64_t *lengths;
} onednn_concatenation;

/// `addresses` holds the result and then the parts.
void onednn_concatenation_run(const onednn_concatenation *work, void *const *addresses, int threads);

#ifdef __cplusplus
}
#endif
