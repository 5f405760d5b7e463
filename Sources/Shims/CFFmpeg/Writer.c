#include "Output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CFFmpegWriter {
    AVFormatContext *format;
    AVCodecContext *encoder;
    AVStream *stream;
    AVFrame *frame;
    AVPacket *packet;
    struct SwsContext *scaler;
    CFFmpegOutput output;
    int hasHeader;
    int64_t lastTime, lastStep, packetCount;
    /// The first error. After it, only the index is written.
    int failure;
};

/// Upper bounds for the size of a container's index: the bytes for each packet, and the bytes for the rest.
enum { indexBytesPerPacket = 64, indexBytes = 1 << 16 };

static const AVCodec *encoder_of(int codec) {
    switch (codec) {
    case CFFmpegCodecH264: {
        const AVCodec *own = ffmpeg.avcodec_find_encoder_by_name("libx264");
        return own ? own : ffmpeg.avcodec_find_encoder_by_name("libopenh264");
    }
    case CFFmpegCodecHEVC: return ffmpeg.avcodec_find_encoder_by_name("libx265");
    case CFFmpegCodecJPEG: return ffmpeg.avcodec_find_encoder(AV_CODEC_ID_MJPEG);
    default: return NULL;
    }
}

int cffmpeg_can_encode(int codec) {
    char message[200];
    return cffmpeg_load(message, sizeof message) == 0 && encoder_of(codec) != NULL;
}

static void set_up_encoder(AVCodecContext *encoder, const CFFmpegWriterSettings *settings) {
    encoder->width = settings->width;
    encoder->height = settings->height;
    encoder->time_base = (AVRational){1, settings->timescale};
    encoder->framerate = (AVRational){(int)(settings->frameRate * 1000 + 0.5), 1000};
    encoder->sample_aspect_ratio = (AVRational){1, 1};
    encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    if (settings->keyFrameInterval > 0) encoder->gop_size = settings->keyFrameInterval;
    if (settings->bitRate > 0) encoder->bit_rate = settings->bitRate;
    double quality = settings->quality < 0 ? 0.75 : settings->quality > 1 ? 1 : settings->quality;
    if (settings->codec == CFFmpegCodecJPEG) {
        encoder->pix_fmt = AV_PIX_FMT_YUVJ420P;
        encoder->color_range = AVCOL_RANGE_JPEG;
        encoder->colorspace = AVCOL_SPC_SMPTE170M;
        if (settings->bitRate <= 0) {
            encoder->flags |= AV_CODEC_FLAG_QSCALE;
            encoder->global_quality = (int)(FF_QP2LAMBDA * (2 + (1 - quality) * 12));
        }
        return;
    }
    encoder->pix_fmt = AV_PIX_FMT_YUV420P;
    encoder->color_range = AVCOL_RANGE_MPEG;
    encoder->colorspace = cffmpeg_matrix(AVCOL_SPC_UNSPECIFIED, settings->width, settings->height);
    encoder->color_primaries = AVCOL_PRI_BT709;
    encoder->color_trc = AVCOL_TRC_BT709;
    ffmpeg.av_opt_set(encoder->priv_data, "preset", "veryfast", 0);
    if (settings->bitRate <= 0) {
        char factor[16];
        snprintf(factor, sizeof factor, "%.1f", 35 - 20 * quality);
        ffmpeg.av_opt_set(encoder->priv_data, "crf", factor, 0);
    }
}

static int set_transform(AVStream *stream, const double *transform) {
    if (transform[0] == 1 && transform[1] == 0 && transform[2] == 0 && transform[3] == 1) return 0;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    AVPacketSideData *data = ffmpeg.av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX, 36, 0);
    int32_t *matrix = data ? (int32_t *)data->data : NULL;
#else
    int32_t *matrix = (int32_t *)ffmpeg.av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36);
#endif
    if (!matrix) return AVERROR(ENOMEM);
    memset(matrix, 0, 36);
    for (int i = 0; i < 4; i++) matrix[i / 2 * 3 + i % 2] = (int32_t)(transform[i] * 65536);
    matrix[8] = 1 << 30;
    return 0;
}

static int open_writer(CFFmpegWriter *writer, const char *path, const CFFmpegWriterSettings *settings) {
    const AVCodec *codec = encoder_of(settings->codec);
    if (!codec) return AVERROR_ENCODER_NOT_FOUND;
    int code = ffmpeg.avformat_alloc_output_context2(&writer->format, NULL, settings->container, NULL);
    if (code < 0) return code;
    writer->encoder = ffmpeg.avcodec_alloc_context3(codec);
    writer->stream = ffmpeg.avformat_new_stream(writer->format, NULL);
    writer->frame = ffmpeg.av_frame_alloc();
    writer->packet = ffmpeg.av_packet_alloc();
    if (!writer->encoder || !writer->stream || !writer->frame || !writer->packet) return AVERROR(ENOMEM);
    set_up_encoder(writer->encoder, settings);
    if ((code = ffmpeg.avcodec_open2(writer->encoder, codec, NULL)) < 0) return code;
    if ((code = ffmpeg.avcodec_parameters_from_context(writer->stream->codecpar, writer->encoder)) < 0) return code;
    if ((code = set_transform(writer->stream, settings->transform)) < 0) return code;
    writer->stream->time_base = writer->encoder->time_base;
    writer->stream->avg_frame_rate = writer->encoder->framerate;
    ffmpeg.av_opt_set_int(writer->format->priv_data, "video_track_timescale", settings->timescale, 0);
    if (settings->fragment > 0) {
        // Each fragment has an index of its own.
        ffmpeg.av_opt_set(writer->format->priv_data, "movflags", "delay_moov+default_base_moof", 0);
        ffmpeg.av_opt_set_int(writer->format->priv_data, "frag_duration", settings->fragment, 0);
        writer->format->flags |= AVFMT_FLAG_FLUSH_PACKETS;
    }
    writer->frame->format = writer->encoder->pix_fmt;
    writer->frame->width = settings->width;
    writer->frame->height = settings->height;
    if ((code = ffmpeg.av_frame_get_buffer(writer->frame, 0)) < 0) return code;
    // The file is opened last, so that an existing file is not replaced if anything else fails.
    if ((code = cffmpeg_open_output(&writer->output, path)) < 0) return code;
    writer->format->pb = writer->output.stream;
    if ((code = cffmpeg_reserve(&writer->output, indexBytes)) < 0) return code;
    if ((code = ffmpeg.avformat_write_header(writer->format, NULL)) < 0) return code;
    writer->hasHeader = 1;
    return 0;
}

int cffmpeg_make_writer(
    const char *path, const CFFmpegWriterSettings *settings, CFFmpegWriter **result, char *message, size_t messageSize) {
    *result = NULL;
    if (cffmpeg_load(message, messageSize) < 0) return -1;
    CFFmpegWriter *writer = calloc(1, sizeof *writer);
    if (!writer) {
        snprintf(message, messageSize, "no memory for a video");
        return AVERROR(ENOMEM);
    }
    writer->output.descriptor = -1;
    writer->lastTime = INT64_MIN;
    cffmpeg_forget_log();
    int code = open_writer(writer, path, settings);
    if (code < 0) {
        cffmpeg_explain(code, message, messageSize);
        cffmpeg_cancel(writer);
        return code;
    }
    *result = writer;
    return 0;
}

/// Writes the packets that the encoder has ready.
static int write_packets(CFFmpegWriter *writer) {
    for (;;) {
        int code = ffmpeg.avcodec_receive_packet(writer->encoder, writer->packet);
        if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return 0;
        if (code < 0) return code;
        if (writer->packet->duration <= 0) writer->packet->duration = writer->lastStep;
        ffmpeg.av_packet_rescale_ts(writer->packet, writer->encoder->time_base, writer->stream->time_base);
        writer->packet->stream_index = 0;
        writer->packetCount++;
        code = cffmpeg_reserve(&writer->output, writer->packet->size + writer->packetCount * indexBytesPerPacket + indexBytes);
        if (code >= 0) code = ffmpeg.av_interleaved_write_frame(writer->format, writer->packet);
        ffmpeg.av_packet_unref(writer->packet);
        if (code >= 0 && writer->output.failure) code = AVERROR(writer->output.failure);
        if (code < 0) return code;
    }
}

static int fill_frame(
    CFFmpegWriter *writer, uint32_t pixelFormat, int width, int height, const uint8_t *const *planes, const int32_t *bytesPerRow,
    int matrixCoefficients) {
    int isFullRange;
    enum AVPixelFormat source = cffmpeg_pixel_format(pixelFormat, &isFullRange);
    AVFrame *frame = writer->frame;
    if (source == AV_PIX_FMT_NONE) return AVERROR(EINVAL);
    int code = ffmpeg.av_frame_make_writable(frame);
    if (code < 0) return code;
    int targetRange = frame->format == AV_PIX_FMT_YUVJ420P;
    enum AVPixelFormat target = AV_PIX_FMT_YUV420P;
    int isSameSize = width == frame->width && height == frame->height;
    writer->scaler = ffmpeg.sws_getCachedContext(
        writer->scaler, width, height, source, frame->width, frame->height, target, isSameSize ? SWS_BILINEAR : SWS_BICUBIC, NULL, NULL, NULL);
    if (!writer->scaler) return AVERROR(EINVAL);
    const int *from = ffmpeg.sws_getCoefficients(cffmpeg_matrix(matrixCoefficients, width, height));
    const int *to = ffmpeg.sws_getCoefficients(writer->encoder->colorspace);
    ffmpeg.sws_setColorspaceDetails(writer->scaler, from, isFullRange, to, targetRange, 0, 1 << 16, 1 << 16);
    const uint8_t *sources[4] = {planes[0], planes[1], planes[2], NULL};
    int strides[4] = {bytesPerRow[0], bytesPerRow[1], bytesPerRow[2], 0};
    int rows = ffmpeg.sws_scale(writer->scaler, sources, strides, 0, height, frame->data, frame->linesize);
    return rows == frame->height ? 0 : AVERROR_EXTERNAL;
}

int cffmpeg_append(
    CFFmpegWriter *writer, uint32_t pixelFormat, int width, int height, const uint8_t *const *planes, const int32_t *bytesPerRow,
    int matrixCoefficients, int64_t time, char *message, size_t messageSize) {
    cffmpeg_forget_log();
    if (writer->failure) return cffmpeg_explain(writer->failure, message, messageSize);
    if (writer->lastTime != INT64_MIN && time <= writer->lastTime) {
        snprintf(message, messageSize, "a frame's time is not after that of the frame before");
        return AVERROR(EINVAL);
    }
    int code = fill_frame(writer, pixelFormat, width, height, planes, bytesPerRow, matrixCoefficients);
    if (code >= 0) {
        if (writer->lastTime != INT64_MIN) writer->lastStep = time - writer->lastTime;
        writer->lastTime = writer->frame->pts = time;
        code = ffmpeg.avcodec_send_frame(writer->encoder, writer->frame);
    }
    if (code >= 0) code = write_packets(writer);
    if (code >= 0) return 0;
    writer->failure = code;
    return cffmpeg_explain(code, message, messageSize);
}

static void free_writer(CFFmpegWriter *writer) {
    ffmpeg.avcodec_free_context(&writer->encoder);
    ffmpeg.av_frame_free(&writer->frame);
    ffmpeg.av_packet_free(&writer->packet);
    if (writer->scaler) ffmpeg.sws_freeContext(writer->scaler);
    ffmpeg.avformat_free_context(writer->format);
    free(writer);
}

int cffmpeg_finish(CFFmpegWriter *writer, char *message, size_t messageSize) {
    cffmpeg_forget_log();
    int code = writer->failure;
    if (!code) {
        code = ffmpeg.avcodec_send_frame(writer->encoder, NULL);
        if (code >= 0) code = write_packets(writer);
    }
    // The index is written after a failure too; the space for it is reserved.
    int end = ffmpeg.av_write_trailer(writer->format);
    int closing = cffmpeg_close_output(&writer->output);
    writer->format->pb = NULL;
    if (code >= 0) code = end < 0 ? end : closing;
    if (code < 0) cffmpeg_explain(code, message, messageSize);
    free_writer(writer);
    return code < 0 ? code : 0;
}

void cffmpeg_cancel(CFFmpegWriter *writer) {
    if (!writer) return;
    if (writer->format) writer->format->pb = NULL;
    cffmpeg_close_output(&writer->output);
    free_writer(writer);
}
