#include "Library.h"

#include <stdlib.h>
#include <string.h>

static const AVFrame *frame_of(const CFFmpegFrame *frame) { return (const AVFrame *)frame; }

/// Replaces a `J` format by the same format without `J`, and sets the flag for full range.
static enum AVPixelFormat plain(enum AVPixelFormat format, int *isFullRange) {
    switch (format) {
    case AV_PIX_FMT_YUVJ420P: *isFullRange = 1; return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P: *isFullRange = 1; return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P: *isFullRange = 1; return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P: *isFullRange = 1; return AV_PIX_FMT_YUV440P;
    case AV_PIX_FMT_YUVJ411P: *isFullRange = 1; return AV_PIX_FMT_YUV411P;
    default: return format;
    }
}

static uint32_t code_of(enum AVPixelFormat format, int isFullRange) {
    switch (format) {
    case AV_PIX_FMT_YUV420P: return isFullRange ? FOUR_CHARACTERS('f', '4', '2', '0') : FOUR_CHARACTERS('y', '4', '2', '0');
    case AV_PIX_FMT_NV12: return isFullRange ? FOUR_CHARACTERS('4', '2', '0', 'f') : FOUR_CHARACTERS('4', '2', '0', 'v');
    case AV_PIX_FMT_P010LE: return isFullRange ? FOUR_CHARACTERS('x', 'f', '2', '0') : FOUR_CHARACTERS('x', '4', '2', '0');
    case AV_PIX_FMT_GRAY8: return isFullRange ? FOUR_CHARACTERS('L', '0', '0', '8') : 0;
    case AV_PIX_FMT_BGRA: return FOUR_CHARACTERS('B', 'G', 'R', 'A');
    case AV_PIX_FMT_RGBA: return FOUR_CHARACTERS('R', 'G', 'B', 'A');
    case AV_PIX_FMT_RGB24: return 0x18;
    case AV_PIX_FMT_BGR24: return FOUR_CHARACTERS('2', '4', 'B', 'G');
    default: return 0;
    }
}

void cffmpeg_frame_info(const CFFmpegFrame *handle, CFFmpegFrameInfo *info) {
    const AVFrame *frame = frame_of(handle);
    memset(info, 0, sizeof *info);
    info->width = frame->width;
    info->height = frame->height;
    info->time = frame->best_effort_timestamp == AV_NOPTS_VALUE ? CFFMPEG_NO_TIME : frame->best_effort_timestamp;
#if LIBAVUTIL_VERSION_MAJOR >= 58
    info->duration = frame->duration;
    info->isKeyFrame = (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    info->duration = frame->pkt_duration;
    info->isKeyFrame = frame->key_frame;
#endif
    info->isFullRange = frame->color_range == AVCOL_RANGE_JPEG;
    enum AVPixelFormat format = plain(frame->format, &info->isFullRange);
    info->is420 = format == AV_PIX_FMT_YUV420P;
    info->isTenBit420 = format == AV_PIX_FMT_YUV420P10LE;
    info->pixelFormat = code_of(format, info->isFullRange);
    info->colorPrimaries = frame->color_primaries;
    info->transferCharacteristics = frame->color_trc;
    info->matrixCoefficients = cffmpeg_matrix(frame->colorspace, frame->width, frame->height);
    info->pixelAspect = (CFFmpegRational){frame->sample_aspect_ratio.num, frame->sample_aspect_ratio.den};
    for (int plane = 0; plane < 3; plane++) {
        info->planes[plane] = frame->data[plane];
        info->bytesPerRow[plane] = frame->linesize[plane];
        // Core Video has no format for pictures that are stored upside down.
        if (frame->linesize[plane] < 0) {
            info->pixelFormat = 0;
            info->is420 = 0;
        }
    }
}

void cffmpeg_free_frame(CFFmpegFrame *handle) {
    AVFrame *frame = (AVFrame *)handle;
    if (frame) ffmpeg.av_frame_free(&frame);
}

static void interleave(const uint8_t *restrict cb, const uint8_t *restrict cr, uint8_t *restrict target, int count) {
    for (int x = 0; x < count; x++) {
        target[2 * x] = cb[x];
        target[2 * x + 1] = cr[x];
    }
}

void cffmpeg_interleave_chroma(const CFFmpegFrame *handle, uint8_t *chroma, size_t bytesPerRow) {
    const AVFrame *frame = frame_of(handle);
    int width = (frame->width + 1) / 2, height = (frame->height + 1) / 2;
    for (int y = 0; y < height; y++) {
        interleave(
            frame->data[1] + (ptrdiff_t)y * frame->linesize[1], frame->data[2] + (ptrdiff_t)y * frame->linesize[2], chroma + y * bytesPerRow,
            width);
    }
}

/// Rounds ten bits to eight. With 16-bit arithmetic, a vector register holds twice as many values as with `int`.
static uint16_t rounded(uint16_t value) {
    const uint16_t result = (uint16_t)(value + 2) >> 2;
    return result > 255 ? 255 : result;
}

static void round_row(const uint16_t *restrict source, uint8_t *restrict target, int count) {
    for (int x = 0; x < count; x++) target[x] = (uint8_t)rounded(source[x]);
}

static void round_and_interleave(const uint16_t *restrict cb, const uint16_t *restrict cr, uint8_t *restrict target, int count) {
    for (int x = 0; x < count; x++) {
        const uint16_t pair = rounded(cb[x]) | (uint16_t)(rounded(cr[x]) << 8);
        memcpy(target + 2 * x, &pair, 2);
    }
}

/// Rounds ten bits to eight. The general conversion takes three times as long.
void cffmpeg_round_to_eight_bits(
    const CFFmpegFrame *handle, uint8_t *luma, size_t lumaBytesPerRow, uint8_t *chroma, size_t chromaBytesPerRow) {
    const AVFrame *frame = frame_of(handle);
    for (int y = 0; y < frame->height; y++) {
        const uint16_t *row = (const uint16_t *)(frame->data[0] + (ptrdiff_t)y * frame->linesize[0]);
        round_row(row, luma + y * lumaBytesPerRow, frame->width);
    }
    for (int y = 0; y < (frame->height + 1) / 2; y++) {
        const uint16_t *cb = (const uint16_t *)(frame->data[1] + (ptrdiff_t)y * frame->linesize[1]);
        const uint16_t *cr = (const uint16_t *)(frame->data[2] + (ptrdiff_t)y * frame->linesize[2]);
        round_and_interleave(cb, cr, chroma + y * chromaBytesPerRow, (frame->width + 1) / 2);
    }
}

struct CFFmpegConverter {
    struct SwsContext *scaler;
};

CFFmpegConverter *cffmpeg_make_converter(void) { return calloc(1, sizeof(CFFmpegConverter)); }

void cffmpeg_free_converter(CFFmpegConverter *converter) {
    if (!converter) return;
    if (converter->scaler) ffmpeg.sws_freeContext(converter->scaler);
    free(converter);
}

int cffmpeg_can_convert(uint32_t pixelFormat) {
    int isFullRange;
    return cffmpeg_pixel_format(pixelFormat, &isFullRange) != AV_PIX_FMT_NONE;
}

int cffmpeg_convert(
    CFFmpegConverter *converter, const CFFmpegFrame *handle, uint32_t pixelFormat, uint8_t *const *planes, const int32_t *bytesPerRow) {
    const AVFrame *frame = frame_of(handle);
    int sourceRange = frame->color_range == AVCOL_RANGE_JPEG, targetRange;
    enum AVPixelFormat source = plain(frame->format, &sourceRange);
    enum AVPixelFormat target = cffmpeg_pixel_format(pixelFormat, &targetRange);
    if (target == AV_PIX_FMT_NONE) return AVERROR(EINVAL);
    if (source == AV_PIX_FMT_YUV420P10LE && target == AV_PIX_FMT_NV12 && sourceRange == targetRange) {
        cffmpeg_round_to_eight_bits(handle, planes[0], bytesPerRow[0], planes[1], bytesPerRow[1]);
        return 0;
    }
    converter->scaler = ffmpeg.sws_getCachedContext(
        converter->scaler, frame->width, frame->height, source, frame->width, frame->height, target, SWS_BILINEAR, NULL, NULL, NULL);
    if (!converter->scaler) return AVERROR(EINVAL);
    const int *matrix = ffmpeg.sws_getCoefficients(cffmpeg_matrix(frame->colorspace, frame->width, frame->height));
    ffmpeg.sws_setColorspaceDetails(converter->scaler, matrix, sourceRange, matrix, targetRange, 0, 1 << 16, 1 << 16);
    uint8_t *targets[4] = {planes[0], planes[1], planes[2], NULL};
    int strides[4] = {bytesPerRow[0], bytesPerRow[1], bytesPerRow[2], 0};
    int rows = ffmpeg.sws_scale(
        converter->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, targets, strides);
    return rows == frame->height ? 0 : AVERROR_EXTERNAL;
}
