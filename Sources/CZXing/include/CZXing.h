#pragma once

#include <stddef.h>
#include <stdint.h>

// Barcodes through ZXing-C++.

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of barcode; a set of them is the sum of its bits.
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

/// The kinds that the library reads.
uint32_t czxing_supported(void);

/// How a picture becomes black and white.
enum {
    /// Against the mean of the neighbourhood; for linear codes, against the valley of each row's histogram.
    czxing_local = 0,
    /// Against the valley of the histogram.
    czxing_histogram = 1,
    /// Against 127, for planes that are black and white already.
    czxing_fixed = 2,
};

typedef struct {
    uint32_t kinds;
    int32_t binarizer;
    /// Every row and every start, instead of few.
    int32_t triesHarder;
    /// The quarter turns too.
    int32_t triesRotations;
    /// The plane holds one upright symbol and nothing else.
    int32_t isPure;
    /// 1 to 255. Where linear codes are asked for, one is found at most.
    int32_t mostFindings;
} CZXingOptions;

enum {
    czxing_isGS1 = 1 << 0,
    czxing_isMirrored = 1 << 1,
    /// The bytes are no text in a character set that is known.
    czxing_isBinary = 1 << 2,
};

typedef struct {
    uint32_t kind;
    uint32_t flags;
    /// In pixels from the top left: the symbol's own top left, top right, bottom right and bottom left.
    int32_t x[4], y[4];
    /// How many rows agreed on a linear code; 0 for others.
    int32_t lineCount;
    /// "]cm" as of ISO/IEC 15424.
    char symbologyIdentifier[4];
    /// The level of error correction as the symbology writes it; empty where it has none.
    char errorCorrection[8];
    /// The parts of a message that is spread over symbols, and which this is; -1 where it is not. 0 parts: as many are not known.
    int32_t partCount, partIndex;
    /// UTF-8, without a terminator.
    const char *_Nullable text;
    size_t textCount;
    const uint8_t *_Nullable bytes;
    size_t byteCount;
    /// The codewords after error correction where the library tells them (Aztec: without the bits that were stuffed), and as many bits.
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

/// Reads a plane of luminance. On success the findings are the caller's, to be given to `czxing_free`; on failure they are null.
int czxing_read(
    const uint8_t *_Nonnull pixels, int width, int height, size_t bytesPerRow, const CZXingOptions *_Nonnull options,
    CZXingFindings *_Nullable *_Nonnull findings);

size_t czxing_count(const CZXingFindings *_Nonnull findings);

/// A finding; what it points to lives as long as the findings.
CZXingFinding czxing_finding(const CZXingFindings *_Nonnull findings, size_t index);

void czxing_free(CZXingFindings *_Nullable findings);

#ifdef __cplusplus
}
#endif
