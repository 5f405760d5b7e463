#pragma once

#include <stddef.h>
#include <stdint.h>

// Reads and writes video files and reads cameras through FFmpeg's libraries. They are loaded for the first video, because linking them
// would add 25 ms to every start.
//
// Times are counted in a stream's time base. A function that fails returns a negative number and writes a sentence into `message`.

#ifdef __cplusplus
extern "C" {
#endif

/// An unknown time.
static const int64_t CFFMPEG_NO_TIME = INT64_MIN;

typedef struct {
    int32_t numerator, denominator;
} CFFmpegRational;

enum { CFFmpegKindVideo = 0, CFFmpegKindAudio = 1, CFFmpegKindOther = 2 };

typedef struct {
    int32_t kind;
    int32_t identifier;
    /// QuickTime's four-character code for the codec; 0 if there is none.
    uint32_t codec;
    char codecName[32];
    int32_t width, height;
    CFFmpegRational timeBase, averageFrameRate, pixelAspect;
    int64_t startTime, duration;
    /// The number of frames in the file's header; 0 if it has none.
    int64_t frameCount;
    int64_t bitRate;
    int32_t reordersFrames, isDecodable;
    /// The linear part of the transform from stored to displayed pixels, origin at the top left, as QuickTime stores it: a, b, c, d.
    double transform[4];
} CFFmpegStreamInfo;

typedef struct CFFmpegReader CFFmpegReader;
typedef struct CFFmpegFrame CFFmpegFrame;
typedef struct CFFmpegConverter CFFmpegConverter;
typedef struct CFFmpegWriter CFFmpegWriter;

/// Opens a video file.
int cffmpeg_open_file(const char *_Nonnull path, CFFmpegReader *_Nullable *_Nonnull reader, char *_Nonnull message, size_t messageSize);

/// Whether a path is a Video4Linux device that captures video. A camera may also have devices that only give metadata.
int cffmpeg_is_camera(const char *_Nonnull path);

typedef struct {
    int32_t width, height;
    /// The frame rates, in frames per second; 0 if the driver does not give them.
    double leastRate, mostRate;
} CFFmpegCameraSize;

/// The sizes of a Video4Linux camera's pictures, each with the rates of all its formats. Returns their number, at most `capacity`.
int cffmpeg_camera_sizes(const char *_Nonnull path, CFFmpegCameraSize *_Nonnull sizes, int capacity);

/// Opens a Video4Linux camera. Its first picture must arrive within ten seconds. With a size or rate of 0, the camera chooses.
int cffmpeg_open_camera(
    const char *_Nonnull path, int width, int height, double frameRate, CFFmpegReader *_Nullable *_Nonnull reader, char *_Nonnull message,
    size_t messageSize);

int cffmpeg_stream_count(const CFFmpegReader *_Nonnull reader);
int cffmpeg_stream_info(const CFFmpegReader *_Nonnull reader, int stream, CFFmpegStreamInfo *_Nonnull info);

/// The whole file's duration in microseconds, or `CFFMPEG_NO_TIME`.
int64_t cffmpeg_duration(const CFFmpegReader *_Nonnull reader);

/// Prepares to decode one stream.
///
/// - threads: 0 for one thread per processor.
int cffmpeg_start(CFFmpegReader *_Nonnull reader, int stream, int threads, char *_Nonnull message, size_t messageSize);

/// Seeks to the last key frame at or before a time.
int cffmpeg_seek(CFFmpegReader *_Nonnull reader, int64_t time);

/// Wakes a thread that waits for a camera's picture. No more frames follow. It may be called from any thread.
void cffmpeg_stop(CFFmpegReader *_Nonnull reader);

/// Gets the next frame in presentation order; the caller frees it. Returns 1 with a frame, 0 at the end.
///
/// Frames that cannot be decoded are skipped and reported by `cffmpeg_problem`.
int cffmpeg_next_frame(CFFmpegReader *_Nonnull reader, CFFmpegFrame *_Nullable *_Nonnull frame);

/// The problem so far: the file ended early, or parts of it could not be read or decoded. 0 if there was none.
int cffmpeg_problem(const CFFmpegReader *_Nonnull reader, char *_Nonnull message, size_t messageSize);

void cffmpeg_close(CFFmpegReader *_Nullable reader);

typedef struct {
    int32_t width, height;
    /// The time and the duration in the stream's time base, or `CFFMPEG_NO_TIME`.
    int64_t time, duration;
    /// Core Video's code for the format of the planes; 0 if there is none.
    uint32_t pixelFormat;
    /// Whether Y, Cb and Cr use the full range.
    int32_t isFullRange;
    /// Whether the frame has three planes of 4:2:0, with eight bits (`is420`) or with ten bits in sixteen (`isTenBit420`).
    int32_t is420, isTenBit420;
    /// Codes of the colour space, as in ITU-T H.273.
    int32_t colorPrimaries, transferCharacteristics, matrixCoefficients;
    CFFmpegRational pixelAspect;
    int32_t isKeyFrame;
    uint8_t *_Nullable planes[3];
    int32_t bytesPerRow[3];
} CFFmpegFrameInfo;

void cffmpeg_frame_info(const CFFmpegFrame *_Nonnull frame, CFFmpegFrameInfo *_Nonnull info);
void cffmpeg_free_frame(CFFmpegFrame *_Nullable frame);

typedef struct {
    /// The number of samples per second.
    int32_t sampleRate;
    int32_t channels;
    /// The number of bits of a sample in the file; 0 if it is not known.
    int32_t bitsOfSample;
    int32_t isFloat;
    /// Whether the samples are stored without compression.
    int32_t isLinear;
} CFFmpegSoundInfo;

/// Describes a stream of sound. Returns a negative number for other streams.
int cffmpeg_sound_info(const CFFmpegReader *_Nonnull reader, int stream, CFFmpegSoundInfo *_Nonnull info);

/// The number of samples of each channel in a frame.
int cffmpeg_sample_count(const CFFmpegFrame *_Nonnull frame);

/// Copies samples of one channel as floats, from -1 to 1. Returns a negative number if there are none.
int cffmpeg_copy_samples(const CFFmpegFrame *_Nonnull frame, int channel, int start, int count, float *_Nonnull target);

/// Interleaves the chroma of a frame that has three planes of 4:2:0 with eight bits.
void cffmpeg_interleave_chroma(const CFFmpegFrame *_Nonnull frame, uint8_t *_Nonnull chroma, size_t bytesPerRow);

/// Rounds a frame that has three planes of 4:2:0 with ten bits to eight bits in two planes.
void cffmpeg_round_to_eight_bits(
    const CFFmpegFrame *_Nonnull frame, uint8_t *_Nonnull luma, size_t lumaBytesPerRow, uint8_t *_Nonnull chroma, size_t chromaBytesPerRow);

/// Converts between pixel formats and sizes. The converter caches its setup for the next frame.
CFFmpegConverter *_Nullable cffmpeg_make_converter(void);
void cffmpeg_free_converter(CFFmpegConverter *_Nullable converter);

/// Whether pixels can be converted to one of Core Video's formats.
int cffmpeg_can_convert(uint32_t pixelFormat);

/// Converts a frame's pixels to one of Core Video's formats and writes them into planes of the same size. 0 is success.
int cffmpeg_convert(
    CFFmpegConverter *_Nonnull converter, const CFFmpegFrame *_Nonnull frame, uint32_t pixelFormat, uint8_t *_Nullable const *_Nonnull planes,
    const int32_t *_Nonnull bytesPerRow);

enum { CFFmpegCodecH264 = 0, CFFmpegCodecHEVC = 1, CFFmpegCodecJPEG = 2 };

typedef struct {
    /// The container format: `mp4` or `mov`.
    const char *_Nonnull container;
    int32_t codec;
    int32_t width, height;
    /// The number of time units per second.
    int32_t timescale;
    double frameRate;
    /// The number of bits per second; 0 for a constant quality.
    int64_t bitRate;
    /// The quality, 0 to 1; negative if it is not given.
    double quality;
    /// The maximum number of frames from one key frame to the next; 0 if not given.
    int32_t keyFrameInterval;
    /// The transform from stored to displayed pixels, as in `CFFmpegStreamInfo`.
    double transform[4];
    /// The duration of a fragment in microseconds. After each fragment, everything written so far can be played, even in an incomplete
    /// file. With 0, the file is written as a whole.
    int64_t fragment;
} CFFmpegWriterSettings;

/// Whether there is an encoder for a codec.
int cffmpeg_can_encode(int codec);

int cffmpeg_make_writer(
    const char *_Nonnull path, const CFFmpegWriterSettings *_Nonnull settings, CFFmpegWriter *_Nullable *_Nonnull writer,
    char *_Nonnull message, size_t messageSize);

/// Encodes a picture, scaled to the video's size.
int cffmpeg_append(
    CFFmpegWriter *_Nonnull writer, uint32_t pixelFormat, int width, int height, const uint8_t *_Nullable const *_Nonnull planes,
    const int32_t *_Nonnull bytesPerRow, int matrixCoefficients, int64_t time, char *_Nonnull message, size_t messageSize);

/// Completes the file and frees the writer. After an error, the file is completed with the frames written so far.
int cffmpeg_finish(CFFmpegWriter *_Nonnull writer, char *_Nonnull message, size_t messageSize);

/// Frees the writer. The file remains incomplete.
void cffmpeg_cancel(CFFmpegWriter *_Nullable writer);

#ifdef __cplusplus
}
#endif
