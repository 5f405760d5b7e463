#pragma once

#include <stddef.h>
#include <stdint.h>

// TIFF through libtiff, which is loaded when the first such file is met.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CTIFFSampleNone = 0,
    CTIFFSampleByte = 1,
    CTIFFSampleWord = 2,
    CTIFFSampleFloat = 4,
} CTIFFSample;

typedef enum { CTIFFAlphaNone, CTIFFAlphaPremultiplied, CTIFFAlphaStraight } CTIFFAlpha;

typedef struct {
    uint32_t width, height;
    uint16_t bitsPerSample, samplesPerPixel, photometric, compression, orientation, sampleFormat, planarConfiguration;
    uint16_t resolutionUnit;
    float xResolution, yResolution;
    /// The largest piece that libtiff must hold while it decodes, in bytes.
    uint64_t pieceSize;
    /// The form that `ctiff_decode_samples` gives the pixels in; `CTIFFSampleNone` where only `ctiff_decode_rgba` can.
    CTIFFSample sample;
    /// The components with colour: 1 gray, 3 red, green, blue, 4 inks; 0 where they are others. Gray whose 0 is white is inverted on decoding.
    int32_t colorCount;
    CTIFFAlpha alpha;
    /// Which of a pixel's samples is alpha.
    int32_t alphaIndex;
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
int ctiff_decode_rgba(CTIFFFile *_Nonnull file, uint32_t *_Nonnull pixels, char *_Nonnull message, size_t messageSize);

/// Decodes the current page to samples of the form that `sample` says, `components` of them a pixel: the colours, then alpha. Gray is
/// repeated where there is room for three colours. 0 is success.
int ctiff_decode_samples(
    CTIFFFile *_Nonnull file, void *_Nonnull pixels, size_t bytesPerRow, int components, char *_Nonnull message, size_t messageSize);

void ctiff_close(CTIFFFile *_Nullable file);

#ifdef __cplusplus
}
#endif
