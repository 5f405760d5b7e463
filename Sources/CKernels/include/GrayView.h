#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A plane of 8-bit luminance, top row first.
typedef struct {
    const uint8_t *base;
    int64_t bytes_per_row;
    int32_t width;
    int32_t height;
} GrayView;

/// Half the width and half the height, whole pixels only: rounded means of two by two.
void gray_halve(const GrayView *plane, uint8_t *half, int64_t bytes_per_row);

#ifdef __cplusplus
}
#endif
