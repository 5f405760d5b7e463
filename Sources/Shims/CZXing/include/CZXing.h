#pragma once

#include <stddef.h>
#include <stdint.h>

// Barcodes through ZXing-C++.

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of barcodes. A set of kinds is the sum of their values.
enum {
    czxing_aztec = 1 << 0,
    czxing_codabar = 1 << 1,
    czxing_code39 = 1 << 2,
    czxing_code93 = 1 << 3,
    czxing_code128 = 1 << 4,
    czxing_dataBar = 1 << 5,
    czxing_dataBarExpanded = 1 << 6,
    czxing_dataBarLimited = 1 << 7,
    czxing_dataMatrix = 1 << 8,
    czxing_ean8 = 1 << 9,
    czxing_ean13 = 1 << 10,
    czxing_itf = 1 << 11,
    czxing_pdf417 = 1 << 12,
    czxing_qr = 1 << 13,
    czxing_microQR = 1 << 14,
    czxing_upcA = 1 << 15,
    czxing_upcE = 1 << 16,
};

/// The set of kinds that the library reads.
uint32_t czxing_supported(void);

/// The method that makes a picture black and white.
enum {
    /// The threshold is the mean of the neighbourhood. For linear codes it is the valley of each row's histogram.
    czxing_local = 0,
    /// The threshold is the valley of the histogram of the picture.
    czxing_histogram = 1,
    /// The threshold is 127. This is for planes that are already black and white.
    czxing_fixed = 2,
};

typedef struct {
    uint32_t kinds;
    int32_t binarizer;
    /// Whether every row and every starting point is tried. If not, only a few are tried.
    int32_t triesHarder;
    /// Whether the plane is also searched at rotations by quarter turns.
    int32_t triesRotations;
    /// Whether the plane has only one upright symbol and nothing else.
    int32_t isPure;
    /// The maximum number of findings, 1 to 255. If linear codes are requested, at most one code is found.
    int32_t maximumFindingCount;
} CZXingOptions;

enum {
    czxing_isGS1 = 1 << 0,
    czxing_isMirrored = 1 << 1,
    /// The bytes are not text in a known character set.
    czxing_isBinary = 1 << 2,
};

typedef struct {
    uint32_t kind;
    uint32_t flags;
    /// The corners in pixels, with the origin at the top left. They are the top left, top right, bottom right and bottom left corners of the symbol
    /// itself.
    int32_t x[4], y[4];
    /// The number of rows of pixels in which the same linear code was read; 0 for other codes.
    int32_t lineCount;
    /// The symbology identifier `]cm` according to ISO/IEC 15424.
    char symbologyIdentifier[4];
    /// The error correction level in the symbology's notation; empty if there is none.
    char errorCorrection[8];
    /// The number of parts of a message that spans several symbols, and the index of this part; -1 for a single symbol. A count of 0 is unknown.
    int32_t partCount, partIndex;
    /// The text in UTF-8, without a terminator.
    const char *_Nullable text;
    size_t textCount;
    const uint8_t *_Nullable bytes;
    size_t byteCount;
    /// The codewords after error correction, if the library provides them, and the number of bits. The codewords of Aztec codes do not
    /// include stuffed bits.
    const uint8_t *_Nullable codewords;
    size_t codewordCount;
    int32_t codewordBitCount;
} CZXingFinding;

typedef struct CZXingFindings CZXingFindings;

enum {
    czxing_success = 0,
    czxing_outOfMemory = 1,
    czxing_failure = 2,
};

/// Reads a plane of luminance. On success the caller must pass the findings to `czxing_free`. On failure they are null.
int czxing_read(
    const uint8_t *_Nonnull pixels, int width, int height, size_t bytesPerRow, const CZXingOptions *_Nonnull options,
    CZXingFindings *_Nullable *_Nonnull findings);

size_t czxing_count(const CZXingFindings *_Nonnull findings);

/// The finding with an index. Its pointers are valid as long as the findings.
CZXingFinding czxing_finding(const CZXingFindings *_Nonnull findings, size_t index);

void czxing_free(CZXingFindings *_Nullable findings);

/// Draws a barcode of bytes. The bytes are encoded without conversion and without a mark of their encoding. There is no quiet zone.
///
/// The kinds are Code 128, PDF417 and QR. Aztec is not supported, because the Aztec codes that the library draws have faults. The error correction
/// level is from 0 to 8, or -1 for the usual level of the kind. On success there is a byte for each module, row by row from the top, which is 1 for a
/// dark module. The caller must pass the bytes to `czxing_freeModules`. If the kind cannot hold the bytes, the call fails.
int czxing_write(
    uint32_t kind, const uint8_t *_Nonnull bytes, size_t count, int errorCorrection, uint8_t *_Nullable *_Nonnull modules,
    int *_Nonnull width, int *_Nonnull height);

void czxing_freeModules(uint8_t *_Nullable modules);

#ifdef __cplusplus
}
#endif
