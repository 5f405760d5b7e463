#include "CJPEG.h"

#include <limits.h>
#include <stdio.h>
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

// Whether a warning tells of pixels that are lost, rather than of a doubtful header or of junk between two segments. After a warning the
// library gives errors out as warnings too, so that what is harmless is listed.
static int losesPixels(const char *message) {
    static const char *const harmless[] = {
        "extraneous bytes", "Unknown Adobe color transform", "unknown JFIF revision", "Invalid SOS parameters",
    };
    for (size_t index = 0; index < sizeof harmless / sizeof harmless[0]; index++) {
        if (strstr(message, harmless[index])) return 0;
    }
    return 1;
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
    // Warnings about the header do not keep the image from being decoded.
    int status = tjDecompressHeader3(handle, bytes, (unsigned long)count, &fullWidth, &fullHeight, &subsampling, &colorspace);
    if (status != 0 && tjGetErrorCode(handle) != TJERR_WARNING) {
        copyMessage(handle, message, messageSize);
    } else if ((fullWidth + denominator - 1) / denominator != width || (fullHeight + denominator - 1) / denominator != height) {
        snprintf(message, messageSize, "the image has another size than its first frame header says");
    } else {
        // The accurate transform and smooth upsampling: the fast ones save little and can be seen at full size.
        status = tjDecompress2(handle, bytes, (unsigned long)count, pixels, width, bytesPerRow, height, pixelFormat(format),
                               TJFLAG_LIMITSCANS);
        if (status == 0) {
            result = CJPEGSuccess;
        } else {
            copyMessage(handle, message, messageSize);
            if (tjGetErrorCode(handle) == TJERR_WARNING) result = losesPixels(tjGetErrorStr2(handle)) ? CJPEGDamaged : CJPEGSuccess;
        }
    }
    tjDestroy(handle);
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
