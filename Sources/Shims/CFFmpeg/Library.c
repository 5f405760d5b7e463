#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct CFFmpegLibrary ffmpeg;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int isLoaded;
static pthread_once_t devicesOnce = PTHREAD_ONCE_INIT;
static int hasDevices;

static _Thread_local char firstError[200];

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define FILE_NAME(name, version) "lib" name ".so." TEXT(version)

/// Records FFmpeg's first error message, which usually names the cause. Without a callback, FFmpeg writes to standard error.
static void listen(void *context, int level, const char *format, va_list arguments) {
    if (level > AV_LOG_ERROR || firstError[0]) return;
    int prefix = 0;
    ffmpeg.av_log_format_line2(NULL, level, format, arguments, firstError, sizeof firstError, &prefix);
    size_t length = strlen(firstError);
    while (length > 0 && (firstError[length - 1] == '\n' || firstError[length - 1] == '.' || firstError[length - 1] == ' ')) {
        firstError[--length] = 0;
    }
}

static void load(void) {
    int complete = 1;
    void *library;
#define X(name) \
    *(void **)&ffmpeg.name = library ? dlsym(library, #name) : NULL; \
    if (!ffmpeg.name) complete = 0;
    library = dlopen(FILE_NAME("avutil", LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    AVUTIL_FUNCTIONS(X)
    library = dlopen(FILE_NAME("avcodec", LIBAVCODEC_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    AVCODEC_FUNCTIONS(X)
    library = dlopen(FILE_NAME("avformat", LIBAVFORMAT_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    AVFORMAT_FUNCTIONS(X)
    library = dlopen(FILE_NAME("swscale", LIBSWSCALE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    SWSCALE_FUNCTIONS(X)
#undef X
    isLoaded = complete;
    if (complete) ffmpeg.av_log_set_callback(listen);
}

static void loadDevices(void) {
    void *library = dlopen(FILE_NAME("avdevice", LIBAVDEVICE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    void (*registerAll)(void) = NULL;
    if (library) *(void **)&registerAll = dlsym(library, "avdevice_register_all");
    if (!registerAll) return;
    registerAll();
    hasDevices = 1;
}

int cffmpeg_load(char *message, size_t messageSize) {
    pthread_once(&once, load);
    if (isLoaded) return 0;
    snprintf(
        message, messageSize,
        "video needs FFmpeg's libraries (Debian packages libavformat%d, libavcodec%d, libswscale%d), which are not installed",
        LIBAVFORMAT_VERSION_MAJOR, LIBAVCODEC_VERSION_MAJOR, LIBSWSCALE_VERSION_MAJOR);
    return -1;
}

int cffmpeg_load_devices(char *message, size_t messageSize) {
    if (cffmpeg_load(message, messageSize) < 0) return -1;
    pthread_once(&devicesOnce, loadDevices);
    if (hasDevices) return 0;
    snprintf(
        message, messageSize, "cameras need FFmpeg's library libavdevice (Debian package libavdevice%d), which is not installed",
        LIBAVDEVICE_VERSION_MAJOR);
    return -1;
}

void cffmpeg_forget_log(void) { firstError[0] = 0; }

int cffmpeg_has_complained(void) { return firstError[0] != 0; }

int cffmpeg_explain(int code, char *message, size_t messageSize) {
    // For errors of the system, the error's own text says more than FFmpeg's log.
    int isSystems = code > -1000 && code < 0;
    if (firstError[0] && !isSystems) {
        snprintf(message, messageSize, "%s", firstError);
    } else if (ffmpeg.av_strerror(code, message, messageSize) < 0) {
        snprintf(message, messageSize, "FFmpeg's error %d", code);
    }
    return code;
}

enum AVPixelFormat cffmpeg_pixel_format(uint32_t code, int *isFullRange) {
    *isFullRange = 1;
    switch (code) {
    case FOUR_CHARACTERS('4', '2', '0', 'v'): *isFullRange = 0; return AV_PIX_FMT_NV12;
    case FOUR_CHARACTERS('4', '2', '0', 'f'): return AV_PIX_FMT_NV12;
    case FOUR_CHARACTERS('y', '4', '2', '0'): *isFullRange = 0; return AV_PIX_FMT_YUV420P;
    case FOUR_CHARACTERS('f', '4', '2', '0'): return AV_PIX_FMT_YUV420P;
    case FOUR_CHARACTERS('x', '4', '2', '0'): *isFullRange = 0; return AV_PIX_FMT_P010LE;
    case FOUR_CHARACTERS('x', 'f', '2', '0'): return AV_PIX_FMT_P010LE;
    case FOUR_CHARACTERS('2', 'v', 'u', 'y'): *isFullRange = 0; return AV_PIX_FMT_UYVY422;
    case FOUR_CHARACTERS('y', 'u', 'v', 's'): *isFullRange = 0; return AV_PIX_FMT_YUYV422;
    case FOUR_CHARACTERS('B', 'G', 'R', 'A'): return AV_PIX_FMT_BGRA;
    case FOUR_CHARACTERS('R', 'G', 'B', 'A'): return AV_PIX_FMT_RGBA;
    case FOUR_CHARACTERS('A', 'B', 'G', 'R'): return AV_PIX_FMT_ABGR;
    case FOUR_CHARACTERS('2', '4', 'B', 'G'): return AV_PIX_FMT_BGR24;
    case FOUR_CHARACTERS('L', '0', '0', '8'): return AV_PIX_FMT_GRAY8;
    case 0x20: return AV_PIX_FMT_ARGB;
    case 0x18: return AV_PIX_FMT_RGB24;
    default: return AV_PIX_FMT_NONE;
    }
}

int cffmpeg_matrix(int matrixCoefficients, int width, int height) {
    if (matrixCoefficients != AVCOL_SPC_UNSPECIFIED && matrixCoefficients != AVCOL_SPC_RGB) return matrixCoefficients;
    return width >= 1280 || height > 576 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
}
