#pragma once

#include <stddef.h>
#include <stdint.h>

// TIFF through libtiff, which is loaded when the first such file is met.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint32_t width, height;
    uint16_t bitsPerSample, samplesPerPixel, photometric, compression, orientation, sampleFormat, planarConfiguration;
    uint16_t resolutionUnit;
    float xResolution, yResolution;
    /// Whether a sample of each pixel is alpha.
    int32_t hasAlpha;
    /// The largest piece that libtiff must hold while it decodes, in bytes.
    uint64_t pieceSize;
    /// Whether the pixels can be had as 16-bit samples, through `ctiff_decode_words`.
    int32_t hasWords;
} CTIFFInfo;

typedef struct CTIFFFile CTIFFFile;

/// Opens a file. The bytes must outlive it. Null with a message where that is not possible.
CTIFFFile *_Nullable ctiff_open(const void *_Nonnull bytes, size_t count, char *_Nonnull message, size_t messageSize);

/// The number of pages, at most `most`.
int ctiff_page_count(CTIFFFile *_Nonnull file, int most);

/// Makes a page the current one. 0 is success.
int ctiff_select_page(CTIFFFile *_Nonnull file, int page, CTIFFInfo *_Nonnull info);

/// A text tag (Make is 271, and so on) of the current page; null where there is none.
const char *_Nullable ctiff_text(CTIFFFile *_Nonnull file, uint32_t tag);

/// The ICC profile and the XMP packet of the current page, which belong to the file; null where there is none.
const void *_Nullable ctiff_icc(CTIFFFile *_Nonnull file, uint32_t *_Nonnull count);
const void *_Nullable ctiff_xmp(CTIFFFile *_Nonnull file, uint32_t *_Nonnull count);

/// Decodes the current page to RGBA with premultiplied alpha, rows without gaps, in stored orientation. 0 is success.
int ctiff_decode(CTIFFFile *_Nonnull file, uint32_t *_Nonnull pixels, char *_Nonnull message, size_t messageSize);

/// Decodes the current page's samples of 9 to 16 bits, spread over 16, rows of `bytesPerRow` bytes, where `hasWords` says that this is possible. 0 is success.
int ctiff_decode_words(CTIFFFile *_Nonnull file, void *_Nonnull pixels, size_t bytesPerRow, char *_Nonnull message, size_t messageSize);

void ctiff_close(CTIFFFile *_Nullable file);

#ifdef __cplusplus
}
#endif
