#pragma once

#include <stddef.h>
#include <stdint.h>

// PNG through libspng.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CPNGLayoutGray8 = 0,
    CPNGLayoutGrayAlpha8 = 1,
    CPNGLayoutRGB8 = 2,
    CPNGLayoutRGBA8 = 3,
    /// 16-bit samples in the machine's byte order.
    CPNGLayoutGray16 = 4,
    CPNGLayoutRGB16 = 5,
    CPNGLayoutRGBA16 = 6,
} CPNGLayout;

typedef struct {
    uint32_t width, height;
    /// Bits of a stored sample, and the colour type of the header.
    uint8_t bitDepth, colorType;
    uint8_t isInterlaced;
    uint8_t hasTransparency;
    /// The layout that the image is decoded to.
    CPNGLayout layout;
    /// Pixels per metre; 0 where the file does not say.
    uint32_t pixelsPerMetreX, pixelsPerMetreY;
    /// The gamma of the file, 0 where it does not say, and whether it says that it is sRGB.
    double gamma;
    uint8_t isSRGB;
    /// The chromaticities of white, red, green and blue, x and y each; zeros where the file does not say.
    double chromaticities[8];
} CPNGInfo;

typedef struct CPNGDecoder CPNGDecoder;

/// Reads the header and what comes before the pixels. Null where that is not possible. The bytes must outlive the decoder.
CPNGDecoder *_Nullable cpng_open(const void *_Nonnull bytes, size_t count, CPNGInfo *_Nonnull info, char *_Nonnull message, size_t messageSize);

/// The bytes of the ICC profile and of the EXIF block, which belong to the decoder; null where there is none.
const void *_Nullable cpng_icc(CPNGDecoder *_Nonnull decoder, size_t *_Nonnull count);
const void *_Nullable cpng_exif(CPNGDecoder *_Nonnull decoder, size_t *_Nonnull count);
/// An international or plain text by its keyword, terminated; null where there is none.
const char *_Nullable cpng_text(CPNGDecoder *_Nonnull decoder, const char *_Nonnull keyword);

/// Decodes the pixels; once for each decoder. 0 is success.
int cpng_decode(CPNGDecoder *_Nonnull decoder, void *_Nonnull pixels, size_t bytesPerRow, char *_Nonnull message, size_t messageSize);

void cpng_close(CPNGDecoder *_Nullable decoder);

/// Encodes pixels, rows without gaps. The result belongs to the caller, who frees it with `free`. 0 is success.
int cpng_encode(
    const void *_Nonnull pixels, CPNGLayout layout, uint32_t width, uint32_t height, const void *_Nullable icc, size_t iccCount,
    const void *_Nullable exif, size_t exifCount, uint32_t pixelsPerMetre, void *_Nullable *_Nonnull bytes, size_t *_Nonnull count,
    char *_Nonnull message, size_t messageSize);

#ifdef __cplusplus
}
#endif
