#pragma once

#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

#include "CFFmpeg.h"

// Shared by the shim's files: FFmpeg's functions, and the text of its errors.

// Since FFmpeg 7, a track's rotation is in the codec parameters. Before, it was in the stream.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define CODEC_SIDE_DATA_FUNCTIONS(X) X(av_packet_side_data_new)
#define STREAM_SIDE_DATA_FUNCTIONS(X)
#else
#define CODEC_SIDE_DATA_FUNCTIONS(X)
#define STREAM_SIDE_DATA_FUNCTIONS(X) \
    X(av_stream_get_side_data) \
    X(av_stream_new_side_data)
#endif

#define AVUTIL_FUNCTIONS(X) \
    X(av_dict_free) \
    X(av_dict_set) \
    X(av_frame_alloc) \
    X(av_frame_free) \
    X(av_frame_get_buffer) \
    X(av_frame_make_writable) \
    X(av_frame_move_ref) \
    X(av_frame_unref) \
    X(av_free) \
    X(av_freep) \
    X(av_log_format_line2) \
    X(av_log_set_callback) \
    X(av_malloc) \
    X(av_opt_set) \
    X(av_opt_set_int) \
    X(av_strerror)

#define AVCODEC_FUNCTIONS(X) \
    X(av_packet_alloc) \
    X(av_packet_free) \
    X(av_packet_rescale_ts) \
    X(av_packet_unref) \
    CODEC_SIDE_DATA_FUNCTIONS(X) \
    X(avcodec_alloc_context3) \
    X(avcodec_find_decoder) \
    X(avcodec_find_encoder) \
    X(avcodec_find_encoder_by_name) \
    X(avcodec_flush_buffers) \
    X(avcodec_free_context) \
    X(avcodec_get_name) \
    X(avcodec_open2) \
    X(avcodec_parameters_from_context) \
    X(avcodec_parameters_to_context) \
    X(avcodec_receive_frame) \
    X(avcodec_receive_packet) \
    X(avcodec_send_frame) \
    X(avcodec_send_packet)

#define AVFORMAT_FUNCTIONS(X) \
    X(av_find_input_format) \
    X(av_interleaved_write_frame) \
    X(av_read_frame) \
    STREAM_SIDE_DATA_FUNCTIONS(X) \
    X(av_write_trailer) \
    X(avformat_alloc_context) \
    X(avformat_alloc_output_context2) \
    X(avformat_close_input) \
    X(avformat_find_stream_info) \
    X(avformat_free_context) \
    X(avformat_index_get_entries_count) \
    X(avformat_new_stream) \
    X(avformat_open_input) \
    X(avformat_seek_file) \
    X(avformat_write_header) \
    X(avio_alloc_context) \
    X(avio_context_free) \
    X(avio_flush)

#define SWSCALE_FUNCTIONS(X) \
    X(sws_freeContext) \
    X(sws_getCachedContext) \
    X(sws_getCoefficients) \
    X(sws_scale) \
    X(sws_setColorspaceDetails)

struct CFFmpegLibrary {
#define X(name) __typeof__(name) *name;
    AVUTIL_FUNCTIONS(X)
    AVCODEC_FUNCTIONS(X)
    AVFORMAT_FUNCTIONS(X)
    SWSCALE_FUNCTIONS(X)
#undef X
};

/// FFmpeg's functions. `cffmpeg_load` fills the structure.
extern struct CFFmpegLibrary ffmpeg __attribute__((visibility("hidden")));

/// Loads the libraries. Returns 0, or a negative number with a message.
int cffmpeg_load(char *message, size_t messageSize) __attribute__((visibility("hidden")));

/// Loads also the library for cameras.
int cffmpeg_load_devices(char *message, size_t messageSize) __attribute__((visibility("hidden")));

/// Forgets the messages that FFmpeg has logged on this thread.
void cffmpeg_forget_log(void) __attribute__((visibility("hidden")));

/// Whether FFmpeg has logged a message on this thread since `cffmpeg_forget_log`.
int cffmpeg_has_complained(void) __attribute__((visibility("hidden")));

/// Writes the text of an error: the first message that FFmpeg logged on this thread since `cffmpeg_forget_log`, or else the code's own
/// text. Returns `code`.
int cffmpeg_explain(int code, char *message, size_t messageSize) __attribute__((visibility("hidden")));

/// FFmpeg's pixel format for a pixel format of Core Video; `AV_PIX_FMT_NONE` if FFmpeg has none.
enum AVPixelFormat cffmpeg_pixel_format(uint32_t code, int *isFullRange) __attribute__((visibility("hidden")));

/// The Y′CbCr matrix of a frame. If the frame names none, its size decides.
int cffmpeg_matrix(int matrixCoefficients, int width, int height) __attribute__((visibility("hidden")));

#define FOUR_CHARACTERS(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

/// Describes an `AVStream` of sound. Returns a negative number for other streams.
int cffmpeg_describe_sound(const void *stream, CFFmpegSoundInfo *info) __attribute__((visibility("hidden")));
