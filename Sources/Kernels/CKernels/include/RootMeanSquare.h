#pragma once

#include <KernelTypes.h>

// The root mean square (RMS) normalisation of rows.

#ifdef __cplusplus
extern "C" {
#endif

/// The normalisation `x · factor ÷ (max(root, least) + margin) · gamma` of each row. Here `root` is `sqrt(mean of squares + epsilon)`. `epsilon`,
/// `least`, `margin` and `factor` are not negative. `gamma` may be null.
typedef struct {
    KernelElement source;
    KernelElement destination;
    int64_t rows;
    int64_t length;
    float epsilon;
    float least;
    float margin;
    float factor;
    /// Whether squares outside of float32's range are computed in double, as for a norm. If not, they become infinite, or 0.
    bool has_wide_squares;
    const float *gamma;
} KernelRootMeanSquare;

void kernel_root_mean_square_run(const KernelRootMeanSquare *work, const void *source, void *destination, int threads);

#ifdef __cplusplus
}
#endif
