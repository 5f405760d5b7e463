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
    /// The number of bits of a stored sample, and the header's colour type.
    uint8_t bitDepth, colorType;
    uint8_t isInterlaced;
    uint8_t hasTransparency;
    /// The layout that the image is decoded to.
    CPNGLayout layout;
    /// The resolution in pixels per metre; 0 if the file does not give it.
    uint32_t pixelsPerMetreX, pixelsPerMetreY;
    /// The gamma in the file; 0 if it has none. Also whether the file declares sRGB.
    double gamma;
    uint8_t isSRGB;
    /// The chromaticities of white, red, green and blue as pairs of x and y; zeros if the file has none.
    double chromaticities[8];
} CPNGInfo;

typedef struct CPNGDecoder CPNGDecoder;

/// Reads the header and the chunks before the pixels. Null on failure. The bytes must outlive the decoder.
CPNGDecoder *_Nullable cpng_open(const void *_Nonnull bytes, size_t count, CPNGInfo *_Nonnull info, char *_Nonnull message, size_t messageSize);

/// The bytes of the ICC profile and of the EXIF block. They belong to the decoder; null if there is none.
const void *_Nullable cpng_icc(CPNGDecoder *_Nonnull decoder, size_t *_Nonnull count);
const void *_Nullable cpng_exif(CPNGDecoder *_Nonnull decoder, size_t *_Nonnull count);
/// The null-terminated text of a keyword, from a plain or an international text chunk; null if there is none.
const char *_Nullable cpng_text(CPNGDecoder *_Nonnull decoder, const char *_Nonnull keyword);

/// Decodes the pixels. It may be called only once for each decoder. Returns 0 on success.
int cpng_decode(CPNGDecoder *_Nonnull decoder, void *_Nonnull pixels, size_t bytesPerRow, char *_Nonnull message, size_t messageSize);

void cpng_close(CPNGDecoder *_Nullable decoder);

/// Encodes pixels that are given as rows without padding. The caller frees the result with `free`. 0 is success.
int cpng_encode(
    const void *_Nonnull pixels, CPNGLayout layout, uint32_t width, uint32_t height, const void *_Nullable icc, size_t iccCount,
    const void *_Nullable exif, size_t exifCount, uint32_t pixelsPerMetre, void *_Nullable *_Nonnull bytes, size_t *_Nonnull count,
    char *_Nonnull message, size_t messageSize);

#ifdef __cplusplus
}
#endif
