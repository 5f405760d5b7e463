#pragma once

#include <stddef.h>
#include <stdint.h>

// Decodes TIFF through libtiff. The library is loaded for the first such file.

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
    /// The size in bytes of the largest piece that libtiff must hold in memory to decode.
    uint64_t pieceSize;
    /// The sample format of `ctiff_decode_samples`; `CTIFFSampleNone` if only `ctiff_decode_rgba` can decode the page.
    CTIFFSample sample;
    /// The number of colour components: 1 for gray, 3 for RGB, 4 for CMYK, 0 for anything else. Gray whose 0 is white is inverted on decoding.
    int32_t colorCount;
    CTIFFAlpha alpha;
    /// The index of the alpha sample in a pixel.
    int32_t alphaIndex;
} CTIFFInfo;

typedef struct CTIFFFile CTIFFFile;

/// Opens a file. The bytes must outlive the result. Null with a message on failure.
CTIFFFile *_Nullable ctiff_open(const void *_Nonnull bytes, size_t count, char *_Nonnull message, size_t messageSize);

/// The number of pages, at most `most`.
int ctiff_page_count(CTIFFFile *_Nonnull file, int most);

/// Makes a page the current one. 0 is success.
int ctiff_select_page(CTIFFFile *_Nonnull file, int page, CTIFFInfo *_Nonnull info);

/// A text tag of the current page, such as 271 for Make; null if there is none.
const char *_Nullable ctiff_text(CTIFFFile *_Nonnull file, uint32_t tag);

/// The ICC profile and the XMP packet of the current page. They belong to the file; null if there is none.
const void *_Nullable ctiff_icc(CTIFFFile *_Nonnull file, uint32_t *_Nonnull count);
const void *_Nullable ctiff_xmp(CTIFFFile *_Nonnull file, uint32_t *_Nonnull count);

/// Decodes the current page to RGBA with premultiplied alpha, as rows without padding in the stored orientation. 0 is success.
int ctiff_decode_rgba(CTIFFFile *_Nonnull file, uint32_t *_Nonnull pixels, char *_Nonnull message, size_t messageSize);

/// Decodes the current page to samples in the format `sample`. Each pixel has `components` samples: the colours, then alpha. Gray is
/// repeated if there are three colour components. 0 is success.
int ctiff_decode_samples(
    CTIFFFile *_Nonnull file, void *_Nonnull pixels, size_t bytesPerRow, int components, char *_Nonnull message, size_t messageSize);

void ctiff_close(CTIFFFile *_Nullable file);

#ifdef __cplusplus
}
#endif
