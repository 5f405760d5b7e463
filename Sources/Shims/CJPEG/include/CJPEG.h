#pragma once

#include <stddef.h>
#include <stdint.h>

// Decodes and encodes JPEG through libjpeg-turbo. An error is a code and a message. Nothing is printed, and `longjmp` never leaves these functions.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CJPEGFormatGray = 0,
    CJPEGFormatRGB = 1,
    /// Four components as stored, with YCCK converted to CMYK. Adobe's files store them inverted.
    CJPEGFormatCMYK = 2,
    CJPEGFormatRGBX = 3,
    CJPEGFormatBGRX = 4,
} CJPEGFormat;

enum {
    CJPEGSuccess = 0,
    /// As much of the image as possible has been decoded. Its data is damaged or incomplete, and the message names the fault.
    CJPEGDamaged = 1,
    CJPEGFailed = 2,
};

/// Decodes a whole image at 1/denominator of its size into rows of `bytesPerRow` bytes. The denominator is 1, 2, 4 or 8, and sizes are
/// rounded up.
///
/// `width` and `height` are the reduced sizes. The call fails if they do not match the file's size.
int cjpeg_decode(
    const uint8_t *_Nonnull bytes, size_t count, int denominator, CJPEGFormat format, int width, int height, uint8_t *_Nonnull pixels,
    int bytesPerRow, char *_Nonnull message, size_t messageSize);

/// Decodes Y′ and Cb, Cr as the file stores them, at full size and without conversion to RGB. They have JPEG's matrix and full range.
/// Chrominance has half the width and height; each of its samples lies in the middle of four luminance samples.
///
/// `luma` must have room for the width and height rounded up to even numbers. `chroma` must have room for interleaved Cb and Cr at half
/// that width and height. The call fails if the file is not Y′CbCr 4:2:0, or if `width` and `height` do not match the file's size.
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
