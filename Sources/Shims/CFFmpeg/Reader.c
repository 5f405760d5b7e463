#include "Library.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct CFFmpegReader {
    AVFormatContext *format;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    int stream;
    int isCamera, isDraining, hasSought;
    atomic_int isStopped;
    /// The time at which opening is given up, on the clock of `now`; 0 after the file or camera has been opened.
    double deadline;
    int64_t packetCount;
    /// The first error that may have cost frames, the number of these errors, and the text of the first.
    int problem;
    int problemCount;
    char problemText[200];
};

static void note(CFFmpegReader *reader, int code, const char *what) {
    if (reader->problemCount++ > 0) return;
    char reason[200] = "";
    cffmpeg_explain(code, reason, sizeof reason);
    reader->problem = code;
    snprintf(reader->problemText, sizeof reader->problemText, "%s: %s", what, reason);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

/// Called by FFmpeg before it waits further. Returns whether to stop.
static int is_interrupted(void *context) {
    CFFmpegReader *reader = context;
    return atomic_load(&reader->isStopped) || (reader->deadline > 0 && now() > reader->deadline);
}

/// - wait: the seconds that opening may take, for cameras; 0 for a file. Reads of a camera are non-blocking.
static int open_input(
    const char *name, const AVInputFormat *input, AVDictionary **options, double wait, CFFmpegReader **result, char *message,
    size_t messageSize) {
    CFFmpegReader *reader = calloc(1, sizeof *reader);
    if (reader) reader->format = ffmpeg.avformat_alloc_context();
    if (!reader || !reader->format) {
        free(reader);
        ffmpeg.av_dict_free(options);
        snprintf(message, messageSize, "no memory for a video");
        return AVERROR(ENOMEM);
    }
    reader->stream = -1;
    if (wait > 0) {
        reader->isCamera = 1;
        reader->deadline = now() + wait;
        reader->format->flags |= AVFMT_FLAG_NONBLOCK;
        reader->format->interrupt_callback = (AVIOInterruptCB){is_interrupted, reader};
    }
    cffmpeg_forget_log();
    int code = ffmpeg.avformat_open_input(&reader->format, name, (AVInputFormat *)input, options);
    ffmpeg.av_dict_free(options);
    if (code >= 0) code = ffmpeg.avformat_find_stream_info(reader->format, NULL);
    if (wait > 0 && code >= 0 && is_interrupted(reader)) code = AVERROR_EXIT;
    if (code == AVERROR_EXIT) {
        snprintf(message, messageSize, "the camera gave no picture in %.0f seconds", wait);
    } else if (code < 0) {
        cffmpeg_explain(code, message, messageSize);
    }
    if (code < 0) {
        cffmpeg_close(reader);
        return code;
    }
    reader->deadline = 0;
    *result = reader;
    return 0;
}

int cffmpeg_open_file(const char *path, CFFmpegReader **result, char *message, size_t messageSize) {
    *result = NULL;
    if (cffmpeg_load(message, messageSize) < 0) return -1;
    size_t length = strlen(path) + 6;
    char *name = malloc(length);
    if (!name) {
        snprintf(message, messageSize, "no memory for a video");
        return AVERROR(ENOMEM);
    }
    // The prefix keeps FFmpeg from taking a name with a colon for a URL. The whitelist restricts a file's references to local files.
    snprintf(name, length, "file:%s", path);
    AVDictionary *options = NULL;
    ffmpeg.av_dict_set(&options, "protocol_whitelist", "file", 0);
    int code = open_input(name, NULL, &options, 0, result, message, messageSize);
    free(name);
    return code;
}

/// The number of seconds to wait for a camera's first picture.
static const double CAMERA_WAIT = 10;

int cffmpeg_open_camera(
    const char *path, int width, int height, double frameRate, CFFmpegReader **result, char *message, size_t messageSize) {
    *result = NULL;
    if (cffmpeg_load_devices(message, messageSize) < 0) return -1;
    const AVInputFormat *input = ffmpeg.av_find_input_format("video4linux2");
    if (!input) {
        snprintf(message, messageSize, "FFmpeg was built without Video4Linux");
        return -1;
    }
    AVDictionary *options = NULL;
    char text[40];
    if (width > 0 && height > 0) {
        snprintf(text, sizeof text, "%dx%d", width, height);
        ffmpeg.av_dict_set(&options, "video_size", text, 0);
    }
    if (frameRate > 0) {
        snprintf(text, sizeof text, "%.6f", frameRate);
        ffmpeg.av_dict_set(&options, "framerate", text, 0);
    }
    return open_input(path, input, &options, CAMERA_WAIT, result, message, messageSize);
}

int cffmpeg_stream_count(const CFFmpegReader *reader) { return (int)reader->format->nb_streams; }

int64_t cffmpeg_duration(const CFFmpegReader *reader) {
    return reader->format->duration == AV_NOPTS_VALUE ? CFFMPEG_NO_TIME : reader->format->duration;
}

static CFFmpegRational rational(AVRational value) { return (CFFmpegRational){value.num, value.den}; }

static uint32_t code_of(enum AVCodecID codec) {
    switch (codec) {
    case AV_CODEC_ID_H264: return FOUR_CHARACTERS('a', 'v', 'c', '1');
    case AV_CODEC_ID_HEVC: return FOUR_CHARACTERS('h', 'v', 'c', '1');
    case AV_CODEC_ID_MJPEG: return FOUR_CHARACTERS('j', 'p', 'e', 'g');
    case AV_CODEC_ID_MPEG4: return FOUR_CHARACTERS('m', 'p', '4', 'v');
    case AV_CODEC_ID_MPEG2VIDEO: return FOUR_CHARACTERS('m', 'p', '2', 'v');
    case AV_CODEC_ID_MPEG1VIDEO: return FOUR_CHARACTERS('m', 'p', '1', 'v');
    case AV_CODEC_ID_VP9: return FOUR_CHARACTERS('v', 'p', '0', '9');
    case AV_CODEC_ID_AV1: return FOUR_CHARACTERS('a', 'v', '0', '1');
    case AV_CODEC_ID_PRORES: return FOUR_CHARACTERS('a', 'p', 'c', 'n');
    case AV_CODEC_ID_AAC: return FOUR_CHARACTERS('a', 'a', 'c', ' ');
    default: return 0;
    }
}

static const int32_t *display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    const AVPacketSideData *data = stream->codecpar->coded_side_data;
    for (int i = 0; i < stream->codecpar->nb_coded_side_data; i++) {
        if (data[i].type == AV_PKT_DATA_DISPLAYMATRIX && data[i].size >= 36) return (const int32_t *)data[i].data;
    }
    return NULL;
#else
    size_t size = 0;
    const uint8_t *data = ffmpeg.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return size >= 36 ? (const int32_t *)data : NULL;
#endif
}

int cffmpeg_stream_info(const CFFmpegReader *reader, int index, CFFmpegStreamInfo *info) {
    memset(info, 0, sizeof *info);
    if (index < 0 || index >= (int)reader->format->nb_streams) return -1;
    const AVStream *stream = reader->format->streams[index];
    const AVCodecParameters *codec = stream->codecpar;
    int isPicture = stream->disposition & AV_DISPOSITION_ATTACHED_PIC;
    info->kind = codec->codec_type == AVMEDIA_TYPE_VIDEO && !isPicture ? CFFmpegKindVideo
        : codec->codec_type == AVMEDIA_TYPE_AUDIO                      ? CFFmpegKindAudio
                                                                       : CFFmpegKindOther;
    info->identifier = stream->id > 0 ? stream->id : index + 1;
    info->codec = code_of(codec->codec_id);
    snprintf(info->codecName, sizeof info->codecName, "%s", ffmpeg.avcodec_get_name(codec->codec_id));
    info->width = codec->width;
    info->height = codec->height;
    info->timeBase = rational(stream->time_base);
    info->averageFrameRate = rational(stream->avg_frame_rate.num > 0 ? stream->avg_frame_rate : stream->r_frame_rate);
    info->pixelAspect = rational(codec->sample_aspect_ratio);
    info->startTime = stream->start_time == AV_NOPTS_VALUE ? CFFMPEG_NO_TIME : stream->start_time;
    info->duration = stream->duration == AV_NOPTS_VALUE ? CFFMPEG_NO_TIME : stream->duration;
    info->frameCount = stream->nb_frames;
    info->bitRate = codec->bit_rate;
    info->reordersFrames = codec->video_delay > 0;
    info->isDecodable = ffmpeg.avcodec_find_decoder(codec->codec_id) != NULL;
    const int32_t *matrix = display_matrix(stream);
    for (int i = 0; i < 4; i++) {
        // Rows of three fixed-point numbers with 16 bits after the point.
        info->transform[i] = matrix ? matrix[i / 2 * 3 + i % 2] / 65536.0 : (i == 0 || i == 3);
    }
    return 0;
}

int cffmpeg_sound_info(const CFFmpegReader *reader, int index, CFFmpegSoundInfo *info) {
    if (index < 0 || index >= (int)reader->format->nb_streams) return -1;
    return cffmpeg_describe_sound(reader->format->streams[index], info);
}

int cffmpeg_start(CFFmpegReader *reader, int index, int threads, char *message, size_t messageSize) {
    if (index < 0 || index >= (int)reader->format->nb_streams || reader->decoder) {
        snprintf(message, messageSize, "there is no track %d to begin with", index);
        return -1;
    }
    AVStream *stream = reader->format->streams[index];
    const AVCodec *codec = ffmpeg.avcodec_find_decoder(stream->codecpar->codec_id);
    if (!codec) {
        snprintf(message, messageSize, "there is no decoder for %s", ffmpeg.avcodec_get_name(stream->codecpar->codec_id));
        return AVERROR_DECODER_NOT_FOUND;
    }
    for (unsigned i = 0; i < reader->format->nb_streams; i++) {
        reader->format->streams[i]->discard = (int)i == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
    }
    cffmpeg_forget_log();
    reader->packet = ffmpeg.av_packet_alloc();
    reader->frame = ffmpeg.av_frame_alloc();
    reader->decoder = ffmpeg.avcodec_alloc_context3(codec);
    int code = reader->packet && reader->frame && reader->decoder
        ? ffmpeg.avcodec_parameters_to_context(reader->decoder, stream->codecpar)
        : AVERROR(ENOMEM);
    if (code >= 0) {
        reader->decoder->pkt_timebase = stream->time_base;
        reader->decoder->thread_count = threads;
        code = ffmpeg.avcodec_open2(reader->decoder, codec, NULL);
    }
    if (code < 0) return cffmpeg_explain(code, message, messageSize);
    reader->stream = index;
    return 0;
}

int cffmpeg_seek(CFFmpegReader *reader, int64_t time) {
    reader->hasSought = 1;
    reader->isDraining = 0;
    int code = ffmpeg.avformat_seek_file(reader->format, reader->stream, INT64_MIN, time, time, 0);
    if (reader->decoder) ffmpeg.avcodec_flush_buffers(reader->decoder);
    return code < 0 ? code : 0;
}

/// Records that the file was truncated. Signs are an error of FFmpeg at the end, or an index with more frames than the file holds.
static void check_end(CFFmpegReader *reader) {
    if (cffmpeg_has_complained()) note(reader, AVERROR_EOF, "the file ends early");
    if (reader->hasSought) return;
    AVStream *stream = reader->format->streams[reader->stream];
    int64_t expected = stream->nb_frames > 0 ? ffmpeg.avformat_index_get_entries_count(stream) : 0;
    if (reader->packetCount >= expected || reader->problemCount++ > 0) return;
    reader->problem = AVERROR_EOF;
    snprintf(
        reader->problemText, sizeof reader->problemText, "the file ends after %lld of %lld frames", (long long)reader->packetCount,
        (long long)expected);
}

/// Reads the next packet. Waits for a camera's packet until the reader is stopped.
static int read_packet(CFFmpegReader *reader) {
    static const struct timespec pause = {0, 2000000};
    for (;;) {
        if (atomic_load(&reader->isStopped)) return AVERROR_EXIT;
        int code = ffmpeg.av_read_frame(reader->format, reader->packet);
        if (code != AVERROR(EAGAIN) || !reader->isCamera) return code;
        nanosleep(&pause, NULL);
    }
}

/// Sends the decoder the next packet, or the end of the stream.
static void feed(CFFmpegReader *reader) {
    int code;
    do {
        ffmpeg.av_packet_unref(reader->packet);
        cffmpeg_forget_log();
        code = read_packet(reader);
    } while (code >= 0 && reader->packet->stream_index != reader->stream);
    if (code < 0) {
        if (code == AVERROR_EOF && !reader->isCamera) {
            check_end(reader);
        } else if (code != AVERROR_EXIT) {
            note(reader, code, reader->isCamera ? "the camera has gone" : "the file cannot be read further");
        }
        reader->isDraining = 1;
        ffmpeg.avcodec_send_packet(reader->decoder, NULL);
        return;
    }
    reader->packetCount++;
    if (reader->packet->flags & AV_PKT_FLAG_CORRUPT) note(reader, AVERROR_INVALIDDATA, "part of a frame is missing");
    cffmpeg_forget_log();
    code = ffmpeg.avcodec_send_packet(reader->decoder, reader->packet);
    if (code < 0) note(reader, code, "a frame cannot be decoded");
    ffmpeg.av_packet_unref(reader->packet);
}

int cffmpeg_next_frame(CFFmpegReader *reader, CFFmpegFrame **result) {
    *result = NULL;
    if (!reader->decoder) return 0;
    cffmpeg_forget_log();
    for (;;) {
        int code = ffmpeg.avcodec_receive_frame(reader->decoder, reader->frame);
        if (code >= 0) {
            if (reader->frame->decode_error_flags) note(reader, AVERROR_INVALIDDATA, "a frame is damaged");
            AVFrame *frame = ffmpeg.av_frame_alloc();
            if (!frame) {
                note(reader, AVERROR(ENOMEM), "a frame cannot be decoded");
                return 0;
            }
            ffmpeg.av_frame_move_ref(frame, reader->frame);
            // FFmpeg does not pass on the driver's colour space. Cameras use sRGB or JPEG's colours, which have this matrix at any size.
            if (reader->isCamera && frame->colorspace == AVCOL_SPC_UNSPECIFIED) frame->colorspace = AVCOL_SPC_SMPTE170M;
            *result = (CFFmpegFrame *)frame;
            return 1;
        }
        if (code == AVERROR_EOF || (code == AVERROR(EAGAIN) && reader->isDraining)) return 0;
        if (code != AVERROR(EAGAIN)) note(reader, code, "a frame cannot be decoded");
        if (!reader->isDraining) feed(reader);
    }
}

void cffmpeg_stop(CFFmpegReader *reader) { atomic_store(&reader->isStopped, 1); }

int cffmpeg_problem(const CFFmpegReader *reader, char *message, size_t messageSize) {
    if (reader->problemCount > 0) snprintf(message, messageSize, "%s", reader->problemText);
    return reader->problem;
}

void cffmpeg_close(CFFmpegReader *reader) {
    if (!reader) return;
    ffmpeg.avcodec_free_context(&reader->decoder);
    ffmpeg.av_frame_free(&reader->frame);
    ffmpeg.av_packet_free(&reader->packet);
    ffmpeg.avformat_close_input(&reader->format);
    free(reader);
}
