#pragma once

#include <COneDNN.h>

// The normalisation of rows by the root of the mean of their squares.

#ifdef __cplusplus
extern "C" {
#endif

/// `x · factor / (max(sqrt(mean of squares + epsilon), least) + margin) · gamma` of each row. None of the four numbers is negative; gamma
/// may be null.
typedef struct {
    onednn_type source;
    onednn_type destination;
    int64_t rows;
    int64_t length;
    float epsilon;
    float least;
    float margin;
    float factor;
    /// Whether a square counts that float32 can't hold, as those of a norm do; else it is infinite, or nothing.
    bool has_wide_squares;
    const float *gamma;
} onednn_root_mean_square;

void onednn_root_mean_square_run(const onednn_root_mean_square *work, const void *source, void *destination, int threads);

#ifdef __cplusplus
}
#endif
