#pragma once

#include <stddef.h>
#include <stdint.h>

// Decodes still WebP frames through libwebp. The caller reads the container.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int32_t width, height;
    int32_t hasAlpha, isAnimated;
} CWebPInfo;

/// Reads the header of a still image, or of the frame data of an animation. 0 is success.
int cwebp_info(const uint8_t *_Nonnull bytes, size_t count, CWebPInfo *_Nonnull info);

/// Decodes to RGB, or to RGBA with straight alpha, in rows of `bytesPerRow` bytes. 0 is success.
int cwebp_decode(
    const uint8_t *_Nonnull bytes, size_t count, int hasAlpha, int width, int height, uint8_t *_Nonnull pixels, int bytesPerRow);

/// The meaning of an error code of the functions above.
const char *_Nonnull cwebp_message(int code);

#ifdef __cplusplus
}
#endif
