#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CTIFFLibrary ctiff_library;
_Thread_local char ctiff_error[200];

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded;

static void keepError(const char *module, const char *format, va_list arguments) {
    (void)module;
    // The first error is the cause, later ones are its consequences.
    if (ctiff_error[0] == 0) vsnprintf(ctiff_error, sizeof ctiff_error, format, arguments);
}

static void load(void) {
    void *library = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libtiff.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libtiff.so", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int complete = 1;
#define X(name) \
    *(void **)&ctiff_library.name = dlsym(library, #name); \
    if (!ctiff_library.name) complete = 0;
    FUNCTIONS(X)
#undef X
    if (!complete) return;
    ctiff_library.TIFFSetErrorHandler(keepError);
    ctiff_library.TIFFSetWarningHandler(NULL);
    isLoaded = 1;
}

static tmsize_t readBytes(thandle_t handle, void *target, tmsize_t length) {
    CTIFFFile *file = handle;
    if (length <= 0 || file->position >= file->count) return 0;
    size_t left = file->count - file->position, wanted = (size_t)length, got = wanted < left ? wanted : left;
    memcpy(target, file->bytes + file->position, got);
    file->position += got;
    return (tmsize_t)got;
}

static tmsize_t refuseWrite(thandle_t handle, void *source, tmsize_t length) {
    (void)handle, (void)source, (void)length;
    return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    CTIFFFile *file = handle;
    uint64_t base = whence == SEEK_CUR ? file->position : whence == SEEK_END ? file->count : 0;
    // Nothing can be read beyond the end, so the position is clamped to it.
    uint64_t target = base + offset;
    file->position = target > file->count ? file->count : (size_t)target;
    return target;
}

static int closeNothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t sizeOf(thandle_t handle) { return ((CTIFFFile *)handle)->count; }

static int mapBytes(thandle_t handle, void **base, toff_t *size) {
    CTIFFFile *file = handle;
    *base = (void *)file->bytes;
    *size = file->count;
    return 1;
}

static void unmapBytes(thandle_t handle, void *base, toff_t size) { (void)handle, (void)base, (void)size; }

CTIFFFile *ctiff_open(const void *bytes, size_t count, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    pthread_once(&once, load);
    if (!isLoaded) {
        snprintf(message, messageSize, "TIFF needs the library libtiff (Debian package libtiff6), which is not installed");
        return NULL;
    }
    CTIFFFile *file = calloc(1, sizeof *file);
    if (!file) return NULL;
    file->bytes = bytes;
    file->count = count;
    ctiff_error[0] = 0;
    file->tiff = ctiff_library.TIFFClientOpen("image", "r", file, readBytes, refuseWrite, seek, closeNothing, sizeOf, mapBytes, unmapBytes);
    if (!file->tiff) {
        snprintf(message, messageSize, "%s", ctiff_error[0] ? ctiff_error : "the TIFF data are damaged");
        free(file);
        return NULL;
    }
    return file;
}

int ctiff_page_count(CTIFFFile *file, int most) {
    int pages = 1;
    while (pages < most && ctiff_library.TIFFReadDirectory(file->tiff)) pages++;
    ctiff_library.TIFFSetDirectory(file->tiff, 0);
    return pages;
}

static uint16_t shortTag(CTIFFFile *file, uint32_t tag) {
    uint16_t value = 0;
    ctiff_library.TIFFGetFieldDefaulted(file->tiff, tag, &value);
    return value;
}

/// The number of colour components of a page; 0 if it is not plain gray, RGB or CMYK.
static int colorCount(CTIFFFile *file, const CTIFFInfo *info) {
    switch (info->photometric) {
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_MINISWHITE: return 1;
    case PHOTOMETRIC_RGB: return 3;
    case PHOTOMETRIC_SEPARATED: return shortTag(file, TIFFTAG_INKSET) == INKSET_CMYK ? 4 : 0;
    default: return 0;
    }
}

static void findAlpha(CTIFFFile *file, CTIFFInfo *info) {
    uint16_t count = 0, *extras = NULL;
    // There is no layout for CMYK with alpha.
    if (info->colorCount == 4) return;
    if (!ctiff_library.TIFFGetField(file->tiff, TIFFTAG_EXTRASAMPLES, &count, &extras)) return;
    for (int i = 0; i < count && info->alpha == CTIFFAlphaNone; i++) {
        if (extras[i] != EXTRASAMPLE_ASSOCALPHA && extras[i] != EXTRASAMPLE_UNASSALPHA) continue;
        info->alpha = extras[i] == EXTRASAMPLE_ASSOCALPHA ? CTIFFAlphaPremultiplied : CTIFFAlphaStraight;
        info->alphaIndex = info->colorCount + i;
    }
}

static CTIFFSample sampleForm(const CTIFFInfo *info) {
    int bits = info->bitsPerSample, needed = info->alpha == CTIFFAlphaNone ? info->colorCount : info->alphaIndex + 1;
    if (info->colorCount == 0 || info->samplesPerPixel < needed) return CTIFFSampleNone;
    if (info->colorCount == 4) {
        // CMYK samples are always decoded to bytes.
        return info->sampleFormat == SAMPLEFORMAT_UINT && (bits == 8 || bits == 16) ? CTIFFSampleByte : CTIFFSampleNone;
    }
    if (info->sampleFormat == SAMPLEFORMAT_IEEEFP) return bits == 16 || bits == 32 || bits == 64 ? CTIFFSampleFloat : CTIFFSampleNone;
    if (info->sampleFormat != SAMPLEFORMAT_UINT && info->sampleFormat != SAMPLEFORMAT_VOID) return CTIFFSampleNone;
    if (bits >= 1 && bits <= 8) return CTIFFSampleByte;
    return bits <= 16 || bits == 32 ? CTIFFSampleWord : CTIFFSampleNone;
}

int ctiff_select_page(CTIFFFile *file, int page, CTIFFInfo *info) {
    memset(info, 0, sizeof *info);
    ctiff_error[0] = 0;
    if (!ctiff_library.TIFFSetDirectory(file->tiff, (tdir_t)page)) return 1;
    if (!ctiff_library.TIFFGetField(file->tiff, TIFFTAG_IMAGEWIDTH, &info->width)) return 1;
    if (!ctiff_library.TIFFGetField(file->tiff, TIFFTAG_IMAGELENGTH, &info->height)) return 1;
    info->bitsPerSample = shortTag(file, TIFFTAG_BITSPERSAMPLE);
    info->samplesPerPixel = shortTag(file, TIFFTAG_SAMPLESPERPIXEL);
    info->photometric = 0;
    ctiff_library.TIFFGetField(file->tiff, TIFFTAG_PHOTOMETRIC, &info->photometric);
    info->compression = shortTag(file, TIFFTAG_COMPRESSION);
    info->orientation = shortTag(file, TIFFTAG_ORIENTATION);
    info->sampleFormat = shortTag(file, TIFFTAG_SAMPLEFORMAT);
    info->planarConfiguration = shortTag(file, TIFFTAG_PLANARCONFIG);
    info->resolutionUnit = shortTag(file, TIFFTAG_RESOLUTIONUNIT);
    ctiff_library.TIFFGetField(file->tiff, TIFFTAG_XRESOLUTION, &info->xResolution);
    ctiff_library.TIFFGetField(file->tiff, TIFFTAG_YRESOLUTION, &info->yResolution);
    int tiled = ctiff_library.TIFFIsTiled(file->tiff);
    info->pieceSize = tiled ? ctiff_library.TIFFTileSize64(file->tiff) : ctiff_library.TIFFStripSize64(file->tiff);
    info->colorCount = colorCount(file, info);
    findAlpha(file, info);
    info->sample = sampleForm(info);
    file->info = *info;
    return 0;
}

const char *ctiff_text(CTIFFFile *file, uint32_t tag) {
    char *text = NULL;
    return ctiff_library.TIFFGetField(file->tiff, tag, &text) ? text : NULL;
}

const void *ctiff_icc(CTIFFFile *file, uint32_t *count) {
    void *bytes = NULL;
    *count = 0;
    return ctiff_library.TIFFGetField(file->tiff, TIFFTAG_ICCPROFILE, count, &bytes) ? bytes : NULL;
}

const void *ctiff_xmp(CTIFFFile *file, uint32_t *count) {
    void *bytes = NULL;
    *count = 0;
    return ctiff_library.TIFFGetField(file->tiff, TIFFTAG_XMLPACKET, count, &bytes) ? bytes : NULL;
}

int ctiff_decode_rgba(CTIFFFile *file, uint32_t *pixels, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    ctiff_error[0] = 0;
    char reason[1024] = {0};
    TIFFRGBAImage image;
    // The last argument makes damaged strips an error.
    if (!ctiff_library.TIFFRGBAImageOK(file->tiff, reason) || !ctiff_library.TIFFRGBAImageBegin(&image, file->tiff, 1, reason)) {
        snprintf(message, messageSize, "%s", reason[0] ? reason : "the TIFF image has an unsupported form");
        return 1;
    }
    // With the image's own orientation as the requested one, rows and columns stay as they are stored.
    image.req_orientation = image.orientation;
    int done = ctiff_library.TIFFRGBAImageGet(&image, pixels, file->info.width, file->info.height);
    ctiff_library.TIFFRGBAImageEnd(&image);
    if (!done) snprintf(message, messageSize, "%s", ctiff_error[0] ? ctiff_error : "the TIFF data are damaged");
    return done ? 0 : 1;
}

void ctiff_close(CTIFFFile *file) {
    if (!file) return;
    ctiff_library.TIFFClose(file->tiff);
    free(file);
}
