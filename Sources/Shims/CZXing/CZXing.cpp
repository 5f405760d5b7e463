#include "CZXing.h"

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>
#if __has_include(<ZXing/MultiFormatWriter.h>)
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#define HAS_WRITER 1
#endif
#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#define ZXING_AT_LEAST(major, minor) (ZXING_VERSION_MAJOR > (major) || (ZXING_VERSION_MAJOR == (major) && ZXING_VERSION_MINOR >= (minor)))

using ZXing::BarcodeFormat;

namespace {

#if ZXING_AT_LEAST(2, 3)
using Options = ZXing::ReaderOptions;
using Barcode = ZXing::Barcode;
#else
using Options = ZXing::DecodeHints;
using Barcode = ZXing::Result;
#endif

struct Kind {
    uint32_t kind;
    BarcodeFormat format;
};

constexpr Kind kinds[] = {
    {czxing_aztec, BarcodeFormat::Aztec},
    {czxing_codabar, BarcodeFormat::Codabar},
    {czxing_code39, BarcodeFormat::Code39},
    {czxing_code93, BarcodeFormat::Code93},
    {czxing_code128, BarcodeFormat::Code128},
    {czxing_dataBar, BarcodeFormat::DataBar},
#if ZXING_AT_LEAST(3, 0)
    {czxing_dataBarExpanded, BarcodeFormat::DataBarExp},
#else
    {czxing_dataBarExpanded, BarcodeFormat::DataBarExpanded},
#endif
#if ZXING_AT_LEAST(2, 3)
    {czxing_dataBarLimited, BarcodeFormat::DataBarLimited},
#endif
    {czxing_dataMatrix, BarcodeFormat::DataMatrix},
    {czxing_ean8, BarcodeFormat::EAN8},
    {czxing_ean13, BarcodeFormat::EAN13},
    {czxing_itf, BarcodeFormat::ITF},
    {czxing_pdf417, BarcodeFormat::PDF417},
    {czxing_qr, BarcodeFormat::QRCode},
    {czxing_microQR, BarcodeFormat::MicroQRCode},
    {czxing_upcA, BarcodeFormat::UPCA},
    {czxing_upcE, BarcodeFormat::UPCE},
};

constexpr uint32_t linear_kinds = czxing_codabar | czxing_code39 | czxing_code93 | czxing_code128 | czxing_dataBar | czxing_dataBarExpanded
    | czxing_dataBarLimited | czxing_ean8 | czxing_ean13 | czxing_itf | czxing_upcA | czxing_upcE;

uint32_t kind_of(BarcodeFormat format) {
    for (const auto &entry : kinds) {
        if (entry.format == format) return entry.kind;
    }
    return 0;
}

ZXing::BarcodeFormats formats_of(uint32_t wanted) {
#if ZXING_AT_LEAST(3, 0)
    std::vector<BarcodeFormat> formats;
    for (const auto &entry : kinds) {
        if (wanted & entry.kind) formats.push_back(entry.format);
    }
    return ZXing::BarcodeFormats(std::move(formats));
#else
    ZXing::BarcodeFormats formats;
    for (const auto &entry : kinds) {
        if (wanted & entry.kind) formats |= entry.format;
    }
    return formats;
#endif
}

Options library_options(const CZXingOptions &options) {
    Options result;
    result.setFormats(formats_of(options.kinds));
    result.setBinarizer(
        options.binarizer == czxing_fixed       ? ZXing::Binarizer::FixedThreshold
        : options.binarizer == czxing_histogram ? ZXing::Binarizer::GlobalHistogram
                                                : ZXing::Binarizer::LocalAverage);
    result.setTryHarder(options.triesHarder != 0);
    result.setTryRotate(options.triesRotations != 0);
    // In pure mode, version 1.4 frees memory that it does not own when it reads PDF417.
    result.setIsPure(options.isPure != 0 && !(options.kinds & czxing_pdf417));
    // The library compares linear codes that it finds on several lines, and an assertion in this comparison fails. Distributions build the library
    // with assertions. It therefore searches for only one linear code at a time, and one line is enough.
    const bool isLinear = (options.kinds & linear_kinds) != 0;
    result.setMinLineCount(1);
    result.setMaxNumberOfSymbols(isLinear ? 1 : static_cast<uint8_t>(options.maximumFindingCount));
    // The caller reduces and inverts planes itself.
    result.setTryDownscale(false);
#if ZXING_AT_LEAST(2, 0)
    result.setTryInvert(false);
#endif
#if !ZXING_AT_LEAST(2, 3)
    result.setReturnCodabarStartEnd(true);
#endif
#if ZXING_AT_LEAST(2, 0)
    result.setTextMode(ZXing::TextMode::Plain);
#endif
    return result;
}

/// A finding, and the owner of the memory that it points to.
struct Found {
    CZXingFinding finding{};
    std::string text;
    std::vector<uint8_t> bytes, codewords;
};

template <size_t count> void copy(char (&to)[count], const std::string &from) {
    std::strncpy(to, from.c_str(), count - 1);
    to[count - 1] = 0;
}

void take_codewords(Found &found, const Barcode &barcode) {
#if !ZXING_AT_LEAST(2, 0)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    found.codewords.assign(barcode.rawBytes().begin(), barcode.rawBytes().end());
    found.finding.codewordBitCount = barcode.numBits();
#pragma GCC diagnostic pop
#else
    (void)found;
    (void)barcode;
#endif
}

Found found_of(const Barcode &barcode) {
    Found found;
    auto &finding = found.finding;
    finding.kind = kind_of(barcode.format());
    const auto type = barcode.contentType();
    if (type == ZXing::ContentType::GS1) finding.flags |= czxing_isGS1;
    if (type == ZXing::ContentType::Binary || type == ZXing::ContentType::UnknownECI) finding.flags |= czxing_isBinary;
    if (barcode.isMirrored()) finding.flags |= czxing_isMirrored;
    for (int i = 0; i < 4; i++) {
        finding.x[i] = barcode.position()[static_cast<size_t>(i)].x;
        finding.y[i] = barcode.position()[static_cast<size_t>(i)].y;
    }
    finding.lineCount = barcode.lineCount();
    copy(finding.symbologyIdentifier, barcode.symbologyIdentifier());
    copy(finding.errorCorrection, barcode.ecLevel());
    finding.partCount = barcode.sequenceSize();
    finding.partIndex = barcode.sequenceIndex();
    found.text = barcode.text();
    found.bytes.assign(barcode.bytes().begin(), barcode.bytes().end());
    take_codewords(found, barcode);
    return found;
}

} // namespace

struct CZXingFindings {
    std::vector<Found> all;
};

/// Appends the findings of the readers chosen by the options. Returns false if a reader throws.
static bool append(CZXingFindings &findings, const ZXing::ImageView &view, const CZXingOptions &options) {
    try {
        for (const auto &barcode : ZXing::ReadBarcodes(view, library_options(options))) {
            if (barcode.isValid() && kind_of(barcode.format())) findings.all.push_back(found_of(barcode));
        }
        return true;
    } catch (const std::bad_alloc &) {
        throw;
    } catch (...) {
        return false;
    }
}

uint32_t czxing_supported(void) {
    uint32_t all = 0;
    for (const auto &entry : kinds) all |= entry.kind;
    return all;
}

int czxing_read(
    const uint8_t *pixels, int width, int height, size_t bytesPerRow, const CZXingOptions *options, CZXingFindings **findings) {
    *findings = nullptr;
    try {
        const ZXing::ImageView view(pixels, width, height, ZXing::ImageFormat::Lum, static_cast<int>(bytesPerRow));
        auto result = std::make_unique<CZXingFindings>();
        if (!append(*result, view, *options)) {
            // One of the readers threw an exception. Each kind of code is now read separately, so that the other readers can finish.
            result->all.clear();
            auto single = *options;
            for (const auto &entry : kinds) {
                single.kinds = options->kinds & entry.kind;
                if (single.kinds) append(*result, view, single);
            }
        }
        *findings = result.release();
        return czxing_success;
    } catch (const std::bad_alloc &) {
        return czxing_outOfMemory;
    } catch (...) {
        return czxing_failure;
    }
}

size_t czxing_count(const CZXingFindings *findings) { return findings->all.size(); }

CZXingFinding czxing_finding(const CZXingFindings *findings, size_t index) {
    const auto &found = findings->all[index];
    auto finding = found.finding;
    finding.text = found.text.data();
    finding.textCount = found.text.size();
    finding.bytes = found.bytes.data();
    finding.byteCount = found.bytes.size();
    finding.codewords = found.codewords.data();
    finding.codewordCount = found.codewords.size();
    return finding;
}

void czxing_free(CZXingFindings *findings) { delete findings; }

int czxing_write(
    uint32_t kind, const uint8_t *bytes, size_t count, int errorCorrection, uint8_t **modules, int *width, int *height) {
    *modules = nullptr;
    *width = *height = 0;
#if HAS_WRITER
    const auto entry = std::find_if(std::begin(kinds), std::end(kinds), [kind](const Kind &entry) { return entry.kind == kind; });
    if (entry == std::end(kinds)) return czxing_failure;
    try {
        ZXing::MultiFormatWriter writer(entry->format);
        // No encoding is set. A QR code would state it to readers, even the default one. The bytes must be stored unchanged.
        writer.setMargin(0);
        if (errorCorrection >= 0) writer.setEccLevel(errorCorrection);
        const std::wstring text(bytes, bytes + count);
        auto matrix = writer.encode(text, 0, 0);
        // For a single digit at the lowest level, the library draws only two rows of PDF417, of four lines each. Readers need at least three rows.
        if (entry->format == BarcodeFormat::PDF417 && errorCorrection == 0 && matrix.height() < 12) {
            matrix = writer.setEccLevel(1).encode(text, 0, 0);
        }
        const auto columns = static_cast<size_t>(matrix.width()), rows = static_cast<size_t>(matrix.height());
        auto *result = static_cast<uint8_t *>(std::malloc(columns * rows + 1));
        if (!result) return czxing_outOfMemory;
        for (size_t y = 0; y < rows; y++) {
            for (size_t x = 0; x < columns; x++) result[y * columns + x] = matrix.get(static_cast<int>(x), static_cast<int>(y)) ? 1 : 0;
        }
        *modules = result;
        *width = matrix.width();
        *height = matrix.height();
        return czxing_success;
    } catch (const std::bad_alloc &) {
        return czxing_outOfMemory;
    } catch (...) {
        return czxing_failure;
    }
#else
    return czxing_failure;
#endif
}

void czxing_freeModules(uint8_t *modules) { std::free(modules); }
