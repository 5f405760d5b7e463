#pragma once

#include <stddef.h>
#include <stdint.h>

// JPEG through libjpeg-turbo. Errors are codes and a message; nothing is printed and no jump leaves these functions.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CJPEGFormatGray = 0,
    CJPEGFormatRGB = 1,
    /// Four components as stored; YCCK becomes CMYK. Adobe's files store them inverted.
    CJPEGFormatCMYK = 2,
    CJPEGFormatRGBX = 3,
    CJPEGFormatBGRX = 4,
} CJPEGFormat;

enum {
    CJPEGSuccess = 0,
    /// The image has been decoded as far as its damaged or incomplete data allow; the message says what is wrong with them.
    CJPEGDamaged = 1,
    CJPEGFailed = 2,
};

/// Decodes a whole image at 1/denominator of its size (1, 2, 4 or 8; sizes rounded up) into rows of `bytesPerRow` bytes.
///
/// `width` and `height` are the reduced sizes; the call fails unless the file says the same.
int cjpeg_decode(
    const uint8_t *_Nonnull bytes, size_t count, int denominator, CJPEGFormat format, int width, int height, uint8_t *_Nonnull pixels,
    int bytesPerRow, char *_Nonnull message, size_t messageSize);

/// Decodes luminance and chrominance as the file stores them, at full size and without their conversion to colours: JPEG's matrix, full range,
/// chrominance at half the width and height with its samples in the middle of four of luminance.
///
/// `luma` has room for a width and height rounded up to even numbers; `chroma` for Cb and Cr in turn, half of that in both directions.
/// The call fails for what is not Y′CbCr 4:2:0, and unless `width` and `height` are those of the file.
int cjpeg_decode_planes(
    const uint8_t *_Nonnull bytes, size_t count, int width, int height, uint8_t *_Nonnull luma, int lumaBytesPerRow,
    uint8_t *_Nonnull chroma, int chromaBytesPerRow, char *_Nonnull message, size_t messageSize);

/// Encodes pixels. The result belongs to the caller, who frees it with `cjpeg_free`. `quality` is 1 to 100; `subsample` is 1 for 4:2:0
/// and 0 for 4:4:4.
int cjpeg_encode(
    const uint8_t *_Nonnull pixels, CJPEGFormat format, int width, int height, int bytesPerRow, int quality, int subsample,
    uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count, char *_Nonnull message, size_t messageSize);

void cjpeg_free(uint8_t *_Nullable bytes);

#ifdef __cplusplus
}
#endif
