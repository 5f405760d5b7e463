#include "CJPEG.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

static int pixelFormat(CJPEGFormat format) {
    switch (format) {
    case CJPEGFormatGray: return TJPF_GRAY;
    case CJPEGFormatCMYK: return TJPF_CMYK;
    case CJPEGFormatRGBX: return TJPF_RGBX;
    case CJPEGFormatBGRX: return TJPF_BGRX;
    default: return TJPF_RGB;
    }
}

static void copyMessage(tjhandle handle, char *message, size_t size) {
    if (size > 0) snprintf(message, size, "%s", tjGetErrorStr2(handle));
}

// Whether a warning means that pixels are lost. The list has the harmless warnings, such as a doubtful header or junk between two segments. Every
// other warning counts as a loss, because after a warning the library also reports errors as warnings.
static int losesPixels(const char *message) {
    static const char *const harmless[] = {
        "extraneous bytes", "Unknown Adobe color transform", "unknown JFIF revision", "Invalid SOS parameters",
    };
    for (size_t index = 0; index < sizeof harmless / sizeof harmless[0]; index++) {
        if (strstr(message, harmless[index])) return 0;
    }
    return 1;
}

// The result of a decoding that ended with `status`.
static int outcome(tjhandle handle, int status, char *message, size_t messageSize) {
    if (status == 0) return CJPEGSuccess;
    copyMessage(handle, message, messageSize);
    if (tjGetErrorCode(handle) != TJERR_WARNING) return CJPEGFailed;
    return losesPixels(tjGetErrorStr2(handle)) ? CJPEGDamaged : CJPEGSuccess;
}

int cjpeg_decode(const uint8_t *bytes, size_t count, int denominator, CJPEGFormat format, int width, int height, uint8_t *pixels,
                 int bytesPerRow, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    tjhandle handle = tjInitDecompress();
    if (!handle) {
        snprintf(message, messageSize, "no memory for a JPEG decoder");
        return CJPEGFailed;
    }
    int fullWidth = 0, fullHeight = 0, subsampling = 0, colorspace = 0;
    int result = CJPEGFailed;
    // Warnings about the header do not stop decoding.
    int status = tjDecompressHeader3(handle, bytes, (unsigned long)count, &fullWidth, &fullHeight, &subsampling, &colorspace);
    if (status != 0 && tjGetErrorCode(handle) != TJERR_WARNING) {
        copyMessage(handle, message, messageSize);
    } else if ((fullWidth + denominator - 1) / denominator != width || (fullHeight + denominator - 1) / denominator != height) {
        snprintf(message, messageSize, "the image has another size than its first frame header says");
    } else {
        // The accurate DCT and smooth upsampling are used. The fast variants save little time, and the difference is visible at full size.
        status = tjDecompress2(handle, bytes, (unsigned long)count, pixels, width, bytesPerRow, height, pixelFormat(format),
                               TJFLAG_LIMITSCANS);
        result = outcome(handle, status, message, messageSize);
    }
    tjDestroy(handle);
    return result;
}

int cjpeg_decode_planes(const uint8_t *bytes, size_t count, int width, int height, uint8_t *luma, int lumaBytesPerRow, uint8_t *chroma,
                        int chromaBytesPerRow, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    int columns = (width + 1) / 2, rows = (height + 1) / 2;
    tjhandle handle = tjInitDecompress();
    uint8_t *separate = malloc(2 * (size_t)columns * (size_t)rows);
    int fullWidth = 0, fullHeight = 0, subsampling = 0, colorspace = 0;
    int result = CJPEGFailed;
    if (!handle || !separate) {
        snprintf(message, messageSize, "no memory for a JPEG decoder");
    } else if (tjDecompressHeader3(handle, bytes, (unsigned long)count, &fullWidth, &fullHeight, &subsampling, &colorspace) != 0 &&
               tjGetErrorCode(handle) != TJERR_WARNING) {
        copyMessage(handle, message, messageSize);
    } else if (fullWidth != width || fullHeight != height || subsampling != TJSAMP_420 || colorspace != TJCS_YCbCr) {
        snprintf(message, messageSize, "the image is stored in another way than its first frame header says");
    } else {
        unsigned char *planes[3] = {luma, separate, separate + (size_t)columns * (size_t)rows};
        int strides[3] = {lumaBytesPerRow, columns, columns};
        int status = tjDecompressToYUVPlanes(handle, bytes, (unsigned long)count, planes, width, strides, height, TJFLAG_LIMITSCANS);
        result = outcome(handle, status, message, messageSize);
        for (int row = 0; row < rows && result != CJPEGFailed; row++) {
            const uint8_t *cb = planes[1] + (size_t)row * (size_t)columns, *cr = planes[2] + (size_t)row * (size_t)columns;
            uint8_t *output = chroma + (size_t)row * (size_t)chromaBytesPerRow;
            for (int column = 0; column < columns; column++) {
                output[2 * column] = cb[column];
                output[2 * column + 1] = cr[column];
            }
        }
    }
    free(separate);
    if (handle) tjDestroy(handle);
    return result;
}

int cjpeg_encode(const uint8_t *pixels, CJPEGFormat format, int width, int height, int bytesPerRow, int quality, int subsample,
                 uint8_t **bytes, size_t *count, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    *bytes = NULL;
    *count = 0;
    tjhandle handle = tjInitCompress();
    if (!handle) {
        snprintf(message, messageSize, "no memory for a JPEG encoder");
        return CJPEGFailed;
    }
    int sampling = format == CJPEGFormatGray ? TJSAMP_GRAY : subsample ? TJSAMP_420 : TJSAMP_444;
    unsigned char *buffer = NULL;
    unsigned long size = 0;
    int status = tjCompress2(handle, pixels, width, bytesPerRow, height, pixelFormat(format), &buffer, &size, sampling, quality, 0);
    if (status != 0) {
        copyMessage(handle, message, messageSize);
        tjFree(buffer);
    } else {
        *bytes = buffer;
        *count = size;
    }
    tjDestroy(handle);
    return status == 0 ? CJPEGSuccess : CJPEGFailed;
}

void cjpeg_free(uint8_t *bytes) { tjFree(bytes); }
