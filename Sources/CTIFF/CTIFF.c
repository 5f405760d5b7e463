#include "CTIFF.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#define FUNCTIONS(X) \
    X(TIFFClientOpen) \
    X(TIFFClose) \
    X(TIFFGetField) \
    X(TIFFGetFieldDefaulted) \
    X(TIFFReadDirectory) \
    X(TIFFSetDirectory) \
    X(TIFFNumberOfDirectories) \
    X(TIFFRGBAImageOK) \
    X(TIFFRGBAImageBegin) \
    X(TIFFRGBAImageGet) \
    X(TIFFRGBAImageEnd) \
    X(TIFFIsTiled) \
    X(TIFFScanlineSize64) \
    X(TIFFStripSize64) \
    X(TIFFTileSize64) \
    X(TIFFReadScanline) \
    X(TIFFSetErrorHandler) \
    X(TIFFSetWarningHandler)

static struct {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
} tiff;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded;
static __thread char lastError[200];

static void keepError(const char *module, const char *format, va_list arguments) {
    (void)module;
    // The first error is the cause, later ones are its consequences.
    if (lastError[0] == 0) vsnprintf(lastError, sizeof lastError, format, arguments);
}

static void load(void) {
    void *library = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libtiff.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libtiff.so", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int complete = 1;
#define X(name) \
    *(void **)&tiff.name = dlsym(library, #name); \
    if (!tiff.name) complete = 0;
    FUNCTIONS(X)
#undef X
    if (!complete) return;
    tiff.TIFFSetErrorHandler(keepError);
    tiff.TIFFSetWarningHandler(NULL);
    isLoaded = 1;
}

struct CTIFFFile {
    TIFF *tiff;
    const uint8_t *bytes;
    size_t count, position;
    CTIFFInfo info;
};

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
    // Beyond the end nothing can be read, so where exactly does not matter.
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
    lastError[0] = 0;
    file->tiff = tiff.TIFFClientOpen("image", "r", file, readBytes, refuseWrite, seek, closeNothing, sizeOf, mapBytes, unmapBytes);
    if (!file->tiff) {
        snprintf(message, messageSize, "%s", lastError[0] ? lastError : "the TIFF data are damaged");
        free(file);
        return NULL;
    }
    return file;
}

int ctiff_page_count(CTIFFFile *file, int most) {
    int pages = 1;
    while (pages < most && tiff.TIFFReadDirectory(file->tiff)) pages++;
    tiff.TIFFSetDirectory(file->tiff, 0);
    return pages;
}

static uint16_t shortTag(CTIFFFile *file, uint32_t tag) {
    uint16_t value = 0;
    tiff.TIFFGetFieldDefaulted(file->tiff, tag, &value);
    return value;
}

int ctiff_select_page(CTIFFFile *file, int page, CTIFFInfo *info) {
    memset(info, 0, sizeof *info);
    lastError[0] = 0;
    if (!tiff.TIFFSetDirectory(file->tiff, (tdir_t)page)) return 1;
    if (!tiff.TIFFGetField(file->tiff, TIFFTAG_IMAGEWIDTH, &info->width)) return 1;
    if (!tiff.TIFFGetField(file->tiff, TIFFTAG_IMAGELENGTH, &info->height)) return 1;
    info->bitsPerSample = shortTag(file, TIFFTAG_BITSPERSAMPLE);
    info->samplesPerPixel = shortTag(file, TIFFTAG_SAMPLESPERPIXEL);
    info->photometric = 0;
    tiff.TIFFGetField(file->tiff, TIFFTAG_PHOTOMETRIC, &info->photometric);
    info->compression = shortTag(file, TIFFTAG_COMPRESSION);
    info->orientation = shortTag(file, TIFFTAG_ORIENTATION);
    info->sampleFormat = shortTag(file, TIFFTAG_SAMPLEFORMAT);
    info->planarConfiguration = shortTag(file, TIFFTAG_PLANARCONFIG);
    info->resolutionUnit = shortTag(file, TIFFTAG_RESOLUTIONUNIT);
    tiff.TIFFGetField(file->tiff, TIFFTAG_XRESOLUTION, &info->xResolution);
    tiff.TIFFGetField(file->tiff, TIFFTAG_YRESOLUTION, &info->yResolution);
    uint16_t extraCount = 0, *extras = NULL;
    if (tiff.TIFFGetField(file->tiff, TIFFTAG_EXTRASAMPLES, &extraCount, &extras)) {
        for (int i = 0; i < extraCount; i++) {
            if (extras[i] == EXTRASAMPLE_ASSOCALPHA || extras[i] == EXTRASAMPLE_UNASSALPHA) info->hasAlpha = 1;
        }
    }
    int tiled = tiff.TIFFIsTiled(file->tiff);
    info->pieceSize = tiled ? tiff.TIFFTileSize64(file->tiff) : tiff.TIFFStripSize64(file->tiff);
    int colours = info->photometric == PHOTOMETRIC_RGB ? 3 : 1;
    info->hasWords = !tiled && info->bitsPerSample > 8 && info->bitsPerSample <= 16 && info->planarConfiguration == PLANARCONFIG_CONTIG &&
                     info->samplesPerPixel == colours && info->sampleFormat == SAMPLEFORMAT_UINT &&
                     (info->photometric == PHOTOMETRIC_RGB || info->photometric == PHOTOMETRIC_MINISBLACK);
    file->info = *info;
    return 0;
}

const char *ctiff_text(CTIFFFile *file, uint32_t tag) {
    char *text = NULL;
    return tiff.TIFFGetField(file->tiff, tag, &text) ? text : NULL;
}

const void *ctiff_icc(CTIFFFile *file, uint32_t *count) {
    void *bytes = NULL;
    *count = 0;
    return tiff.TIFFGetField(file->tiff, TIFFTAG_ICCPROFILE, count, &bytes) ? bytes : NULL;
}

const void *ctiff_xmp(CTIFFFile *file, uint32_t *count) {
    void *bytes = NULL;
    *count = 0;
    return tiff.TIFFGetField(file->tiff, TIFFTAG_XMLPACKET, count, &bytes) ? bytes : NULL;
}

int ctiff_decode(CTIFFFile *file, uint32_t *pixels, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    lastError[0] = 0;
    char reason[1024] = {0};
    TIFFRGBAImage image;
    // The last argument makes damaged strips an error.
    if (!tiff.TIFFRGBAImageOK(file->tiff, reason) || !tiff.TIFFRGBAImageBegin(&image, file->tiff, 1, reason)) {
        snprintf(message, messageSize, "%s", reason[0] ? reason : "the TIFF image has an unsupported form");
        return 1;
    }
    // Asking for the orientation that the image has leaves its rows and columns as they are stored.
    image.req_orientation = image.orientation;
    int done = tiff.TIFFRGBAImageGet(&image, pixels, file->info.width, file->info.height);
    tiff.TIFFRGBAImageEnd(&image);
    if (!done) snprintf(message, messageSize, "%s", lastError[0] ? lastError : "the TIFF data are damaged");
    return done ? 0 : 1;
}

/// Spreads samples of 9 to 15 bits, packed with their high bit first, over 16 bits, in place from the last one on.
static void spread(uint8_t *row, size_t samples, unsigned bits) {
    uint16_t *words = (uint16_t *)row;
    for (size_t i = samples; i-- > 0;) {
        uint32_t value = 0;
        for (unsigned b = 0; b < bits; b++) {
            size_t position = i * bits + b;
            value = value << 1 | (row[position >> 3] >> (7 - (position & 7)) & 1);
        }
        words[i] = (uint16_t)(value << (16 - bits) | value >> (2 * bits - 16));
    }
}

int ctiff_decode_words(CTIFFFile *file, void *pixels, size_t bytesPerRow, char *message, size_t messageSize) {
    if (messageSize > 0) message[0] = 0;
    lastError[0] = 0;
    size_t samples = (size_t)file->info.width * file->info.samplesPerPixel;
    unsigned bits = file->info.bitsPerSample;
    if (!file->info.hasWords || samples * 2 > bytesPerRow || tiff.TIFFScanlineSize64(file->tiff) != (samples * bits + 7) / 8) {
        snprintf(message, messageSize, "the TIFF image has an unsupported form");
        return 1;
    }
    for (uint32_t y = 0; y < file->info.height; y++) {
        uint8_t *row = (uint8_t *)pixels + y * bytesPerRow;
        if (tiff.TIFFReadScanline(file->tiff, row, y, 0) < 0) {
            snprintf(message, messageSize, "%s", lastError[0] ? lastError : "the TIFF data are damaged");
            return 1;
        }
        if (bits < 16) spread(row, samples, bits);
    }
    return 0;
}

void ctiff_close(CTIFFFile *file) {
    if (!file) return;
    tiff.TIFFClose(file->tiff);
    free(file);
}
